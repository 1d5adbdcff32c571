# Every one of these columns comes first in another index of its table; a candidate is mostly null.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('studio', '0005_checkups'),
    ]

    operations = [
        migrations.AlterField(
            model_name='artifact',
            name='unit',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='artifacts', to='studio.unit'),
        ),
        migrations.AlterField(
            model_name='cell',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='cells', to='studio.project'),
        ),
        migrations.AlterField(
            model_name='commit',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='commits', to='studio.project'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='studio.project'),
        ),
        migrations.AlterField(
            model_name='finding',
            name='unit',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='findings', to='studio.unit'),
        ),
        migrations.AlterField(
            model_name='read',
            name='artifact',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reads', to='studio.artifact'),
        ),
        migrations.AlterField(
            model_name='read',
            name='project',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='studio.project'),
        ),
        migrations.AlterField(
            model_name='requirement',
            name='unit',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='requirements', to='studio.unit'),
        ),
        migrations.AlterField(
            model_name='review',
            name='unit',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='studio.unit'),
        ),
        migrations.AlterField(
            model_name='run',
            name='unit',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='studio.unit'),
        ),
        migrations.AlterField(
            model_name='unit',
            name='candidate',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='studio.artifact'),
        ),
        migrations.AlterField(
            model_name='unit',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='units', to='studio.project'),
        ),
        migrations.AddIndex(
            model_name='unit',
            index=models.Index(condition=models.Q(('candidate__isnull', False)), fields=['candidate'], name='unit_by_candidate'),
        ),
        # Only LIKE of other collations than C would need it; a digest is never asked for by a part.
        migrations.RunSQL(
            "DROP INDEX IF EXISTS studio_blob_digest_757dd5e0_like",
            "CREATE INDEX studio_blob_digest_757dd5e0_like"
            " ON studio_blob (digest varchar_pattern_ops)",
        ),
    ]
