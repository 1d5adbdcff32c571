from django.db import migrations

# Taking the index off run.unit took this constraint with it, which is an index on the same column.
FORWARD = """
CREATE UNIQUE INDEX IF NOT EXISTS one_live_lease_per_unit
    ON studio_run (unit_id) WHERE state = 'active'
"""


class Migration(migrations.Migration):
    dependencies = [("studio", "0007_judged")]

    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]
