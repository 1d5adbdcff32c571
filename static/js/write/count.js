// Words as the desk counts them: Han and kana one per character, Thai and its like by length.

const han = "\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const unspaced = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff";
const token = new RegExp(`[${han}]|[${unspaced}]{1,5}|[^\\s${han}${unspaced}—–…/|]+`, "gu");
const letter = /[\p{L}\p{N}]/u;
const notWords = /(?<=\])\([^()\s]*(?:\s"[^"\n]*")?\)|\[\^[^\]\s]+\]:?|^[ \t]*(?:`{3,}|~{3,}).*$|^[ \t]*\d{1,9}[.)](?=[ \t])/gm;

export function countWords(text) {
  let n = 0;
  for (const [found] of text.replace(notWords, " ").matchAll(token)) n += letter.test(found);
  return n;
}

// Texts are counted by block, and a block that stayed is not counted again.
const known = new Map();

export function countBlocks(blocks) {
  if (known.size > 4000) known.clear();
  let n = 0;
  for (const block of blocks) {
    if (!known.has(block)) known.set(block, countWords(block));
    n += known.get(block);
  }
  return n;
}
