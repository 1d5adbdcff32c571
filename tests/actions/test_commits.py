def test_x(book):
    print(book.units()); print({k: (u.work,u.standing,u.n_unmet,u.is_stale) for k in book.units() for u in [book.unit(k)]})
    c = book.compose("draft/s1/spring", "One two three.", "Four five six.")
    print(c)
