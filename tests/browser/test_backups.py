"""A backup by its button: made by the worker, followed, and taken from the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_backup_is_made_and_taken_in_the_browser(page: Page, works: None, tmp_path: Path) -> None:
    from studio.models import Backup

    page.goto("/settings/")
    page.get_by_role("button", name="Back up now").click()
    expect(page.locator(".toast")).to_contain_text("goes on meanwhile")
    expect(page.locator('.backup[data-state="ready"]')).to_contain_text("kB")

    with page.expect_download() as taken:
        page.locator(".backup a[download]").click()
    taken.value.save_as(tmp_path / "taken")
    made = Backup.objects.get()
    assert (tmp_path / "taken").read_bytes()[:5] == b"PGDMP"
    assert (tmp_path / "taken").stat().st_size == made.n_bytes == Path(made.path).stat().st_size

    page.get_by_role("button", name=f"Remove {made.name}").click()
    expect(page.locator(".backup")).to_have_count(0)
    assert not Path(made.path).exists()
