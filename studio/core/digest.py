"""Digests: two values are the same exactly when their digests are."""

import json
from array import array
from collections.abc import Iterable
from hashlib import blake2b

Json = object


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spare blanks, letters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """The BLAKE2b-128 digest (RFC 7693) of a text, as 32 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def digest_of(value: object) -> str:
    """The digest of a JSON value."""
    return digest(canonical(value))


def digest_of_numbers(*lists: Iterable[int]) -> str:
    """The digest of lists of whole numbers, of which there may be hundreds of thousands."""
    hashed = blake2b(digest_size=16)
    for numbers in lists:
        found = array("q", numbers)
        hashed.update(len(found).to_bytes(8, "big"))
        hashed.update(found.tobytes())
    return hashed.hexdigest()
