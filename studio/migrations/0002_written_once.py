from django.db import migrations

# What must never change is refused by the database itself, whoever asks. Two columns may: an
# account that was removed takes its name off its artifacts and commits (SET NULL).
FORWARD = """
CREATE FUNCTION studio_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% rows are written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER studio_artifact_written_once BEFORE UPDATE ON studio_artifact
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION studio_written_once();
CREATE TRIGGER studio_commit_written_once BEFORE UPDATE ON studio_commit
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION studio_written_once();
"""

BACKWARD = """
DROP TRIGGER studio_artifact_written_once ON studio_artifact;
DROP TRIGGER studio_commit_written_once ON studio_commit;
DROP FUNCTION studio_written_once();
"""


class Migration(migrations.Migration):
    dependencies = [("studio", "0001_first")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
