"""The tables of the database: made, and brought up to date, before anything else runs."""

# Any number will do as long as every version of this program uses the same one.
MIGRATING = 7_364_001


def make_if_none() -> None:
    """Makes the tables in a database that has none yet."""
    import django
    from django.db import connection

    django.setup()
    if "django_migrations" not in connection.introspection.table_names():
        bring_up_to_date()


def bring_up_to_date() -> None:
    """Runs the migrations that are due, one process at a time, and leaves no connection open."""
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    close_connections()


def close_connections() -> None:
    """Closes what this process has open, so that the server can stop."""
    from django.db import connections

    from studio.actions import announce

    announce.close()
    connections.close_all()
