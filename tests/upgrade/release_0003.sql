


SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;


CREATE TYPE public.procrastinate_job_event_type AS ENUM (
    'deferred',
    'started',
    'deferred_for_retry',
    'failed',
    'succeeded',
    'cancelled',
    'abort_requested',
    'aborted',
    'scheduled',
    'retried'
);



CREATE TYPE public.procrastinate_job_status AS ENUM (
    'todo',
    'doing',
    'succeeded',
    'failed',
    'cancelled',
    'aborting',
    'aborted'
);



CREATE TYPE public.procrastinate_job_to_defer_v1 AS (
	queue_name character varying,
	task_name character varying,
	priority integer,
	lock text,
	queueing_lock text,
	args jsonb,
	scheduled_at timestamp with time zone
);



CREATE FUNCTION public.procrastinate_cancel_job_v1(job_id bigint, abort boolean, delete_job boolean) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
BEGIN
    IF delete_job THEN
        DELETE FROM procrastinate_jobs
        WHERE id = job_id AND status = 'todo'
        RETURNING id INTO _job_id;
    END IF;
    IF _job_id IS NULL THEN
        IF abort THEN
            UPDATE procrastinate_jobs
            SET abort_requested = true,
                status = CASE status
                    WHEN 'todo' THEN 'cancelled'::procrastinate_job_status ELSE status
                END
            WHERE id = job_id AND status IN ('todo', 'doing')
            RETURNING id INTO _job_id;
        ELSE
            UPDATE procrastinate_jobs
            SET status = 'cancelled'::procrastinate_job_status
            WHERE id = job_id AND status = 'todo'
            RETURNING id INTO _job_id;
        END IF;
    END IF;
    RETURN _job_id;
END;
$$;



CREATE FUNCTION public.procrastinate_defer_jobs_v1(jobs public.procrastinate_job_to_defer_v1[]) RETURNS bigint[]
    LANGUAGE plpgsql
    AS $$
DECLARE
    job_ids bigint[];
BEGIN
    WITH inserted_jobs AS (
        INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
        SELECT (job).queue_name,
               (job).task_name,
               (job).priority,
               (job).lock,
               (job).queueing_lock,
               (job).args,
               (job).scheduled_at
        FROM unnest(jobs) AS job
        RETURNING id
    )
    SELECT array_agg(id) FROM inserted_jobs INTO job_ids;

    RETURN job_ids;
END;
$$;



CREATE FUNCTION public.procrastinate_defer_periodic_job_v2(_queue_name character varying, _lock character varying, _queueing_lock character varying, _task_name character varying, _priority integer, _periodic_id character varying, _defer_timestamp bigint, _args jsonb) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
	_job_id bigint;
	_defer_id bigint;
BEGIN
    INSERT
        INTO procrastinate_periodic_defers (task_name, periodic_id, defer_timestamp)
        VALUES (_task_name, _periodic_id, _defer_timestamp)
        ON CONFLICT DO NOTHING
        RETURNING id into _defer_id;

    IF _defer_id IS NULL THEN
        RETURN NULL;
    END IF;

    UPDATE procrastinate_periodic_defers
        SET job_id = (
            SELECT COALESCE((
                SELECT unnest(procrastinate_defer_jobs_v1(
                    ARRAY[
                        ROW(
                            _queue_name,
                            _task_name,
                            _priority,
                            _lock,
                            _queueing_lock,
                            _args,
                            NULL::timestamptz
                        )
                    ]::procrastinate_job_to_defer_v1[]
                ))
            ), NULL)
        )
        WHERE id = _defer_id
        RETURNING job_id INTO _job_id;

    DELETE
        FROM procrastinate_periodic_defers
        USING (
            SELECT id
            FROM procrastinate_periodic_defers
            WHERE procrastinate_periodic_defers.task_name = _task_name
            AND procrastinate_periodic_defers.periodic_id = _periodic_id
            AND procrastinate_periodic_defers.defer_timestamp < _defer_timestamp
            ORDER BY id
            FOR UPDATE
        ) to_delete
        WHERE procrastinate_periodic_defers.id = to_delete.id;

    RETURN _job_id;
END;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;


CREATE TABLE public.procrastinate_jobs (
    id bigint NOT NULL,
    queue_name character varying(128) NOT NULL,
    task_name character varying(128) NOT NULL,
    lock text,
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    status public.procrastinate_job_status DEFAULT 'todo'::public.procrastinate_job_status NOT NULL,
    scheduled_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    queueing_lock text,
    priority integer DEFAULT 0 NOT NULL,
    abort_requested boolean DEFAULT false NOT NULL,
    worker_id bigint,
    CONSTRAINT check_not_todo_abort_requested CHECK ((NOT ((status = 'todo'::public.procrastinate_job_status) AND (abort_requested = true))))
);



CREATE FUNCTION public.procrastinate_fetch_job_v2(target_queue_names character varying[], p_worker_id bigint) RETURNS public.procrastinate_jobs
    LANGUAGE plpgsql
    AS $$
DECLARE
	found_jobs procrastinate_jobs;
BEGIN
    WITH candidate AS (
        SELECT jobs.*
            FROM procrastinate_jobs AS jobs
            WHERE
                -- reject the job if its lock has earlier or higher priority jobs
                NOT EXISTS (
                    SELECT 1
                        FROM procrastinate_jobs AS other_jobs
                        WHERE
                            jobs.lock IS NOT NULL
                            AND other_jobs.lock = jobs.lock
                            AND (
                                -- job with same lock is already running
                                other_jobs.status = 'doing'
                                OR
                                -- job with same lock is waiting and has higher priority (or same priority but was queued first)
                                (
                                    other_jobs.status = 'todo'
                                    AND (
                                        other_jobs.priority > jobs.priority
                                        OR (
                                        other_jobs.priority = jobs.priority
                                        AND other_jobs.id < jobs.id
                                        )
                                    )
                                )
                            )
                )
                AND jobs.status = 'todo'
                AND (target_queue_names IS NULL OR jobs.queue_name = ANY( target_queue_names ))
                AND (jobs.scheduled_at IS NULL OR jobs.scheduled_at <= now())
            ORDER BY jobs.priority DESC, jobs.id ASC LIMIT 1
            FOR UPDATE OF jobs SKIP LOCKED
    )
    UPDATE procrastinate_jobs
        SET status = 'doing', worker_id = p_worker_id
        FROM candidate
        WHERE procrastinate_jobs.id = candidate.id
        RETURNING procrastinate_jobs.* INTO found_jobs;

 RETURN found_jobs;
END;
$$;



CREATE FUNCTION public.procrastinate_finish_job_v1(job_id bigint, end_status public.procrastinate_job_status, delete_job boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
BEGIN
    IF end_status NOT IN ('succeeded', 'failed', 'aborted') THEN
        RAISE 'End status should be either "succeeded", "failed" or "aborted" (job id: %)', job_id;
    END IF;
    IF delete_job THEN
        DELETE FROM procrastinate_jobs
        WHERE id = job_id AND status IN ('todo', 'doing')
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = end_status,
            abort_requested = false,
            attempts = CASE status
                WHEN 'doing' THEN attempts + 1 ELSE attempts
            END
        WHERE id = job_id AND status IN ('todo', 'doing')
        RETURNING id INTO _job_id;
    END IF;
    IF _job_id IS NULL THEN
        RAISE 'Job was not found or not in "doing" or "todo" status (job id: %)', job_id;
    END IF;
END;
$$;



CREATE FUNCTION public.procrastinate_notify_queue_abort_job_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    payload TEXT;
BEGIN
    SELECT json_build_object('type', 'abort_job_requested', 'job_id', NEW.id)::text INTO payload;
	PERFORM pg_notify('procrastinate_queue_v1#' || NEW.queue_name, payload);
	PERFORM pg_notify('procrastinate_any_queue_v1', payload);
	RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_notify_queue_job_inserted_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    payload TEXT;
BEGIN
    SELECT json_build_object('type', 'job_inserted', 'job_id', NEW.id)::text INTO payload;
	PERFORM pg_notify('procrastinate_queue_v1#' || NEW.queue_name, payload);
	PERFORM pg_notify('procrastinate_any_queue_v1', payload);
	RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_prune_stalled_workers_v1(seconds_since_heartbeat double precision) RETURNS TABLE(worker_id bigint)
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN QUERY
    DELETE FROM procrastinate_workers
    WHERE last_heartbeat < NOW() - (seconds_since_heartbeat || 'SECOND')::INTERVAL
    RETURNING procrastinate_workers.id;
END;
$$;



CREATE FUNCTION public.procrastinate_register_worker_v1() RETURNS TABLE(worker_id bigint)
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN QUERY
    INSERT INTO procrastinate_workers DEFAULT VALUES
    RETURNING procrastinate_workers.id;
END;
$$;



CREATE FUNCTION public.procrastinate_retry_job_v1(job_id bigint, retry_at timestamp with time zone, new_priority integer, new_queue_name character varying, new_lock character varying) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
    _abort_requested boolean;
BEGIN
    SELECT abort_requested FROM procrastinate_jobs
    WHERE id = job_id AND status = 'doing'
    FOR UPDATE
    INTO _abort_requested;
    IF _abort_requested THEN
        UPDATE procrastinate_jobs
        SET status = 'failed'::procrastinate_job_status
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = 'todo'::procrastinate_job_status,
            attempts = attempts + 1,
            scheduled_at = retry_at,
            priority = COALESCE(new_priority, priority),
            queue_name = COALESCE(new_queue_name, queue_name),
            lock = COALESCE(new_lock, lock)
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    END IF;

    IF _job_id IS NULL THEN
        RAISE 'Job was not found or not in "doing" status (job id: %)', job_id;
    END IF;
END;
$$;



CREATE FUNCTION public.procrastinate_retry_job_v2(job_id bigint, retry_at timestamp with time zone, new_priority integer, new_queue_name character varying, new_lock character varying) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
    _abort_requested boolean;
    _current_status procrastinate_job_status;
BEGIN
    SELECT status, abort_requested FROM procrastinate_jobs
    WHERE id = job_id AND status IN ('doing', 'failed')
    FOR UPDATE
    INTO _current_status, _abort_requested;
    IF _current_status = 'doing' AND _abort_requested THEN
        UPDATE procrastinate_jobs
        SET status = 'failed'::procrastinate_job_status
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = 'todo'::procrastinate_job_status,
            attempts = attempts + 1,
            scheduled_at = retry_at,
            priority = COALESCE(new_priority, priority),
            queue_name = COALESCE(new_queue_name, queue_name),
            lock = COALESCE(new_lock, lock)
        WHERE id = job_id AND status IN ('doing', 'failed')
        RETURNING id INTO _job_id;
    END IF;

    IF _job_id IS NULL THEN
        RAISE 'Job was not found or has an invalid status to retry (job id: %)', job_id;
    END IF;

END;
$$;



CREATE FUNCTION public.procrastinate_trigger_abort_requested_events_procedure_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type)
        VALUES (NEW.id, 'abort_requested'::procrastinate_job_event_type);
    RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_trigger_function_scheduled_events_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type, at)
        VALUES (NEW.id, 'scheduled'::procrastinate_job_event_type, NEW.scheduled_at);

	RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_trigger_function_status_events_insert_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type)
        VALUES (NEW.id, 'deferred'::procrastinate_job_event_type);
	RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_trigger_function_status_events_update_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    WITH t AS (
        SELECT CASE
            WHEN OLD.status = 'todo'::procrastinate_job_status
                AND NEW.status = 'doing'::procrastinate_job_status
                THEN 'started'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'todo'::procrastinate_job_status
                THEN 'deferred_for_retry'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'failed'::procrastinate_job_status
                THEN 'failed'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'succeeded'::procrastinate_job_status
                THEN 'succeeded'::procrastinate_job_event_type
            WHEN OLD.status = 'todo'::procrastinate_job_status
                AND (
                    NEW.status = 'cancelled'::procrastinate_job_status
                    OR NEW.status = 'failed'::procrastinate_job_status
                    OR NEW.status = 'succeeded'::procrastinate_job_status
                )
                THEN 'cancelled'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'aborted'::procrastinate_job_status
                THEN 'aborted'::procrastinate_job_event_type
            WHEN OLD.status = 'failed'::procrastinate_job_status
                AND NEW.status = 'todo'::procrastinate_job_status
                THEN 'retried'::procrastinate_job_event_type
            ELSE NULL
        END as event_type
    )
    INSERT INTO procrastinate_events(job_id, type)
        SELECT NEW.id, t.event_type
        FROM t
        WHERE t.event_type IS NOT NULL;
	RETURN NEW;
END;
$$;



CREATE FUNCTION public.procrastinate_unlink_periodic_defers_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE procrastinate_periodic_defers
    SET job_id = NULL
    WHERE job_id = OLD.id;
    RETURN OLD;
END;
$$;



CREATE FUNCTION public.procrastinate_unregister_worker_v1(worker_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM procrastinate_workers
    WHERE id = worker_id;
END;
$$;



CREATE FUNCTION public.procrastinate_update_heartbeat_v1(worker_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE procrastinate_workers
    SET last_heartbeat = NOW()
    WHERE id = worker_id;
END;
$$;



CREATE FUNCTION public.studio_written_once() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% rows are written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;



CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);



ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);



ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);



ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.auth_user (
    id integer NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL
);



CREATE TABLE public.auth_user_groups (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    group_id integer NOT NULL
);



ALTER TABLE public.auth_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



ALTER TABLE public.auth_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.auth_user_user_permissions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    permission_id integer NOT NULL
);



ALTER TABLE public.auth_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id integer NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);



ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);



ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);



ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);



CREATE TABLE public.procrastinate_events (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    type public.procrastinate_job_event_type,
    at timestamp with time zone DEFAULT now()
);



CREATE SEQUENCE public.procrastinate_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;



ALTER SEQUENCE public.procrastinate_events_id_seq OWNED BY public.procrastinate_events.id;



CREATE SEQUENCE public.procrastinate_jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;



ALTER SEQUENCE public.procrastinate_jobs_id_seq OWNED BY public.procrastinate_jobs.id;



CREATE TABLE public.procrastinate_periodic_defers (
    id bigint NOT NULL,
    task_name character varying(128) NOT NULL,
    defer_timestamp bigint,
    job_id bigint,
    periodic_id character varying(128) DEFAULT ''::character varying NOT NULL
);



CREATE SEQUENCE public.procrastinate_periodic_defers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;



ALTER SEQUENCE public.procrastinate_periodic_defers_id_seq OWNED BY public.procrastinate_periodic_defers.id;



CREATE TABLE public.procrastinate_workers (
    id bigint NOT NULL,
    last_heartbeat timestamp with time zone DEFAULT now() NOT NULL
);



ALTER TABLE public.procrastinate_workers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.procrastinate_workers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_artifact (
    id bigint NOT NULL,
    number integer NOT NULL,
    digest character varying(32) NOT NULL,
    origin character varying(6) NOT NULL,
    made_by character varying(120) NOT NULL,
    cause character varying(200) NOT NULL,
    paragraphs jsonb NOT NULL,
    remarks jsonb NOT NULL,
    n_words integer NOT NULL,
    n_tokens integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    actor_id integer,
    base_id bigint,
    run_id bigint,
    project_id bigint NOT NULL,
    unit_id bigint NOT NULL,
    CONSTRAINT an_artifact_has_an_origin CHECK (((origin)::text = ANY ((ARRAY['model'::character varying, 'person'::character varying])::text[]))),
    CONSTRAINT studio_artifact_n_tokens_check CHECK ((n_tokens >= 0)),
    CONSTRAINT studio_artifact_n_words_check CHECK ((n_words >= 0)),
    CONSTRAINT studio_artifact_number_check CHECK ((number >= 0))
);



ALTER TABLE public.studio_artifact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_artifact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_blob (
    digest character varying(32) NOT NULL,
    body text NOT NULL
);



CREATE TABLE public.studio_cell (
    id bigint NOT NULL,
    key character varying(160) NOT NULL,
    digest character varying(32) NOT NULL,
    was character varying(32) NOT NULL,
    since integer NOT NULL,
    sources text[] NOT NULL,
    project_id bigint NOT NULL,
    CONSTRAINT studio_cell_since_check CHECK ((since >= 0))
);



ALTER TABLE public.studio_cell ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_cell_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_commit (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(40) NOT NULL,
    by character varying(6) NOT NULL,
    reason text NOT NULL,
    changes jsonb NOT NULL,
    predecessor character varying(32) NOT NULL,
    digest character varying(32) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    actor_id integer,
    project_id bigint NOT NULL,
    CONSTRAINT commits_are_numbered_from_one CHECK ((number >= 1)),
    CONSTRAINT studio_commit_number_check CHECK ((number >= 0))
);



ALTER TABLE public.studio_commit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_commit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_draft (
    id bigint NOT NULL,
    section_id character varying(40) NOT NULL,
    base text NOT NULL,
    text text NOT NULL,
    tab character varying(40) NOT NULL,
    sequence bigint NOT NULL,
    revision integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    project_id bigint NOT NULL,
    user_id integer NOT NULL,
    CONSTRAINT studio_draft_revision_check CHECK ((revision >= 0)),
    CONSTRAINT studio_draft_sequence_check CHECK ((sequence >= 0))
);



ALTER TABLE public.studio_draft ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_draft_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_endpoint (
    id bigint NOT NULL,
    name character varying(80) NOT NULL,
    base_url character varying(300) NOT NULL,
    api_key character varying(300) NOT NULL,
    model character varying(120) NOT NULL,
    context_tokens integer NOT NULL,
    is_demo boolean NOT NULL,
    is_default boolean NOT NULL,
    CONSTRAINT an_endpoint_has_a_context CHECK ((context_tokens >= 1024)),
    CONSTRAINT studio_endpoint_context_tokens_check CHECK ((context_tokens >= 0))
);



ALTER TABLE public.studio_endpoint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_endpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_entry (
    id bigint NOT NULL,
    key character varying(160) NOT NULL,
    kind character varying(20) NOT NULL,
    "group" character varying(60) NOT NULL,
    body jsonb NOT NULL,
    digest character varying(32) NOT NULL,
    since integer NOT NULL,
    until integer,
    project_id bigint NOT NULL,
    CONSTRAINT an_entry_ends_after_it_began CHECK (((until IS NULL) OR (until > since))),
    CONSTRAINT studio_entry_since_check CHECK ((since >= 0)),
    CONSTRAINT studio_entry_until_check CHECK ((until >= 0))
);



ALTER TABLE public.studio_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_export (
    id bigint NOT NULL,
    format character varying(10) NOT NULL,
    name character varying(160) NOT NULL,
    path character varying(400) NOT NULL,
    commit_number integer NOT NULL,
    is_complete boolean NOT NULL,
    n_words integer NOT NULL,
    n_bytes integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    project_id bigint NOT NULL,
    CONSTRAINT studio_export_commit_number_check CHECK ((commit_number >= 0)),
    CONSTRAINT studio_export_n_bytes_check CHECK ((n_bytes >= 0)),
    CONSTRAINT studio_export_n_words_check CHECK ((n_words >= 0))
);



ALTER TABLE public.studio_export ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_export_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_finding (
    id bigint NOT NULL,
    source character varying(40) NOT NULL,
    severity character varying(8) NOT NULL,
    words text NOT NULL,
    paragraph_id character varying(40) NOT NULL,
    quote text NOT NULL,
    prefix character varying(64) NOT NULL,
    suffix character varying(64) NOT NULL,
    is_anchored boolean NOT NULL,
    state character varying(6) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    artifact_id bigint NOT NULL,
    run_id bigint,
    project_id bigint NOT NULL,
    unit_id bigint NOT NULL
);



ALTER TABLE public.studio_finding ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_finding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_partial (
    run_id bigint NOT NULL,
    text text NOT NULL,
    written_at timestamp with time zone NOT NULL
);



CREATE TABLE public.studio_project (
    id bigint NOT NULL,
    slug character varying(80) NOT NULL,
    title character varying(200) NOT NULL,
    protocol_slug character varying(40) NOT NULL,
    autonomy character varying(5) NOT NULL,
    is_running boolean NOT NULL,
    pause_reason text NOT NULL,
    allowance integer NOT NULL,
    "window" character varying(40)[] NOT NULL,
    n_parallel smallint NOT NULL,
    token_limit bigint NOT NULL,
    tokens_spent bigint NOT NULL,
    tokens_reserved bigint NOT NULL,
    commit_number integer NOT NULL,
    commit_digest character varying(32) NOT NULL,
    change_number bigint NOT NULL,
    waits_change bigint NOT NULL,
    archived_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone,
    endpoint_id bigint,
    owner_id integer NOT NULL,
    CONSTRAINT a_project_has_an_autonomy CHECK (((autonomy)::text = ANY ((ARRAY['ask'::character varying, 'ahead'::character varying, 'end'::character varying])::text[]))),
    CONSTRAINT studio_project_allowance_check CHECK ((allowance >= 0)),
    CONSTRAINT studio_project_change_number_check CHECK ((change_number >= 0)),
    CONSTRAINT studio_project_commit_number_check CHECK ((commit_number >= 0)),
    CONSTRAINT studio_project_n_parallel_check CHECK ((n_parallel >= 0)),
    CONSTRAINT studio_project_token_limit_check CHECK ((token_limit >= 0)),
    CONSTRAINT studio_project_tokens_reserved_check CHECK ((tokens_reserved >= 0)),
    CONSTRAINT studio_project_tokens_spent_check CHECK ((tokens_spent >= 0)),
    CONSTRAINT studio_project_waits_change_check CHECK ((waits_change >= 0))
);



ALTER TABLE public.studio_project ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_project_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_read (
    id bigint NOT NULL,
    key character varying(160) NOT NULL,
    digest character varying(32) NOT NULL,
    artifact_id bigint NOT NULL,
    project_id bigint NOT NULL
);



ALTER TABLE public.studio_read ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_read_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_reply (
    id bigint NOT NULL,
    prompt_digest character varying(32) NOT NULL,
    digest character varying(32) NOT NULL,
    finish character varying(20) NOT NULL,
    model character varying(120) NOT NULL,
    tokens_in integer NOT NULL,
    tokens_out integer NOT NULL,
    is_estimated boolean NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    adopted_by_id bigint,
    run_id bigint NOT NULL,
    unit_id bigint NOT NULL,
    CONSTRAINT studio_reply_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT studio_reply_tokens_out_check CHECK ((tokens_out >= 0))
);



ALTER TABLE public.studio_reply ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_reply_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_requirement (
    id bigint NOT NULL,
    is_after boolean NOT NULL,
    is_met boolean NOT NULL,
    needs_id bigint NOT NULL,
    unit_id bigint NOT NULL,
    CONSTRAINT a_unit_does_not_require_itself CHECK ((NOT (unit_id = needs_id)))
);



ALTER TABLE public.studio_requirement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_requirement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_review (
    id bigint NOT NULL,
    gate character varying(40) NOT NULL,
    digest character varying(32) NOT NULL,
    verdict character varying(6) NOT NULL,
    passed jsonb NOT NULL,
    n_discarded integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    artifact_id bigint NOT NULL,
    project_id bigint NOT NULL,
    run_id bigint,
    unit_id bigint NOT NULL,
    CONSTRAINT a_review_has_a_verdict CHECK (((verdict)::text = ANY ((ARRAY['passed'::character varying, 'failed'::character varying, 'waived'::character varying, 'none'::character varying])::text[]))),
    CONSTRAINT studio_review_n_discarded_check CHECK ((n_discarded >= 0))
);



ALTER TABLE public.studio_review ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_review_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_run (
    id bigint NOT NULL,
    kind character varying(12) NOT NULL,
    gate character varying(40) NOT NULL,
    token integer NOT NULL,
    state character varying(8) NOT NULL,
    worker character varying(80) NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    base_commit integer NOT NULL,
    "order" jsonb NOT NULL,
    reads jsonb NOT NULL,
    prompt_digest character varying(32) NOT NULL,
    model character varying(120) NOT NULL,
    tokens_reserved integer NOT NULL,
    tokens_in integer NOT NULL,
    tokens_out integer NOT NULL,
    is_estimated boolean NOT NULL,
    outcome character varying(20) NOT NULL,
    words text NOT NULL,
    is_stop_asked boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    model_seconds double precision NOT NULL,
    base_id bigint,
    project_id bigint NOT NULL,
    unit_id bigint NOT NULL,
    CONSTRAINT studio_run_base_commit_check CHECK ((base_commit >= 0)),
    CONSTRAINT studio_run_token_check CHECK ((token >= 0)),
    CONSTRAINT studio_run_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT studio_run_tokens_out_check CHECK ((tokens_out >= 0)),
    CONSTRAINT studio_run_tokens_reserved_check CHECK ((tokens_reserved >= 0))
);



ALTER TABLE public.studio_run ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_signinlink (
    id bigint NOT NULL,
    digest character varying(32) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    user_id integer NOT NULL
);



ALTER TABLE public.studio_signinlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_signinlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE public.studio_unit (
    id bigint NOT NULL,
    key character varying(160) NOT NULL,
    pass_slug character varying(40) NOT NULL,
    section_id character varying(40) NOT NULL,
    movement_key character varying(60) NOT NULL,
    place integer NOT NULL,
    standing character varying(8) NOT NULL,
    work character varying(7) NOT NULL,
    is_stale boolean NOT NULL,
    is_pinned boolean NOT NULL,
    is_retired boolean NOT NULL,
    plan bigint NOT NULL,
    is_armed boolean NOT NULL,
    is_granted boolean NOT NULL,
    n_unmet integer NOT NULL,
    accepted_by character varying(6) NOT NULL,
    held_reason character varying(40) NOT NULL,
    held_words text NOT NULL,
    note text NOT NULL,
    n_attempts smallint NOT NULL,
    token integer NOT NULL,
    wanted_at timestamp with time zone,
    not_before timestamp with time zone,
    rung_at timestamp with time zone,
    change bigint NOT NULL,
    candidate_id bigint,
    current_id bigint,
    project_id bigint NOT NULL,
    CONSTRAINT a_held_unit_says_why CHECK (((NOT ((work)::text = 'held'::text)) OR (NOT (held_words = ''::text)))),
    CONSTRAINT a_unit_has_a_standing CHECK (((standing)::text = ANY ((ARRAY['none'::character varying, 'accepted'::character varying, 'reopened'::character varying])::text[]))),
    CONSTRAINT a_unit_has_a_work CHECK (((work)::text = ANY ((ARRAY['idle'::character varying, 'pending'::character varying, 'active'::character varying, 'review'::character varying, 'held'::character varying])::text[]))),
    CONSTRAINT a_unit_in_review_has_a_candidate CHECK (((NOT ((work)::text = 'review'::text)) OR (candidate_id IS NOT NULL))),
    CONSTRAINT an_accepted_unit_has_a_text CHECK ((((standing)::text = 'none'::text) OR (current_id IS NOT NULL))),
    CONSTRAINT studio_unit_change_check CHECK ((change >= 0)),
    CONSTRAINT studio_unit_n_attempts_check CHECK ((n_attempts >= 0)),
    CONSTRAINT studio_unit_n_unmet_check CHECK ((n_unmet >= 0)),
    CONSTRAINT studio_unit_place_check CHECK ((place >= 0)),
    CONSTRAINT studio_unit_plan_check CHECK ((plan >= 0)),
    CONSTRAINT studio_unit_token_check CHECK ((token >= 0))
);



ALTER TABLE public.studio_unit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.studio_unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



ALTER TABLE ONLY public.procrastinate_events ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_events_id_seq'::regclass);



ALTER TABLE ONLY public.procrastinate_jobs ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_jobs_id_seq'::regclass);



ALTER TABLE ONLY public.procrastinate_periodic_defers ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_periodic_defers_id_seq'::regclass);









INSERT INTO public.auth_permission VALUES
	(1, 'Can add log entry', 1, 'add_logentry'),
	(2, 'Can change log entry', 1, 'change_logentry'),
	(3, 'Can delete log entry', 1, 'delete_logentry'),
	(4, 'Can view log entry', 1, 'view_logentry'),
	(5, 'Can add permission', 2, 'add_permission'),
	(6, 'Can change permission', 2, 'change_permission'),
	(7, 'Can delete permission', 2, 'delete_permission'),
	(8, 'Can view permission', 2, 'view_permission'),
	(9, 'Can add group', 3, 'add_group'),
	(10, 'Can change group', 3, 'change_group'),
	(11, 'Can delete group', 3, 'delete_group'),
	(12, 'Can view group', 3, 'view_group'),
	(13, 'Can add user', 4, 'add_user'),
	(14, 'Can change user', 4, 'change_user'),
	(15, 'Can delete user', 4, 'delete_user'),
	(16, 'Can view user', 4, 'view_user'),
	(17, 'Can add content type', 5, 'add_contenttype'),
	(18, 'Can change content type', 5, 'change_contenttype'),
	(19, 'Can delete content type', 5, 'delete_contenttype'),
	(20, 'Can view content type', 5, 'view_contenttype'),
	(21, 'Can add session', 6, 'add_session'),
	(22, 'Can change session', 6, 'change_session'),
	(23, 'Can delete session', 6, 'delete_session'),
	(24, 'Can view session', 6, 'view_session'),
	(25, 'Can add procrastinate event', 7, 'add_procrastinateevent'),
	(26, 'Can change procrastinate event', 7, 'change_procrastinateevent'),
	(27, 'Can delete procrastinate event', 7, 'delete_procrastinateevent'),
	(28, 'Can view procrastinate event', 7, 'view_procrastinateevent'),
	(29, 'Can add procrastinate job', 8, 'add_procrastinatejob'),
	(30, 'Can change procrastinate job', 8, 'change_procrastinatejob'),
	(31, 'Can delete procrastinate job', 8, 'delete_procrastinatejob'),
	(32, 'Can view procrastinate job', 8, 'view_procrastinatejob'),
	(33, 'Can add procrastinate periodic defer', 9, 'add_procrastinateperiodicdefer'),
	(34, 'Can change procrastinate periodic defer', 9, 'change_procrastinateperiodicdefer'),
	(35, 'Can delete procrastinate periodic defer', 9, 'delete_procrastinateperiodicdefer'),
	(36, 'Can view procrastinate periodic defer', 9, 'view_procrastinateperiodicdefer'),
	(37, 'Can add procrastinate worker', 10, 'add_procrastinateworker'),
	(38, 'Can change procrastinate worker', 10, 'change_procrastinateworker'),
	(39, 'Can delete procrastinate worker', 10, 'delete_procrastinateworker'),
	(40, 'Can view procrastinate worker', 10, 'view_procrastinateworker'),
	(41, 'Can add blob', 11, 'add_blob'),
	(42, 'Can change blob', 11, 'change_blob'),
	(43, 'Can delete blob', 11, 'delete_blob'),
	(44, 'Can view blob', 11, 'view_blob'),
	(45, 'Can add run', 12, 'add_run'),
	(46, 'Can change run', 12, 'change_run'),
	(47, 'Can delete run', 12, 'delete_run'),
	(48, 'Can view run', 12, 'view_run'),
	(49, 'Can add project', 13, 'add_project'),
	(50, 'Can change project', 13, 'change_project');
INSERT INTO public.auth_permission VALUES
	(51, 'Can delete project', 13, 'delete_project'),
	(52, 'Can view project', 13, 'view_project'),
	(53, 'Can add artifact', 14, 'add_artifact'),
	(54, 'Can change artifact', 14, 'change_artifact'),
	(55, 'Can delete artifact', 14, 'delete_artifact'),
	(56, 'Can view artifact', 14, 'view_artifact'),
	(57, 'Can add endpoint', 15, 'add_endpoint'),
	(58, 'Can change endpoint', 15, 'change_endpoint'),
	(59, 'Can delete endpoint', 15, 'delete_endpoint'),
	(60, 'Can view endpoint', 15, 'view_endpoint'),
	(61, 'Can add partial', 16, 'add_partial'),
	(62, 'Can change partial', 16, 'change_partial'),
	(63, 'Can delete partial', 16, 'delete_partial'),
	(64, 'Can view partial', 16, 'view_partial'),
	(65, 'Can add export', 17, 'add_export'),
	(66, 'Can change export', 17, 'change_export'),
	(67, 'Can delete export', 17, 'delete_export'),
	(68, 'Can view export', 17, 'view_export'),
	(69, 'Can add entry', 18, 'add_entry'),
	(70, 'Can change entry', 18, 'change_entry'),
	(71, 'Can delete entry', 18, 'delete_entry'),
	(72, 'Can view entry', 18, 'view_entry'),
	(73, 'Can add commit', 19, 'add_commit'),
	(74, 'Can change commit', 19, 'change_commit'),
	(75, 'Can delete commit', 19, 'delete_commit'),
	(76, 'Can view commit', 19, 'view_commit'),
	(77, 'Can add cell', 20, 'add_cell'),
	(78, 'Can change cell', 20, 'change_cell'),
	(79, 'Can delete cell', 20, 'delete_cell'),
	(80, 'Can view cell', 20, 'view_cell'),
	(81, 'Can add read', 21, 'add_read'),
	(82, 'Can change read', 21, 'change_read'),
	(83, 'Can delete read', 21, 'delete_read'),
	(84, 'Can view read', 21, 'view_read'),
	(85, 'Can add sign in link', 22, 'add_signinlink'),
	(86, 'Can change sign in link', 22, 'change_signinlink'),
	(87, 'Can delete sign in link', 22, 'delete_signinlink'),
	(88, 'Can view sign in link', 22, 'view_signinlink'),
	(89, 'Can add unit', 23, 'add_unit'),
	(90, 'Can change unit', 23, 'change_unit'),
	(91, 'Can delete unit', 23, 'delete_unit'),
	(92, 'Can view unit', 23, 'view_unit'),
	(93, 'Can add review', 24, 'add_review'),
	(94, 'Can change review', 24, 'change_review'),
	(95, 'Can delete review', 24, 'delete_review'),
	(96, 'Can view review', 24, 'view_review'),
	(97, 'Can add requirement', 25, 'add_requirement'),
	(98, 'Can change requirement', 25, 'change_requirement'),
	(99, 'Can delete requirement', 25, 'delete_requirement'),
	(100, 'Can view requirement', 25, 'view_requirement');
INSERT INTO public.auth_permission VALUES
	(101, 'Can add reply', 26, 'add_reply'),
	(102, 'Can change reply', 26, 'change_reply'),
	(103, 'Can delete reply', 26, 'delete_reply'),
	(104, 'Can view reply', 26, 'view_reply'),
	(105, 'Can add finding', 27, 'add_finding'),
	(106, 'Can change finding', 27, 'change_finding'),
	(107, 'Can delete finding', 27, 'delete_finding'),
	(108, 'Can view finding', 27, 'view_finding'),
	(109, 'Can add draft', 28, 'add_draft'),
	(110, 'Can change draft', 28, 'change_draft'),
	(111, 'Can delete draft', 28, 'delete_draft'),
	(112, 'Can view draft', 28, 'view_draft');



INSERT INTO public.auth_user VALUES
	(1, '!J30qKfYLzDIUB1gX3ljeOJCdpXDEvsy96tgwdUEo', NULL, true, 'owner', '', '', '', true, true, '2026-11-30 18:46:17.446077+00');












INSERT INTO public.django_content_type VALUES
	(1, 'admin', 'logentry'),
	(2, 'auth', 'permission'),
	(3, 'auth', 'group'),
	(4, 'auth', 'user'),
	(5, 'contenttypes', 'contenttype'),
	(6, 'sessions', 'session'),
	(7, 'procrastinate', 'procrastinateevent'),
	(8, 'procrastinate', 'procrastinatejob'),
	(9, 'procrastinate', 'procrastinateperiodicdefer'),
	(10, 'procrastinate', 'procrastinateworker'),
	(11, 'studio', 'blob'),
	(12, 'studio', 'run'),
	(13, 'studio', 'project'),
	(14, 'studio', 'artifact'),
	(15, 'studio', 'endpoint'),
	(16, 'studio', 'partial'),
	(17, 'studio', 'export'),
	(18, 'studio', 'entry'),
	(19, 'studio', 'commit'),
	(20, 'studio', 'cell'),
	(21, 'studio', 'read'),
	(22, 'studio', 'signinlink'),
	(23, 'studio', 'unit'),
	(24, 'studio', 'review'),
	(25, 'studio', 'requirement'),
	(26, 'studio', 'reply'),
	(27, 'studio', 'finding'),
	(28, 'studio', 'draft');



INSERT INTO public.django_migrations VALUES
	(1, 'contenttypes', '0001_initial', '2026-11-30 18:46:14.333112+00'),
	(2, 'auth', '0001_initial', '2026-11-30 18:46:14.451926+00'),
	(3, 'admin', '0001_initial', '2026-11-30 18:46:14.499822+00'),
	(4, 'admin', '0002_logentry_remove_auto_add', '2026-11-30 18:46:14.513692+00'),
	(5, 'admin', '0003_logentry_add_action_flag_choices', '2026-11-30 18:46:14.528184+00'),
	(6, 'contenttypes', '0002_remove_content_type_name', '2026-11-30 18:46:14.5606+00'),
	(7, 'auth', '0002_alter_permission_name_max_length', '2026-11-30 18:46:14.572603+00'),
	(8, 'auth', '0003_alter_user_email_max_length', '2026-11-30 18:46:14.584917+00'),
	(9, 'auth', '0004_alter_user_username_opts', '2026-11-30 18:46:14.599631+00'),
	(10, 'auth', '0005_alter_user_last_login_null', '2026-11-30 18:46:14.61622+00'),
	(11, 'auth', '0006_require_contenttypes_0002', '2026-11-30 18:46:14.619768+00'),
	(12, 'auth', '0007_alter_validators_add_error_messages', '2026-11-30 18:46:14.63202+00'),
	(13, 'auth', '0008_alter_user_username_max_length', '2026-11-30 18:46:14.650856+00'),
	(14, 'auth', '0009_alter_user_last_name_max_length', '2026-11-30 18:46:14.668184+00'),
	(15, 'auth', '0010_alter_group_name_max_length', '2026-11-30 18:46:14.686611+00'),
	(16, 'auth', '0011_update_proxy_permissions', '2026-11-30 18:46:14.701524+00'),
	(17, 'auth', '0012_alter_user_first_name_max_length', '2026-11-30 18:46:14.716378+00'),
	(18, 'procrastinate', '0001_initial', '2026-11-30 18:46:14.769363+00'),
	(19, 'procrastinate', '0002_drop_started_at_column', '2026-11-30 18:46:14.773175+00'),
	(20, 'procrastinate', '0003_drop_started_at_column', '2026-11-30 18:46:14.776391+00'),
	(21, 'procrastinate', '0004_drop_procrastinate_version_table', '2026-11-30 18:46:14.780773+00'),
	(22, 'procrastinate', '0005_fix_procrastinate_fetch_job', '2026-11-30 18:46:14.784798+00'),
	(23, 'procrastinate', '0006_fix_trigger_status_events_insert', '2026-11-30 18:46:14.788561+00'),
	(24, 'procrastinate', '0007_add_queueing_lock_column', '2026-11-30 18:46:14.795777+00'),
	(25, 'procrastinate', '0008_close_fetch_job_race_condition', '2026-11-30 18:46:14.802812+00'),
	(26, 'procrastinate', '0009_add_defer_job_function', '2026-11-30 18:46:14.813088+00'),
	(27, 'procrastinate', '0010_add_procrastinate_periodic_defers', '2026-11-30 18:46:14.82802+00'),
	(28, 'procrastinate', '0011_add_foreign_key_index', '2026-11-30 18:46:14.833763+00'),
	(29, 'procrastinate', '0012_add_locks_to_periodic_defer', '2026-11-30 18:46:14.842484+00'),
	(30, 'procrastinate', '0013_fix_procrastinate_defer_periodic_job', '2026-11-30 18:46:14.852806+00'),
	(31, 'procrastinate', '0014_add_finish_job_and_retry_job_functions', '2026-11-30 18:46:14.85638+00'),
	(32, 'procrastinate', '0015_add_trigger_on_job_deletion', '2026-11-30 18:46:14.860374+00'),
	(33, 'procrastinate', '0016_delete_finished_jobs', '2026-11-30 18:46:14.863052+00'),
	(34, 'procrastinate', '0017_add_checks_to_finish_job', '2026-11-30 18:46:14.868361+00'),
	(35, 'procrastinate', '0018_add_checks_to_retry_job', '2026-11-30 18:46:14.872277+00'),
	(36, 'procrastinate', '0019_fix_finish_job_compat_issue', '2026-11-30 18:46:14.876479+00'),
	(37, 'procrastinate', '0020_add_index_on_procrastinate_jobs', '2026-11-30 18:46:14.881658+00'),
	(38, 'procrastinate', '0021_add_kwargs_to_defer_periodic_job', '2026-11-30 18:46:14.89054+00'),
	(39, 'procrastinate', '0022_null_locks_excluded', '2026-11-30 18:46:14.896838+00'),
	(40, 'procrastinate', '0023_remove_old_finish_job_function', '2026-11-30 18:46:14.90057+00'),
	(41, 'procrastinate', '0024_job_id_bigint', '2026-11-30 18:46:14.914348+00'),
	(42, 'procrastinate', '0025_add_models', '2026-11-30 18:46:14.926145+00'),
	(43, 'procrastinate', '0026_add_job_priority', '2026-11-30 18:46:14.938213+00'),
	(44, 'procrastinate', '0027_add_periodic_job_priority', '2026-11-30 18:46:14.944115+00'),
	(45, 'procrastinate', '0028_add_cancel_states', '2026-11-30 18:46:14.951238+00'),
	(46, 'procrastinate', '0029_add_additional_params_to_retry_job', '2026-11-30 18:46:14.960521+00'),
	(47, 'procrastinate', '0030_alter_procrastinateevent_options', '2026-11-30 18:46:14.963891+00'),
	(48, 'procrastinate', '0031_add_indexes_for_fetch_job', '2026-11-30 18:46:14.979753+00'),
	(49, 'procrastinate', '0032_pre_cancel_notification', '2026-11-30 18:46:14.992031+00'),
	(50, 'procrastinate', '0033_post_cancel_notification', '2026-11-30 18:46:15.025308+00');
INSERT INTO public.django_migrations VALUES
	(51, 'procrastinate', '0034_pre_add_heartbeat', '2026-11-30 18:46:15.045788+00'),
	(52, 'procrastinate', '0035_post_add_heartbeat', '2026-11-30 18:46:15.052432+00'),
	(53, 'procrastinate', '0036_add_worker_model', '2026-11-30 18:46:15.057796+00'),
	(54, 'procrastinate', '0037_pre_batch_defer_jobs', '2026-11-30 18:46:15.063142+00'),
	(55, 'procrastinate', '0038_post_batch_defer_jobs', '2026-11-30 18:46:15.072514+00'),
	(56, 'procrastinate', '0039_pre_priority_lock_fetch_job', '2026-11-30 18:46:15.076653+00'),
	(57, 'procrastinate', '0040_pre_retry_failed_job', '2026-11-30 18:46:15.0805+00'),
	(58, 'procrastinate', '0041_post_retry_failed_job', '2026-11-30 18:46:15.084739+00'),
	(59, 'sessions', '0001_initial', '2026-11-30 18:46:15.107798+00'),
	(60, 'studio', '0001_first', '2026-11-30 18:46:16.659414+00'),
	(61, 'studio', '0002_written_once', '2026-11-30 18:46:16.66229+00'),
	(62, 'studio', '0003_drafts', '2026-11-30 18:46:16.689781+00');






INSERT INTO public.procrastinate_events VALUES
	(20, 10, 'deferred', '2026-11-30 18:46:43.296767+00'),
	(21, 11, 'deferred', '2026-11-30 18:46:43.296767+00'),
	(22, 12, 'deferred', '2026-11-30 18:46:43.296767+00'),
	(23, 13, 'deferred', '2026-11-30 18:46:43.296767+00'),
	(24, 10, 'started', '2026-11-30 18:46:43.340213+00'),
	(25, 11, 'started', '2026-11-30 18:46:43.343182+00'),
	(26, 14, 'deferred', '2026-11-30 18:46:43.40976+00');



INSERT INTO public.procrastinate_jobs VALUES
	(12, 'units', 'studio.operate', NULL, '{"unit_id": 15}', 'todo', NULL, 0, NULL, 0, false, NULL),
	(13, 'units', 'studio.operate', NULL, '{"unit_id": 16}', 'todo', NULL, 0, NULL, 0, false, NULL),
	(10, 'units', 'studio.operate', NULL, '{"unit_id": 13}', 'doing', NULL, 0, NULL, 0, false, 2),
	(11, 'units', 'studio.operate', NULL, '{"unit_id": 14}', 'doing', NULL, 0, NULL, 0, false, 2),
	(14, 'units', 'studio.operate', NULL, '{"unit_id": 17}', 'todo', NULL, 0, NULL, 0, false, NULL);






INSERT INTO public.procrastinate_workers OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-30 18:46:18.481364+00'),
	(2, '2026-11-30 18:46:40.563889+00');



INSERT INTO public.studio_artifact VALUES
	(1, 1, '20d7b28bd7119898f3433a6e6409e166', 'model', 'scripted', 'Written', '[]', '[]', 0, 1634, '2026-11-30 18:46:18.64556+00', NULL, NULL, 1, 1, 1),
	(2, 1, '3b12b420a372c7612c96c0a2e4e14610', 'model', 'scripted', 'Written', '[]', '[]', 0, 936, '2026-11-30 18:46:18.743817+00', NULL, NULL, 2, 1, 2),
	(3, 1, '85d6fa85187e667b8be9f970fa72cbbd', 'model', 'scripted', 'Written', '[]', '[]', 0, 134, '2026-11-30 18:46:18.913328+00', NULL, NULL, 4, 1, 4),
	(4, 1, '81cdd4b9f7343152837146adbf60e43a', 'model', 'scripted', 'Written', '[]', '[]', 0, 127, '2026-11-30 18:46:18.927532+00', NULL, NULL, 3, 1, 3),
	(5, 1, '2b0a2b3e30996032356a062ae8d47998', 'model', 'scripted', 'Written', '[]', '[]', 0, 128, '2026-11-30 18:46:18.933318+00', NULL, NULL, 5, 1, 5),
	(6, 1, '05bd6eb1e9bc588d30f6e6ba73d5d549', 'model', 'scripted', 'Written', '[]', '[]', 0, 126, '2026-11-30 18:46:18.987857+00', NULL, NULL, 6, 1, 6),
	(7, 1, '1cf4af5e1151ccc9248b4d00a43b5faa', 'model', 'scripted', 'Written', '[["p1", "model"]]', '[]', 76, 94, '2026-11-30 18:46:19.17596+00', NULL, NULL, 7, 1, 7),
	(8, 1, 'e122d1d4f6e582139c551a453a41b077', 'model', 'scripted', 'Written', '[["p1", "model"]]', '[]', 85, 105, '2026-11-30 18:46:19.200929+00', NULL, NULL, 9, 1, 9),
	(9, 1, '2a11f89d0f9c93cfc461b99d23436506', 'model', 'scripted', 'Written', '[["p1", "model"]]', '[]', 86, 107, '2026-11-30 18:46:19.238469+00', NULL, NULL, 10, 1, 10),
	(10, 1, 'fd5ba0d6f979c2d1cb46f14e22d3a0af', 'model', 'scripted', 'Written', '[["p1", "model"], ["p2", "model"]]', '[]', 76, 95, '2026-11-30 18:46:19.194873+00', NULL, NULL, 8, 1, 8),
	(11, 1, '2e05b9e17120f7c17a861f556a771a6c', 'model', 'scripted', 'Written', '[]', '[]', 0, 1741, '2026-11-30 18:46:43.191994+00', NULL, NULL, 16, 2, 11),
	(12, 1, '0f6cb6ae892222a0367e72ec76808e1b', 'model', 'scripted', 'Written', '[]', '[]', 0, 1121, '2026-11-30 18:46:43.296303+00', NULL, NULL, 17, 2, 12),
	(13, 1, 'e1689eaef2d3581f9e6b64cb05894f3b', 'model', 'scripted', 'Written', '[]', '[]', 0, 131, '2026-11-30 18:46:43.406314+00', NULL, NULL, 18, 2, 13),
	(14, 1, '626347966594b2eab8657d0e470f6227', 'model', 'scripted', 'Written', '[]', '[]', 0, 135, '2026-11-30 18:46:43.470258+00', NULL, NULL, 19, 2, 14),
	(15, 1, '76eecefa16366326253cc0fe749524a5', 'model', 'scripted', 'Written', '[["p1", "model"]]', '[]', 61, 77, '2026-11-30 18:46:43.547222+00', NULL, NULL, 20, 2, 18),
	(16, 2, 'bd5829abae2cebdac97d5d5b2d9217a3', 'person', 'owner', 'Edited', '[["p1001e", "person"], ["p1002e", "person"]]', '[]', 10, 14, '2026-11-30 18:46:44.259787+00', 1, 10, NULL, 1, 8);



INSERT INTO public.studio_blob VALUES
	('2e1e6c227c3504a6fef9b6644427b121', '{"constraints":[],"voice":""}'),
	('7d6a79af60d9434cc197d1f08c49215d', '"en"'),
	('87de19ff5df3de439c5831bf1a185a31', '300'),
	('c9f155e02576de92c650f7943e9d2cdb', '"Why towns should remember their rivers."'),
	('dd8a9e496bd8c69c5c77db4c77572fb0', '""'),
	('eb4de3b75574904252e9edccd2cd2374', '{"thesis": {"text": "If a candle gathers anything, it gathers the distant mirror and leaves the road alone.", "claim": [{"text": "The notebook is silent; the key is not, and that weighs the whole reef.", "premise": [{"text": "On closer view, the grave kitchen was never the point, since the cellar follows the field.", "grounds": "A narrow road outlasts little by itself, yet behind the school it gathers the tower and the signal."}, {"text": "One window recalls another until the stubborn observatory measures the last of them.", "grounds": "The valley and the mirror stood above the valley; only the sunken gate steadies them both."}], "objection": [{"text": "The island and the inn stood near the coast; only the sunken orchard measures them both.", "answer": "Between the modest anchor and the mountain lies a mill that recalls neither."}]}, {"text": "It was the map, not the letter, that warns the slender door without much ceremony.", "premise": [{"text": "The mountain is silver; the ledger is not, and that recalls the whole shore.", "grounds": "Between the fading mountain and the map lies a market that names neither."}, {"text": "It was the notebook, not the reef, that questions the steady road after the long rain.", "grounds": "One sail divides another until the northern attic outlasts the last of them."}], "objection": [{"text": "The mill is green; the wheel is not, and that warns the whole island.", "answer": "The keen thread gathers what the valley had left against all advice."}]}, {"text": "It was the vessel, not the field, that recalls the gentle stone between two seasons.", "premise": [{"text": "Between the modest ladder and the vessel lies a road that carries neither.", "grounds": "There is a fair key for a whole winter, and it measures every forest that comes its way."}, {"text": "What the garden steadies, the open shore carries against all advice.", "grounds": "What the quarry reveals, the narrow map weighs after the long rain."}], "objection": [{"text": "What the reef answers, the patient map opens for a whole winter.", "answer": "What the pier questions, the ancient forest marks beside the railway."}]}]}, "term": [{"name": "The Yearly Stone of Jetty", "definition": "Nobody who saw the silver attic doubted that it warns the path in plain sight."}, {"name": "The Northern Inn of Sail", "definition": "No cellar repairs the candle for long, and the bitter field least of all."}]}
'),
	('f5abf0b6382a282242454b187f16f948', '{"prompt":"---\npurpose: States the argument of the whole book, from the author''s intention\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. You set down its argument before a page of it is written. Every sentence is plain, complete and open to disagreement: \"Towns should repair benches within a week\" and never \"The importance of benches\".\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nLength of the book in words: {{book_words}}\n\nWhat the book has already settled; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nState the argument.\nOne thesis: a single sentence that says what the reader should believe, and why.\nThe claims: each a separate step towards the thesis, in the order in which a reader should meet them. None may repeat the thesis or another claim. Choose as many as the length can carry, and no more.\nUnder each claim one or two premises: something that could be seen, counted or checked, taken from the author''s intention or from common experience. Do not make up figures, studies or names.\nWhere a fair opponent would protest, the objection to that claim, in words that the opponent would accept.\nThe terms: only words that the book needs in one exact sense, each with a definition of one sentence that does not use the word itself.\nReturn only JSON: the thesis, the claims with their premises and objections inside them, and the terms. All text is in {{language}}.\n","schema_version":1}'),
	('20d7b28bd7119898f3433a6e6409e166', '{
 "proposal": [
  {
   "body": {
    "fields": {
     "text": "If a candle gathers anything, it gathers the distant mirror and leaves the road alone."
    },
    "kind": "thesis",
    "relations": []
   },
   "expects": "",
   "key": "object/thesis-1"
  },
  {
   "body": {
    "fields": {
     "text": "The notebook is silent; the key is not, and that weighs the whole reef."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-1"
  },
  {
   "body": {
    "fields": {
     "grounds": "A narrow road outlasts little by itself, yet behind the school it gathers the tower and the signal.",
     "text": "On closer view, the grave kitchen was never the point, since the cellar follows the field."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-1"
  },
  {
   "body": {
    "fields": {
     "grounds": "The valley and the mirror stood above the valley; only the sunken gate steadies them both.",
     "text": "One window recalls another until the stubborn observatory measures the last of them."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-2"
  },
  {
   "body": {
    "fields": {
     "answer": "Between the modest anchor and the mountain lies a mill that recalls neither.",
     "text": "The island and the inn stood near the coast; only the sunken orchard measures them both."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-1"
  },
  {
   "body": {
    "fields": {
     "text": "It was the map, not the letter, that warns the slender door without much ceremony."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-2"
  },
  {
   "body": {
    "fields": {
     "grounds": "Between the fading mountain and the map lies a market that names neither.",
     "text": "The mountain is silver; the ledger is not, and that recalls the whole shore."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-3"
  },
  {
   "body": {
    "fields": {
     "grounds": "One sail divides another until the northern attic outlasts the last of them.",
     "text": "It was the notebook, not the reef, that questions the steady road after the long rain."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-4"
  },
  {
   "body": {
    "fields": {
     "answer": "The keen thread gathers what the valley had left against all advice.",
     "text": "The mill is green; the wheel is not, and that warns the whole island."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-2"
  },
  {
   "body": {
    "fields": {
     "text": "It was the vessel, not the field, that recalls the gentle stone between two seasons."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-3"
  },
  {
   "body": {
    "fields": {
     "grounds": "There is a fair key for a whole winter, and it measures every forest that comes its way.",
     "text": "Between the modest ladder and the vessel lies a road that carries neither."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-5"
  },
  {
   "body": {
    "fields": {
     "grounds": "What the quarry reveals, the narrow map weighs after the long rain.",
     "text": "What the garden steadies, the open shore carries against all advice."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-6"
  },
  {
   "body": {
    "fields": {
     "answer": "What the pier questions, the ancient forest marks beside the railway.",
     "text": "What the reef answers, the patient map opens for a whole winter."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-3"
  },
  {
   "body": {
    "fields": {
     "definition": "Nobody who saw the silver attic doubted that it warns the path in plain sight.",
     "name": "The Yearly Stone of Jetty"
    },
    "kind": "term",
    "relations": []
   },
   "expects": "",
   "key": "object/term-1"
  },
  {
   "body": {
    "fields": {
     "definition": "No cellar repairs the candle for long, and the bitter field least of all.",
     "name": "The Northern Inn of Sail"
    },
    "kind": "term",
    "relations": []
   },
   "expects": "",
   "key": "object/term-2"
  }
 ]
}'),
	('16ef7dbf1fc09c10581ed236d1fb69b5', '{"fields":{"grounds":"There is a fair key for a whole winter, and it measures every forest that comes its way.","text":"Between the modest ladder and the vessel lies a road that carries neither."},"kind":"premise","relations":[{"name":"supports","to":"claim-3"}]}'),
	('1d961db1b29c430c752b74e166f98c1b', '{"fields":{"grounds":"One sail divides another until the northern attic outlasts the last of them.","text":"It was the notebook, not the reef, that questions the steady road after the long rain."},"kind":"premise","relations":[{"name":"supports","to":"claim-2"}]}'),
	('3ccc64499a96ea388ea4962aa0d5a73b', '{"fields":{"text":"If a candle gathers anything, it gathers the distant mirror and leaves the road alone."},"kind":"thesis","relations":[]}'),
	('5ebd796e80a8a9ed0347c1fdd9cb88a8', '{"fields":{"grounds":"A narrow road outlasts little by itself, yet behind the school it gathers the tower and the signal.","text":"On closer view, the grave kitchen was never the point, since the cellar follows the field."},"kind":"premise","relations":[{"name":"supports","to":"claim-1"}]}'),
	('3b12b420a372c7612c96c0a2e4e14610', '{
 "proposal": [
  {
   "body": {
    "depends_on": [],
    "done_when": "",
    "establishes": [],
    "parent": null,
    "rank": 1,
    "role": "chapter",
    "synopsis": "One signal follows another until the golden pier holds the last of them.",
    "title": "The Common Jetty of Library",
    "uses": [],
    "words": 0
   },
   "expects": "",
   "key": "section/s1"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "Meanwhile, the wild key was never the point, since the kitchen explains the lantern.",
    "establishes": [
     "premise-2",
     "premise-3"
    ],
    "parent": "s1",
    "rank": 1,
    "role": "section",
    "synopsis": "Because of this, they asked whether an archive steadies the forest, or whether the narrow gate does.",
    "title": "The Spare Needle of Orchard",
    "uses": [
     "claim-3",
     "premise-4"
    ],
    "words": 80
   },
   "expects": "",
   "key": "section/s2"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "Whoever questions a mill along the canal soon needs a modest archive as well.",
    "establishes": [
     "premise-2",
     "premise-3",
     "premise-5"
    ],
    "parent": "s1",
    "rank": 2,
    "role": "section",
    "synopsis": "The grave chapel answers what the lantern had left for a whole winter.",
    "title": "The Bold Forest of Door",
    "uses": [
     "premise-1",
     "term-2"
    ],
    "words": 80
   },
   "expects": "",
   "key": "section/s3"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "",
    "establishes": [],
    "parent": null,
    "rank": 2,
    "role": "chapter",
    "synopsis": "By contrast, the plain wheel was never the point, since the cellar outlasts the stone.",
    "title": "The Distant Mountain of Kitchen",
    "uses": [],
    "words": 0
   },
   "expects": "",
   "key": "section/s4"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "Whoever measures a candle in plain sight soon needs a fair river as well.",
    "establishes": [
     "claim-2",
     "premise-4",
     "premise-6"
    ],
    "parent": "s4",
    "rank": 1,
    "role": "section",
    "synopsis": "Most of the time, the fair journal was never the point, since the observatory measures the compass.",
    "title": "The Fair Signal of Notebook",
    "uses": [
     "premise-1"
    ],
    "words": 80
   },
   "expects": "",
   "key": "section/s5"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "More than once, one tender key is enough: it names the gate, and the library stays where it was.",
    "establishes": [
     "claim-2",
     "claim-3",
     "premise-5"
    ],
    "parent": "s4",
    "rank": 2,
    "role": "section",
    "synopsis": "A deep oven weighs little by itself, yet behind the school it repairs the map and the wheel.",
    "title": "The Winding Map of Archive",
    "uses": [
     "objection-3",
     "premise-1"
    ],
    "words": 80
   },
   "expects": "",
   "key": "section/s6"
  }
 ]
}'),
	('1aa241ec9e03a24b4c3a85f148473726', '[{"definition":"No cellar repairs the candle for long, and the bitter field least of all.","id":"term-2","name":"The Northern Inn of Sail"}]'),
	('613ec2db063e173923ef20eda27ef9bd', '{"chapters": [{"title": "The Common Jetty of Library", "synopsis": "One signal follows another until the golden pier holds the last of them.", "sections": [{"title": "The Spare Needle of Orchard", "synopsis": "Because of this, they asked whether an archive steadies the forest, or whether the narrow gate does.", "words": 2506, "done_when": "Meanwhile, the wild key was never the point, since the kitchen explains the lantern.", "establishes": ["premise-2", "premise-3"], "uses": ["claim-3", "premise-2", "premise-4"]}, {"title": "The Bold Forest of Door", "synopsis": "The grave chapel answers what the lantern had left for a whole winter.", "words": 2785, "done_when": "Whoever questions a mill along the canal soon needs a modest archive as well.", "establishes": ["premise-2", "premise-3", "premise-5"], "uses": ["premise-1", "term-2"]}]}, {"title": "The Distant Mountain of Kitchen", "synopsis": "By contrast, the plain wheel was never the point, since the cellar outlasts the stone.", "sections": [{"title": "The Fair Signal of Notebook", "synopsis": "Most of the time, the fair journal was never the point, since the observatory measures the compass.", "words": 2081, "done_when": "Whoever measures a candle in plain sight soon needs a fair river as well.", "establishes": ["claim-2", "premise-4", "premise-6"], "uses": ["premise-1", "premise-4"]}, {"title": "The Winding Map of Archive", "synopsis": "A deep oven weighs little by itself, yet behind the school it repairs the map and the wheel.", "words": 411, "done_when": "More than once, one tender key is enough: it names the gate, and the library stays where it was.", "establishes": ["claim-2", "claim-3", "premise-5"], "uses": ["claim-3", "objection-3", "premise-1"]}]}]}
'),
	('6e469100579f98a96464a40fd5886cf0', '{"fields":{"grounds":"What the quarry reveals, the narrow map weighs after the long rain.","text":"What the garden steadies, the open shore carries against all advice."},"kind":"premise","relations":[{"name":"supports","to":"claim-3"}]}'),
	('6e8387e61db5e4f074de357bbc625e10', '{"fields":{"answer":"What the pier questions, the ancient forest marks beside the railway.","text":"What the reef answers, the patient map opens for a whole winter."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-3"}]}'),
	('802eab98af09d74804bea7f9224fffd0', '{"fields":{"definition":"Nobody who saw the silver attic doubted that it warns the path in plain sight.","name":"The Yearly Stone of Jetty"},"kind":"term","relations":[]}'),
	('80b7033ad202d320e838129e70adffce', '{"fields":{"definition":"No cellar repairs the candle for long, and the bitter field least of all.","name":"The Northern Inn of Sail"},"kind":"term","relations":[]}'),
	('bd05a53854c4e83f37e7f0bcadf53460', '{"fields":{"answer":"The keen thread gathers what the valley had left against all advice.","text":"The mill is green; the wheel is not, and that warns the whole island."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-2"}]}'),
	('ce4185c5c736aeeed561493e951181d4', '{"fields":{"text":"It was the map, not the letter, that warns the slender door without much ceremony."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('d4853c08c8029a7251b0af107c99c70a', '[{"fields":{"text":"If a candle gathers anything, it gathers the distant mirror and leaves the road alone."},"kind":"thesis","relations":[]}]'),
	('de9970fbe6ec8a9648b3b2589efd784f', '{"prompt":"---\npurpose: Turns the argument into chapters and sections\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. Its argument stands. You decide in what order a reader meets it, and what each section has to do.\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nThe thesis:\n{{thesis}}\n\nWhat the book has to establish, each with its id:\n{{all_objects}}\n\nThe outline as it stands; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nWrite the outline of the book in chapters and sections. The words of all sections together come to {{book_words}}. A section usually has 400 to 1,500 words; a short book needs only one chapter and a few sections.\nBegin with a case that a reader can see. Bring each claim where the reader has just begun to need it, and its objection soon after it. Let no two sections do the same work.\nFor each section give: a title of at most six words that names something; a synopsis of one or two sentences that says what happens in it; its words; the ids of what it establishes; the ids of what it uses; and done_when, one sentence that a reader could check.\nEvery claim and every premise is established in exactly one section. Use only ids from the list.\nReturn only JSON. All text is in {{language}}.\n","schema_version":1}'),
	('e43c5e1f528381f559665bf7cbda0520', '{"fields":{"text":"It was the vessel, not the field, that recalls the gentle stone between two seasons."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('e5721e0d7f213c48cd15e21cb3d64038', '["claim-1","claim-2","claim-3","objection-1","objection-2","objection-3","premise-1","premise-2","premise-3","premise-4","premise-5","premise-6","term-1","term-2","thesis-1"]'),
	('f0610445ded43a6f31069d1a40d486e0', '{"fields":{"answer":"Between the modest anchor and the mountain lies a mill that recalls neither.","text":"The island and the inn stood near the coast; only the sunken orchard measures them both."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-1"}]}'),
	('f73e47116289076a414f434704722c47', '{"fields":{"text":"The notebook is silent; the key is not, and that weighs the whole reef."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('fa64f96bb3ac9ee703ecd8cc0cd0e1df', '{"fields":{"grounds":"The valley and the mirror stood above the valley; only the sunken gate steadies them both.","text":"One window recalls another until the stubborn observatory measures the last of them."},"kind":"premise","relations":[{"name":"supports","to":"claim-1"}]}'),
	('fd17b469b3d44552644443ef95a9f62a', '{"fields":{"grounds":"Between the fading mountain and the map lies a market that names neither.","text":"The mountain is silver; the ledger is not, and that recalls the whole shore."},"kind":"premise","relations":[{"name":"supports","to":"claim-2"}]}'),
	('27dc12083bc1c0f43273fc8c9f708590', '{"movements": [{"title": "The Faithful Gate of Kettle", "purpose": "As a rule a frozen wheel gathers them, and the glass is left by common consent.", "words": 446, "done_when": "There is a common wheel by common consent, and it names every thread that comes its way."}]}
'),
	('43a58ebe4525051ff1f5d97ee351f3e4', '{"depends_on":[],"done_when":"Whoever questions a mill along the canal soon needs a modest archive as well.","establishes":["premise-2","premise-3","premise-5"],"role":"section","synopsis":"The grave chapel answers what the lantern had left for a whole winter.","title":"The Bold Forest of Door","uses":["premise-1","term-2"],"words":80}'),
	('25d19eb933cde2f6884d6da2469217f1', '{"movements": [{"title": "The Lasting Attic of Road", "purpose": "Some days, the bell marks a faithful door along the canal.", "words": 651, "done_when": "Until then, they asked whether a hedge crosses the window, or whether the green bridge does."}]}
'),
	('5d8e8444442f9897bd917b4c82f6825c', '{"prompt":"---\npurpose: Divides one section into the passages in which it will be written\nversion: 1\n---\n# system\nYou plan one section of a non-fiction book in {{language}}. You divide it into passages. Each passage is one step that the reader takes: it shows, or defines, or argues, or answers, and then the next one begins.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; do not argue it again:\n{{conclusions}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe section:\n{{section}}\n\nIts passages as they stand; keep the key of each one that still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nDivide the section into passages of 150 to 450 words; two or three are usually enough. Their words together come to {{words}}.\nThe first passage begins with something that can be seen. A term is defined where it is first needed. The last passage reaches what the section is done when it has reached, and does not sum up.\nFor each passage give: a title of at most six words; its purpose, one sentence that begins with a verb and names the particular case or reason to be used; its words; and done_when, one sentence that a reader could check.\nReturn only JSON: the list of passages in their order. All text is in {{language}}.\n","schema_version":1}'),
	('716c38a5eeb3f36e3520b0c2b30e9290', '["premise-2","premise-3","premise-5","premise-1","term-2"]'),
	('b4cc2bb8e6dbf7c5413ec365ec545928', '{"peers":[{"id":"s2","role":"section","title":"The Spare Needle of Orchard"},{"id":"s3","role":"section","title":"The Bold Forest of Door"}],"within":"The Common Jetty of Library"}'),
	('65f7a357be33136b698d2b56caba5f39', '{"depends_on":[],"done_when":"Meanwhile, the wild key was never the point, since the kitchen explains the lantern.","establishes":["premise-2","premise-3"],"role":"section","synopsis":"Because of this, they asked whether an archive steadies the forest, or whether the narrow gate does.","title":"The Spare Needle of Orchard","uses":["claim-3","premise-4"],"words":80}'),
	('67d88316443a925c24562a59155ed1e9', '["premise-2","premise-3","claim-3","premise-4"]'),
	('7ebb3c7c2a87b1a2f8a7ed729ecb040d', '[]'),
	('be9b4750bff5ac4f14d7c7e7c485507f', '{"movements": [{"title": "The Secret Archive of Jetty", "purpose": "Between the careful field and the hedge lies a vessel that changes neither.", "words": 878, "done_when": "The kitchen is sudden; the map is not, and that opens the whole jetty."}]}
'),
	('85d6fa85187e667b8be9f970fa72cbbd', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "There is a common wheel by common consent, and it names every thread that comes its way.",
      "key": "the-faithful-gate-of",
      "purpose": "As a rule a frozen wheel gathers them, and the glass is left by common consent.",
      "title": "The Faithful Gate of Kettle",
      "words": 80
     }
    ]
   },
   "expects": "",
   "key": "map/s3"
  }
 ]
}'),
	('81cdd4b9f7343152837146adbf60e43a', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "The kitchen is sudden; the map is not, and that opens the whole jetty.",
      "key": "the-secret-archive-of",
      "purpose": "Between the careful field and the hedge lies a vessel that changes neither.",
      "title": "The Secret Archive of Jetty",
      "words": 80
     }
    ]
   },
   "expects": "",
   "key": "map/s2"
  }
 ]
}'),
	('4f0e04c7f64c93576339b0bdbf129e28', '{"done_when":"The kitchen is sudden; the map is not, and that opens the whole jetty.","key":"the-secret-archive-of","purpose":"Between the careful field and the hedge lies a vessel that changes neither.","title":"The Secret Archive of Jetty","words":80}'),
	('fd5ba0d6f979c2d1cb46f14e22d3a0af', 'The door is fair; the market is not, and that recalls the whole kitchen. Take the river for a whole winter: it outlasts the lantern before anyone mentions the wandering kitchen. There is a honest wheel against all advice, and it crosses every oven that comes its way.

Between the ancient barn and the key lies a yard that warns neither. At first, the fair notebook was never the point, since the mill keeps the mirror.
'),
	('2a11f89d0f9c93cfc461b99d23436506', 'What the tower gathers, the calm door settles beside the railway. No archive outlasts the inn for long, and the restless window least of all. In practice a honest lantern opens them, and the reef is left across the square. A second inn recalls little by itself, yet inside the workshop it answers the glass and the path. One letter carries another until the golden orchard divides the last of them. If a sail outlasts anything, it outlasts the sunken observatory and leaves the gate alone.
'),
	('caa03f5542dad28f568fd97955d29fde', '{"done_when":"The ladder is silent; the chapel is not, and that outlasts the whole mountain.","key":"the-quiet-field-of","purpose":"What the window measures, the proud cellar recalls beside the railway.","title":"The Quiet Field of River","words":80}'),
	('1f253d9ad45f47830238d64ab2b8a25e', '{"findings": []}
'),
	('774c010bebc764652dcd76f9419bf382', '[{"done_when":"There is a common wheel by common consent, and it names every thread that comes its way.","key":"the-faithful-gate-of","purpose":"As a rule a frozen wheel gathers them, and the glass is left by common consent.","title":"The Faithful Gate of Kettle","words":80}]'),
	('dfddda76e69dc768b2cbca9b8eba7802', '{"prompt":"---\npurpose: Reads one passage as a fair opponent and names what does not hold\nversion: 1\n---\n# system\nYou read a passage of a non-fiction book in {{language}} before it is printed, as a fair and well-informed opponent. You name what would embarrass the author. You do not rewrite, you do not praise, and you leave matters of taste alone.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhat earlier sections have established:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe passages of the section:\n{{map}}\n\nThis passage:\n{{movement}}\n\nIts text, paragraph by paragraph, numbered:\n{{text}}\n\nYour previous reply could not be used:\n{{last_failure}}\n\nLook for these faults, and only these:\na statement of fact that nothing above supports, or a figure, a study or a quotation without a source;\na conclusion that is wider than its reasons, such as one case made into a rule;\na contradiction of the text itself, of what earlier sections have established or of what this section has to say;\na term used in another sense than the one defined;\na rule for the prose that is broken;\na purpose of this passage that is not fulfilled;\na thought that is said twice.\nFor each fault give the number of the paragraph; a quote of four to twenty words, copied exactly from that paragraph; what is wrong, in one sentence that the author can act on; and whether it must be fixed before printing. A fault must be fixed only if a careful reader would stop believing the book because of it.\nGive the worst first, at most five. A passage may well have no fault: then the list is empty.\nReturn only JSON. Write your remarks in {{language}}.\n","schema_version":1}'),
	('bd5829abae2cebdac97d5d5b2d9217a3', 'What I wrote stays as I wrote it.

Every word.
'),
	('725788cfb368e654b36d565df63e182c', '{"depends_on":[],"done_when":"Whoever measures a candle in plain sight soon needs a fair river as well.","establishes":["claim-2","premise-4","premise-6"],"role":"section","synopsis":"Most of the time, the fair journal was never the point, since the observatory measures the compass.","title":"The Fair Signal of Notebook","uses":["premise-1"],"words":80}');
INSERT INTO public.studio_blob VALUES
	('acba39e53b9521fbaecb3941c287715e', '["claim-2","premise-4","premise-6","premise-1","objection-2","premise-3"]'),
	('f3e142ac3d6e390a1d1a88c5035c3630', '{"peers":[{"id":"s5","role":"section","title":"The Fair Signal of Notebook"},{"id":"s6","role":"section","title":"The Winding Map of Archive"}],"within":"The Distant Mountain of Kitchen"}'),
	('06939713af1652d19b03a6527ba92118', '{"depends_on":[],"done_when":"More than once, one tender key is enough: it names the gate, and the library stays where it was.","establishes":["claim-2","claim-3","premise-5"],"role":"section","synopsis":"A deep oven weighs little by itself, yet behind the school it repairs the map and the wheel.","title":"The Winding Map of Archive","uses":["objection-3","premise-1"],"words":80}'),
	('1a85de46f19cf23474062d51301cb337', '{"movements": [{"title": "The Quiet Field of River", "purpose": "What the window measures, the proud cellar recalls beside the railway.", "words": 643, "done_when": "The ladder is silent; the chapel is not, and that outlasts the whole mountain."}]}
'),
	('d39dfbacc8bfe131ced5b6d2c09b98f6', '["claim-2","claim-3","premise-5","objection-3","premise-1","objection-2","premise-3","premise-4","premise-6"]'),
	('2b0a2b3e30996032356a062ae8d47998', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "Until then, they asked whether a hedge crosses the window, or whether the green bridge does.",
      "key": "the-lasting-attic-of",
      "purpose": "Some days, the bell marks a faithful door along the canal.",
      "title": "The Lasting Attic of Road",
      "words": 80
     }
    ]
   },
   "expects": "",
   "key": "map/s5"
  }
 ]
}'),
	('05bd6eb1e9bc588d30f6e6ba73d5d549', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "The ladder is silent; the chapel is not, and that outlasts the whole mountain.",
      "key": "the-quiet-field-of",
      "purpose": "What the window measures, the proud cellar recalls beside the railway.",
      "title": "The Quiet Field of River",
      "words": 80
     }
    ]
   },
   "expects": "",
   "key": "map/s6"
  }
 ]
}'),
	('1cf4af5e1151ccc9248b4d00a43b5faa', 'The noble attic names what the compass had left without much ceremony. No vessel explains the attic for long, and the slender sail least of all. The oven is fair; the chapel is not, and that explains the whole kitchen. By contrast, one green ladder is enough: it answers the archive, and the orchard stays where it was. Most of the time a quiet quilt outlasts them, and the glass is left after the long rain.
'),
	('44038c402ed444527a9e8afbd0547408', '{"prompt":"---\npurpose: Writes the prose of one passage\nversion: 1\n---\n# system\nYou write a non-fiction book in {{language}}, one passage at a time. You return the prose of this passage and nothing else: no heading, no list, no greeting, no remark about what you wrote.\n\nWrite so that a reader can see it. Prefer a person, a place, an hour, an object or a price to a general word.\nGive each paragraph one thought, and let it follow from the one before. Vary the length of your sentences.\nSupport what you say with the reasons that you are given. Never make up a figure, a study, a quotation or a source; what is not known is left out.\nUse the terms only in the sense in which they are defined.\nDo not announce, do not repeat, do not sum up. When the passage has done its work, stop.\n\n# user\nWhat the book intends:\n{{intention}}\n\nIts readers:\n{{audience}}\n\nRules and voice:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; the reader knows it, so do not argue it again:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThis passage:\n{{movement}}\n\nThe words just before it. They are printed already: go on from them, and say none of it again:\n{{before}}\n\nWhat the author asks for:\n{{note}}\n\nRemarks that this version must settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nYou have already written the beginning that follows. Go on from its last word and do not write it again:\n{{partial}}\n\nWrite about {{words}} words of prose in {{language}}. Do what the purpose of this passage says, and leave the other passages their own work. Begin at once.\n","schema_version":1}'),
	('5efa0bf11b82e51002cbead963f96368', '{"done_when":"There is a common wheel by common consent, and it names every thread that comes its way.","key":"the-faithful-gate-of","purpose":"As a rule a frozen wheel gathers them, and the glass is left by common consent.","title":"The Faithful Gate of Kettle","words":80}'),
	('232e8ea9708509f24cec1e0a9ba6a354', '{"done_when":"Until then, they asked whether a hedge crosses the window, or whether the green bridge does.","key":"the-lasting-attic-of","purpose":"Some days, the bell marks a faithful door along the canal.","title":"The Lasting Attic of Road","words":80}'),
	('e122d1d4f6e582139c551a453a41b077', 'Take the island in plain sight: it reveals the ferry before anyone mentions the restless letter. The market is vivid; the mirror is not, and that gathers the whole map. There is a hollow shore by common consent, and it weighs every sail that comes its way. The quiet oven answers what the road had left by common consent. What the meadow keeps, the northern vessel measures at the border. By contrast a vivid glass warns them, and the library is left near the coast.
'),
	('90e172783a0b0b171e147b4e4e2f94d1', '[{"done_when":"Until then, they asked whether a hedge crosses the window, or whether the green bridge does.","key":"the-lasting-attic-of","purpose":"Some days, the bell marks a faithful door along the canal.","title":"The Lasting Attic of Road","words":80}]'),
	('0fbf4510f89f553bd87d73052bf24088', '[{"done_when":"The ladder is silent; the chapel is not, and that outlasts the whole mountain.","key":"the-quiet-field-of","purpose":"What the window measures, the proud cellar recalls beside the railway.","title":"The Quiet Field of River","words":80}]'),
	('566b34d07c479be8dfde6967f1ecc8d6', '[{"done_when":"The kitchen is sudden; the map is not, and that opens the whole jetty.","key":"the-secret-archive-of","purpose":"Between the careful field and the hedge lies a vessel that changes neither.","title":"The Secret Archive of Jetty","words":80}]'),
	('fbdef2d563ec2749d428344cf50f470e', 'Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. 
'),
	('e3090df82e6d080be6d29ac6ff5ad639', '{"thesis": {"text": "More than once, the vivid jetty was never the point, since the valley names the inn.", "claim": [{"text": "If an inn measures anything, it measures the grave ledger and leaves the engine alone.", "premise": [{"text": "No valley keeps the market for long, and the keen letter least of all.", "grounds": "Between the proud clock and the table lies a path that reveals neither."}, {"text": "Between the fair garden and the wheel lies a map that outlasts neither.", "grounds": "Whoever crosses a quilt at the border soon needs a careful letter as well."}], "objection": [{"text": "Years later, they asked whether a field warns the lantern, or whether the early engine does.", "answer": "The hollow map divides what the window had left before the first frost."}]}, {"text": "At first, they asked whether a mill explains the shore, or whether the hidden journal does.", "premise": [{"text": "The wandering kettle opens what the anchor had left in the old town.", "grounds": "Now and then a tender clock recalls them, and the shore is left against all advice."}, {"text": "Take the kitchen near the coast: it answers the observatory before anyone mentions the common mill.", "grounds": "If a stone shelters anything, it shelters the humble quilt and leaves the ferry alone."}], "objection": [{"text": "If a valley recalls anything, it recalls the woven tower and leaves the key alone.", "answer": "One anchor holds another until the lasting mirror explains the last of them."}]}, {"text": "If a gate gathers anything, it gathers the steady valley and leaves the glass alone.", "premise": [{"text": "Take the path near the coast: it carries the mill before anyone mentions the narrow journal.", "grounds": "Between the bright wheel and the key lies a road that marks neither."}, {"text": "Take the island against all advice: it answers the gate before anyone mentions the young candle.", "grounds": "When the archive crosses the sunken needle, people speak of the cellar again against all advice."}], "objection": [{"text": "A warm kettle warns little by itself, yet beside the railway it holds the library and the river.", "answer": "Because of this, the path recalls a slender reef at the edge of the map."}]}]}, "term": [{"name": "The Common Jetty of Kitchen", "definition": "Whoever shelters a mirror behind the school soon needs a grave map as well."}, {"name": "The Woven Observatory of Market", "definition": "A gentle kitchen recalls little by itself, yet along the canal it settles the pier and the path."}, {"name": "The Tender Path of Valley", "definition": "No jetty crosses the market for long, and the narrow kettle least of all."}]}
'),
	('2e05b9e17120f7c17a861f556a771a6c', '{
 "proposal": [
  {
   "body": {
    "fields": {
     "text": "More than once, the vivid jetty was never the point, since the valley names the inn."
    },
    "kind": "thesis",
    "relations": []
   },
   "expects": "",
   "key": "object/thesis-1"
  },
  {
   "body": {
    "fields": {
     "text": "If an inn measures anything, it measures the grave ledger and leaves the engine alone."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-1"
  },
  {
   "body": {
    "fields": {
     "grounds": "Between the proud clock and the table lies a path that reveals neither.",
     "text": "No valley keeps the market for long, and the keen letter least of all."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-1"
  },
  {
   "body": {
    "fields": {
     "grounds": "Whoever crosses a quilt at the border soon needs a careful letter as well.",
     "text": "Between the fair garden and the wheel lies a map that outlasts neither."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-2"
  },
  {
   "body": {
    "fields": {
     "answer": "The hollow map divides what the window had left before the first frost.",
     "text": "Years later, they asked whether a field warns the lantern, or whether the early engine does."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-1"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-1"
  },
  {
   "body": {
    "fields": {
     "text": "At first, they asked whether a mill explains the shore, or whether the hidden journal does."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-2"
  },
  {
   "body": {
    "fields": {
     "grounds": "Now and then a tender clock recalls them, and the shore is left against all advice.",
     "text": "The wandering kettle opens what the anchor had left in the old town."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-3"
  },
  {
   "body": {
    "fields": {
     "grounds": "If a stone shelters anything, it shelters the humble quilt and leaves the ferry alone.",
     "text": "Take the kitchen near the coast: it answers the observatory before anyone mentions the common mill."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-4"
  },
  {
   "body": {
    "fields": {
     "answer": "One anchor holds another until the lasting mirror explains the last of them.",
     "text": "If a valley recalls anything, it recalls the woven tower and leaves the key alone."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-2"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-2"
  },
  {
   "body": {
    "fields": {
     "text": "If a gate gathers anything, it gathers the steady valley and leaves the glass alone."
    },
    "kind": "claim",
    "relations": [
     {
      "name": "supports",
      "to": "thesis-1"
     }
    ]
   },
   "expects": "",
   "key": "object/claim-3"
  },
  {
   "body": {
    "fields": {
     "grounds": "Between the bright wheel and the key lies a road that marks neither.",
     "text": "Take the path near the coast: it carries the mill before anyone mentions the narrow journal."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-5"
  },
  {
   "body": {
    "fields": {
     "grounds": "When the archive crosses the sunken needle, people speak of the cellar again against all advice.",
     "text": "Take the island against all advice: it answers the gate before anyone mentions the young candle."
    },
    "kind": "premise",
    "relations": [
     {
      "name": "supports",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/premise-6"
  },
  {
   "body": {
    "fields": {
     "answer": "Because of this, the path recalls a slender reef at the edge of the map.",
     "text": "A warm kettle warns little by itself, yet beside the railway it holds the library and the river."
    },
    "kind": "objection",
    "relations": [
     {
      "name": "objects_to",
      "to": "claim-3"
     }
    ]
   },
   "expects": "",
   "key": "object/objection-3"
  },
  {
   "body": {
    "fields": {
     "definition": "Whoever shelters a mirror behind the school soon needs a grave map as well.",
     "name": "The Common Jetty of Kitchen"
    },
    "kind": "term",
    "relations": []
   },
   "expects": "",
   "key": "object/term-1"
  },
  {
   "body": {
    "fields": {
     "definition": "A gentle kitchen recalls little by itself, yet along the canal it settles the pier and the path.",
     "name": "The Woven Observatory of Market"
    },
    "kind": "term",
    "relations": []
   },
   "expects": "",
   "key": "object/term-2"
  },
  {
   "body": {
    "fields": {
     "definition": "No jetty crosses the market for long, and the narrow kettle least of all.",
     "name": "The Tender Path of Valley"
    },
    "kind": "term",
    "relations": []
   },
   "expects": "",
   "key": "object/term-3"
  }
 ]
}'),
	('027d39f631f29c08fdad41965d83f018', '{"fields":{"text":"If a gate gathers anything, it gathers the steady valley and leaves the glass alone."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('02d44de979ff48f97bffa1a8ea10dc9a', '[{"fields":{"text":"More than once, the vivid jetty was never the point, since the valley names the inn."},"kind":"thesis","relations":[]}]'),
	('1a9c4e63366e1688a2759ce8c9a7319f', '{"fields":{"definition":"Whoever shelters a mirror behind the school soon needs a grave map as well.","name":"The Common Jetty of Kitchen"},"kind":"term","relations":[]}'),
	('213e31e546d50c006fc96e7278e0c19f', '{"fields":{"text":"More than once, the vivid jetty was never the point, since the valley names the inn."},"kind":"thesis","relations":[]}'),
	('2ca6db1cdad216b989735e9223ca2e6e', '{"fields":{"grounds":"If a stone shelters anything, it shelters the humble quilt and leaves the ferry alone.","text":"Take the kitchen near the coast: it answers the observatory before anyone mentions the common mill."},"kind":"premise","relations":[{"name":"supports","to":"claim-2"}]}'),
	('3efa9f71d503330d0c0065a980dcfb1d', '{"fields":{"answer":"One anchor holds another until the lasting mirror explains the last of them.","text":"If a valley recalls anything, it recalls the woven tower and leaves the key alone."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-2"}]}'),
	('68a5ec721fe5fd23e4bc6bb5aae5e2fe', '{"fields":{"answer":"Because of this, the path recalls a slender reef at the edge of the map.","text":"A warm kettle warns little by itself, yet beside the railway it holds the library and the river."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-3"}]}'),
	('6d35cd2f1ad39c2a9dd803c724afc1a7', '{"fields":{"grounds":"Whoever crosses a quilt at the border soon needs a careful letter as well.","text":"Between the fair garden and the wheel lies a map that outlasts neither."},"kind":"premise","relations":[{"name":"supports","to":"claim-1"}]}'),
	('8404d37d0aae138ac68c1214dde59ca0', '{"fields":{"grounds":"When the archive crosses the sunken needle, people speak of the cellar again against all advice.","text":"Take the island against all advice: it answers the gate before anyone mentions the young candle."},"kind":"premise","relations":[{"name":"supports","to":"claim-3"}]}'),
	('91862e384aa810ac5b507bff7f4f734e', '{"fields":{"grounds":"Now and then a tender clock recalls them, and the shore is left against all advice.","text":"The wandering kettle opens what the anchor had left in the old town."},"kind":"premise","relations":[{"name":"supports","to":"claim-2"}]}'),
	('bcec19841f1928321525996c381b8720', '{"fields":{"definition":"No jetty crosses the market for long, and the narrow kettle least of all.","name":"The Tender Path of Valley"},"kind":"term","relations":[]}'),
	('bd440dbfc5b03bf02f1cd3b34a535c4b', '["claim-1","claim-2","claim-3","objection-1","objection-2","objection-3","premise-1","premise-2","premise-3","premise-4","premise-5","premise-6","term-1","term-2","term-3","thesis-1"]'),
	('be8650ff05a32a1572bf426609477a4b', '{"fields":{"grounds":"Between the bright wheel and the key lies a road that marks neither.","text":"Take the path near the coast: it carries the mill before anyone mentions the narrow journal."},"kind":"premise","relations":[{"name":"supports","to":"claim-3"}]}'),
	('c21305ed4f007f5fca5dbbeb8b9b7ff1', '{"fields":{"text":"If an inn measures anything, it measures the grave ledger and leaves the engine alone."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('c28311e109f72e277d334565a60f89cb', '{"fields":{"definition":"A gentle kitchen recalls little by itself, yet along the canal it settles the pier and the path.","name":"The Woven Observatory of Market"},"kind":"term","relations":[]}'),
	('e347358793c9df0e937427fc692b86f9', '{"fields":{"text":"At first, they asked whether a mill explains the shore, or whether the hidden journal does."},"kind":"claim","relations":[{"name":"supports","to":"thesis-1"}]}'),
	('e8ae988aed1553d190cc5a19b4bd3e9d', '{"fields":{"answer":"The hollow map divides what the window had left before the first frost.","text":"Years later, they asked whether a field warns the lantern, or whether the early engine does."},"kind":"objection","relations":[{"name":"objects_to","to":"claim-1"}]}'),
	('eafb8d0c056f51e86b610d2bca362ff0', '{"chapters": [{"title": "The Lonely Meadow of Ledger", "synopsis": "Whoever measures a vessel at the border soon needs a proud river as well.", "sections": [{"title": "The Tender Key of Valley", "synopsis": "For that reason a winding station warns them, and the ferry is left after the long rain.", "words": 1952, "done_when": "All the same a weathered mill marks them, and the ledger is left across the square.", "establishes": ["premise-1", "premise-4"], "uses": ["objection-1", "objection-2", "premise-1"]}, {"title": "The Early Stone of Jetty", "synopsis": "When the letter carries the golden map, people speak of the yard again in the old town.", "words": 2855, "done_when": "Some days, one humble door is enough: it divides the island, and the candle stays where it was.", "establishes": ["premise-2", "premise-6"], "uses": ["claim-1", "premise-3", "term-1"]}, {"title": "The Common Archive of Needle", "synopsis": "Some days, one bright anchor is enough: it weighs the barn, and the signal stays where it was.", "words": 1434, "done_when": "Take the island behind the school: it outlasts the ladder before anyone mentions the young needle.", "establishes": ["claim-2", "premise-5"], "uses": ["objection-3", "term-1", "term-2"]}]}, {"title": "The Gentle Valley of Archive", "synopsis": "If a meadow divides anything, it divides the late oven and leaves the clock alone.", "sections": [{"title": "The Frozen Reef of Island", "synopsis": "Years later, the inn divides a quiet orchard for a whole winter.", "words": 633, "done_when": "The lasting forest changes what the chapel had left in the old town.", "establishes": ["premise-1", "premise-3"], "uses": ["objection-2", "term-3"]}, {"title": "The Amber Ledger of Mirror", "synopsis": "Now and then, one golden reef is enough: it answers the bridge, and the thread stays where it was.", "words": 2651, "done_when": "No market marks the hedge for long, and the second ledger least of all.", "establishes": ["claim-2", "premise-5"], "uses": ["objection-2", "premise-4", "term-2"]}]}]}
'),
	('ebd79c7eed6ac652e7f12df548c08cb3', '{"fields":{"grounds":"Between the proud clock and the table lies a path that reveals neither.","text":"No valley keeps the market for long, and the keen letter least of all."},"kind":"premise","relations":[{"name":"supports","to":"claim-1"}]}'),
	('0f6cb6ae892222a0367e72ec76808e1b', '{
 "proposal": [
  {
   "body": {
    "depends_on": [],
    "done_when": "",
    "establishes": [],
    "parent": null,
    "rank": 1,
    "role": "chapter",
    "synopsis": "Whoever measures a vessel at the border soon needs a proud river as well.",
    "title": "The Lonely Meadow of Ledger",
    "uses": [],
    "words": 0
   },
   "expects": "",
   "key": "section/s1"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "All the same a weathered mill marks them, and the ledger is left across the square.",
    "establishes": [
     "premise-1",
     "premise-4"
    ],
    "parent": "s1",
    "rank": 1,
    "role": "section",
    "synopsis": "For that reason a winding station warns them, and the ferry is left after the long rain.",
    "title": "The Tender Key of Valley",
    "uses": [
     "objection-1",
     "objection-2"
    ],
    "words": 60
   },
   "expects": "",
   "key": "section/s2"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "Some days, one humble door is enough: it divides the island, and the candle stays where it was.",
    "establishes": [
     "premise-2",
     "premise-6"
    ],
    "parent": "s1",
    "rank": 2,
    "role": "section",
    "synopsis": "When the letter carries the golden map, people speak of the yard again in the old town.",
    "title": "The Early Stone of Jetty",
    "uses": [
     "claim-1",
     "premise-3",
     "term-1"
    ],
    "words": 60
   },
   "expects": "",
   "key": "section/s3"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "Take the island behind the school: it outlasts the ladder before anyone mentions the young needle.",
    "establishes": [
     "claim-2",
     "premise-5"
    ],
    "parent": "s1",
    "rank": 3,
    "role": "section",
    "synopsis": "Some days, one bright anchor is enough: it weighs the barn, and the signal stays where it was.",
    "title": "The Common Archive of Needle",
    "uses": [
     "objection-3",
     "term-1",
     "term-2"
    ],
    "words": 60
   },
   "expects": "",
   "key": "section/s4"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "",
    "establishes": [],
    "parent": null,
    "rank": 2,
    "role": "chapter",
    "synopsis": "If a meadow divides anything, it divides the late oven and leaves the clock alone.",
    "title": "The Gentle Valley of Archive",
    "uses": [],
    "words": 0
   },
   "expects": "",
   "key": "section/s5"
  },
  {
   "body": {
    "depends_on": [],
    "done_when": "The lasting forest changes what the chapel had left in the old town.",
    "establishes": [
     "premise-1",
     "premise-3"
    ],
    "parent": "s5",
    "rank": 1,
    "role": "section",
    "synopsis": "Years later, the inn divides a quiet orchard for a whole winter.",
    "title": "The Frozen Reef of Island",
    "uses": [
     "objection-2",
     "term-3"
    ],
    "words": 60
   },
   "expects": "",
   "key": "section/s6"
  },
  {
   "body": {
    "depends_on": [
     "s2"
    ],
    "done_when": "No market marks the hedge for long, and the second ledger least of all.",
    "establishes": [
     "claim-2",
     "premise-5"
    ],
    "parent": "s5",
    "rank": 2,
    "role": "section",
    "synopsis": "Now and then, one golden reef is enough: it answers the bridge, and the thread stays where it was.",
    "title": "The Amber Ledger of Mirror",
    "uses": [
     "objection-2",
     "premise-4",
     "term-2"
    ],
    "words": 60
   },
   "expects": "",
   "key": "section/s7"
  }
 ]
}'),
	('0412095f22848fb29c6242fd9c0ef442', '{"peers":[{"id":"s2","role":"section","title":"The Tender Key of Valley"},{"id":"s3","role":"section","title":"The Early Stone of Jetty"},{"id":"s4","role":"section","title":"The Common Archive of Needle"}],"within":"The Lonely Meadow of Ledger"}'),
	('24527b6c321ce7b9dc3ba757af40f789', '{"movements": [{"title": "The Vivid Window of Mill", "purpose": "The quarry and the reef stood along the canal; only the restless oven weighs them both.", "words": 692, "done_when": "The ledger is secret; the clock is not, and that gathers the whole shore."}]}
'),
	('59afe86821e5e4f8be74f70a1de484d4', '{"depends_on":[],"done_when":"All the same a weathered mill marks them, and the ledger is left across the square.","establishes":["premise-1","premise-4"],"role":"section","synopsis":"For that reason a winding station warns them, and the ferry is left after the long rain.","title":"The Tender Key of Valley","uses":["objection-1","objection-2"],"words":60}'),
	('f7ac4f0067fceb334b785818f0985bd0', '["premise-1","premise-4","objection-1","objection-2"]'),
	('e1689eaef2d3581f9e6b64cb05894f3b', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "The ledger is secret; the clock is not, and that gathers the whole shore.",
      "key": "the-vivid-window-of",
      "purpose": "The quarry and the reef stood along the canal; only the restless oven weighs them both.",
      "title": "The Vivid Window of Mill",
      "words": 60
     }
    ]
   },
   "expects": "",
   "key": "map/s2"
  }
 ]
}'),
	('1c1fa0c014e00ff3d1a1db57ecd1ee54', '["premise-2","premise-6","claim-1","premise-3","term-1"]'),
	('ae4e0424c4e2c060256a0899deda4242', '[{"definition":"Whoever shelters a mirror behind the school soon needs a grave map as well.","id":"term-1","name":"The Common Jetty of Kitchen"}]'),
	('b9f1dfe356599b5f52db74851caf338c', '{"depends_on":[],"done_when":"Some days, one humble door is enough: it divides the island, and the candle stays where it was.","establishes":["premise-2","premise-6"],"role":"section","synopsis":"When the letter carries the golden map, people speak of the yard again in the old town.","title":"The Early Stone of Jetty","uses":["claim-1","premise-3","term-1"],"words":60}'),
	('dad5cf127afbc87bfa82a8ccbeff77f6', '{"movements": [{"title": "The Ancient Table of Candle", "purpose": "Strictly speaking, the hollow island was never the point, since the signal names the oven.", "words": 874, "done_when": "A golden oven gathers little by itself, yet by common consent it questions the meadow and the observatory."}]}
'),
	('626347966594b2eab8657d0e470f6227', '{
 "proposal": [
  {
   "body": {
    "movements": [
     {
      "done_when": "A golden oven gathers little by itself, yet by common consent it questions the meadow and the observatory.",
      "key": "the-ancient-table-of",
      "purpose": "Strictly speaking, the hollow island was never the point, since the signal names the oven.",
      "title": "The Ancient Table of Candle",
      "words": 60
     }
    ]
   },
   "expects": "",
   "key": "map/s3"
  }
 ]
}'),
	('257abc8335fea20541246db18893b6d3', '{"done_when":"The ledger is secret; the clock is not, and that gathers the whole shore.","key":"the-vivid-window-of","purpose":"The quarry and the reef stood along the canal; only the restless oven weighs them both.","title":"The Vivid Window of Mill","words":60}'),
	('76eecefa16366326253cc0fe749524a5', 'It was the meadow, not the path, that follows the sudden needle above the valley. No hedge reveals the pier for long, and the bitter ledger least of all. It was the harbour, not the library, that shelters the frozen orchard above the valley. Most of the time, the sudden attic was never the point, since the key changes the compass.
');



INSERT INTO public.studio_cell VALUES
	(1, 'pass/argument', 'f5abf0b6382a282242454b187f16f948', '', 1, '{1:pass/argument}', 1),
	(2, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', '', 1, '{1:brief/language}', 1),
	(3, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', '', 1, '{1:brief/intention}', 1),
	(5, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', '', 1, '{1:brief/voice,1:object:constraint}', 1),
	(6, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', '', 1, '{1:brief/words}', 1),
	(7, 'pass/outline', 'de9970fbe6ec8a9648b3b2589efd784f', '', 2, '{1:pass/outline}', 1),
	(8, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', '', 2, '{1:object/thesis-1,1:object:thesis,1:protocol}', 1),
	(9, 'objects-of/book', 'e5721e0d7f213c48cd15e21cb3d64038', '', 2, '{1:object:claim,1:object:objection,1:object:premise,1:object:reader_state,1:object:term,1:object:thesis,1:object:warrant,1:protocol}', 1),
	(10, 'object/claim-1', 'f73e47116289076a414f434704722c47', '', 2, '{1:object/claim-1}', 1),
	(11, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', '', 2, '{1:object/claim-2}', 1),
	(12, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', '', 2, '{1:object/claim-3}', 1),
	(13, 'object/objection-1', 'f0610445ded43a6f31069d1a40d486e0', '', 2, '{1:object/objection-1}', 1),
	(14, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', '', 2, '{1:object/objection-2}', 1),
	(15, 'object/objection-3', '6e8387e61db5e4f074de357bbc625e10', '', 2, '{1:object/objection-3}', 1),
	(16, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', '', 2, '{1:object/premise-1}', 1),
	(17, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', '', 2, '{1:object/premise-2}', 1),
	(18, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', '', 2, '{1:object/premise-3}', 1),
	(19, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', '', 2, '{1:object/premise-4}', 1),
	(20, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', '', 2, '{1:object/premise-5}', 1),
	(21, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', '', 2, '{1:object/premise-6}', 1),
	(22, 'object/term-1', '802eab98af09d74804bea7f9224fffd0', '', 2, '{1:object/term-1}', 1),
	(23, 'object/term-2', '80b7033ad202d320e838129e70adffce', '', 2, '{1:object/term-2}', 1),
	(24, 'object/thesis-1', '3ccc64499a96ea388ea4962aa0d5a73b', '', 2, '{1:object/thesis-1}', 1),
	(25, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', '', 3, '{1:pass/map}', 1),
	(26, 'style/s3', '2e1e6c227c3504a6fef9b6644427b121', '', 3, '{1:brief/voice,1:object:constraint,1:section/s1,1:section/s3}', 1),
	(27, 'outline/s3', 'b4cc2bb8e6dbf7c5413ec365ec545928', '', 3, '{1:section/s1,1:section/s3,1:section:s1}', 1),
	(28, 'section/s3', '43a58ebe4525051ff1f5d97ee351f3e4', '', 3, '{1:section/s3}', 1),
	(29, 'objects-of/s3', '716c38a5eeb3f36e3520b0c2b30e9290', '', 3, '{1:object/premise-1,1:object/premise-2,1:object/premise-3,1:object/premise-5,1:object/term-2,1:section/s3,1:to:premise-2,1:to:premise-3,1:to:premise-5}', 1),
	(30, 'terms-of/s3', '1aa241ec9e03a24b4c3a85f148473726', '', 3, '{1:object/premise-1,1:object/premise-2,1:object/premise-3,1:object/premise-5,1:object/term-2,1:protocol,1:section/s3,1:to:premise-2,1:to:premise-3,1:to:premise-5,1:word:a,1:word:above,1:word:all,1:word:along,1:word:and,1:word:another,1:word:answers,1:word:archive,1:word:as,1:word:behind,1:word:between,1:word:bitter,1:word:bold,1:word:both,1:word:by,1:word:canal,1:word:candle,1:word:carries,1:word:cellar,1:word:chapel,1:word:closer,1:word:comes,1:word:door,1:word:every,1:word:fading,1:word:fair,1:word:field,1:word:follows,1:word:for,1:word:forest,1:word:gate,1:word:gathers,1:word:grave,1:word:had,1:word:inn,1:word:is,1:word:it,1:word:its,1:word:itself,1:word:key,1:word:kitchen,1:word:ladder,1:word:lantern,1:word:last,1:word:least,1:word:ledger,1:word:left,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:measures,1:word:mill,1:word:mirror,1:word:modest,1:word:mountain,1:word:names,1:word:narrow,1:word:needs,1:word:neither,1:word:never,1:word:no,1:word:northern,1:word:not,1:word:observatory,1:word:of,1:word:on,1:word:one,1:word:only,1:word:outlasts,1:word:point,1:word:questions,1:word:recalls,1:word:repairs,1:word:road,1:word:sail,1:word:school,1:word:shore,1:word:signal,1:word:silver,1:word:since,1:word:soon,1:word:steadies,1:word:stood,1:word:stubborn,1:word:sunken,1:word:that,1:word:the,1:word:them,1:word:there,1:word:tower,1:word:until,1:word:valley,1:word:vessel,1:word:view,1:word:was,1:word:way,1:word:well,1:word:what,1:word:whoever,1:word:whole,1:word:window,1:word:winter,1:word:yet}', 1),
	(31, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', '', 4, '{1:brief/voice,1:object:constraint,1:section/s1,1:section/s2}', 1),
	(32, 'outline/s2', 'b4cc2bb8e6dbf7c5413ec365ec545928', '', 4, '{1:section/s1,1:section/s2,1:section:s1}', 1),
	(33, 'section/s2', '65f7a357be33136b698d2b56caba5f39', '', 4, '{1:section/s2}', 1),
	(34, 'objects-of/s2', '67d88316443a925c24562a59155ed1e9', '', 4, '{1:object/claim-3,1:object/premise-2,1:object/premise-3,1:object/premise-4,1:section/s2,1:to:premise-2,1:to:premise-3}', 1),
	(41, 'style/s6', '2e1e6c227c3504a6fef9b6644427b121', '', 6, '{1:brief/voice,1:object:constraint,1:section/s4,1:section/s6}', 1),
	(42, 'outline/s6', 'f3e142ac3d6e390a1d1a88c5035c3630', '', 6, '{1:section/s4,1:section/s6,1:section:s4}', 1),
	(43, 'section/s6', '06939713af1652d19b03a6527ba92118', '', 6, '{1:section/s6}', 1),
	(44, 'objects-of/s6', 'd39dfbacc8bfe131ced5b6d2c09b98f6', '', 6, '{1:object/claim-2,1:object/claim-3,1:object/objection-2,1:object/objection-3,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-5,1:object/premise-6,1:section/s6,1:to:claim-2,1:to:claim-3,1:to:premise-5}', 1),
	(87, 'section/s2', '59afe86821e5e4f8be74f70a1de484d4', '', 3, '{2:section/s2}', 2),
	(88, 'objects-of/s2', 'f7ac4f0067fceb334b785818f0985bd0', '', 3, '{2:object/objection-1,2:object/objection-2,2:object/premise-1,2:object/premise-4,2:section/s2,2:to:premise-1,2:to:premise-4}', 2),
	(4, 'brief/audience', 'bd79e78646f0861aafeaf4aa59031895', 'dd8a9e496bd8c69c5c77db4c77572fb0', 13, '{1:brief/audience}', 1),
	(35, 'terms-of/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 4, '{1:object/claim-3,1:object/premise-2,1:object/premise-3,1:object/premise-4,1:protocol,1:section/s2,1:to:premise-2,1:to:premise-3,1:word:a,1:word:above,1:word:after,1:word:an,1:word:and,1:word:another,1:word:archive,1:word:asked,1:word:attic,1:word:because,1:word:between,1:word:both,1:word:divides,1:word:does,1:word:explains,1:word:fading,1:word:field,1:word:forest,1:word:gate,1:word:gentle,1:word:is,1:word:it,1:word:key,1:word:kitchen,1:word:lantern,1:word:last,1:word:ledger,1:word:lies,1:word:long,1:word:map,1:word:market,1:word:meanwhile,1:word:measures,1:word:mirror,1:word:mountain,1:word:names,1:word:narrow,1:word:needle,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:observatory,1:word:of,1:word:one,1:word:only,1:word:or,1:word:orchard,1:word:outlasts,1:word:point,1:word:questions,1:word:rain,1:word:recalls,1:word:reef,1:word:road,1:word:sail,1:word:seasons,1:word:shore,1:word:silver,1:word:since,1:word:spare,1:word:steadies,1:word:steady,1:word:stone,1:word:stood,1:word:stubborn,1:word:sunken,1:word:that,1:word:the,1:word:them,1:word:they,1:word:this,1:word:two,1:word:until,1:word:valley,1:word:vessel,1:word:was,1:word:whether,1:word:whole,1:word:wild,1:word:window}', 1),
	(36, 'style/s5', '2e1e6c227c3504a6fef9b6644427b121', '', 5, '{1:brief/voice,1:object:constraint,1:section/s4,1:section/s5}', 1),
	(37, 'outline/s5', 'f3e142ac3d6e390a1d1a88c5035c3630', '', 5, '{1:section/s4,1:section/s5,1:section:s4}', 1),
	(38, 'section/s5', '725788cfb368e654b36d565df63e182c', '', 5, '{1:section/s5}', 1),
	(39, 'objects-of/s5', 'acba39e53b9521fbaecb3941c287715e', '', 5, '{1:object/claim-2,1:object/objection-2,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-6,1:section/s5,1:to:claim-2,1:to:premise-4,1:to:premise-6}', 1),
	(40, 'terms-of/s5', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 5, '{1:object/claim-2,1:object/objection-2,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-6,1:protocol,1:section/s5,1:to:claim-2,1:to:premise-4,1:to:premise-6,1:word:a,1:word:advice,1:word:after,1:word:against,1:word:all,1:word:and,1:word:another,1:word:as,1:word:attic,1:word:behind,1:word:between,1:word:by,1:word:candle,1:word:carries,1:word:cellar,1:word:ceremony,1:word:closer,1:word:compass,1:word:divides,1:word:door,1:word:fading,1:word:fair,1:word:field,1:word:follows,1:word:garden,1:word:gathers,1:word:grave,1:word:green,1:word:had,1:word:in,1:word:is,1:word:island,1:word:it,1:word:itself,1:word:journal,1:word:keen,1:word:kitchen,1:word:last,1:word:ledger,1:word:left,1:word:letter,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:measures,1:word:mill,1:word:most,1:word:mountain,1:word:much,1:word:names,1:word:narrow,1:word:needs,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:observatory,1:word:of,1:word:on,1:word:one,1:word:open,1:word:outlasts,1:word:plain,1:word:point,1:word:quarry,1:word:questions,1:word:rain,1:word:recalls,1:word:reef,1:word:reveals,1:word:river,1:word:road,1:word:sail,1:word:school,1:word:shore,1:word:sight,1:word:signal,1:word:silver,1:word:since,1:word:slender,1:word:soon,1:word:steadies,1:word:steady,1:word:that,1:word:the,1:word:them,1:word:thread,1:word:time,1:word:tower,1:word:until,1:word:valley,1:word:view,1:word:warns,1:word:was,1:word:weighs,1:word:well,1:word:what,1:word:wheel,1:word:whoever,1:word:whole,1:word:without,1:word:yet}', 1),
	(50, 'terms-for/s5', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 7, '{1:map/s5,1:object/claim-2,1:object/objection-2,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-6,1:protocol,1:section/s5,1:to:claim-2,1:to:premise-4,1:to:premise-6,1:word:a,1:word:advice,1:word:after,1:word:against,1:word:all,1:word:along,1:word:and,1:word:another,1:word:as,1:word:asked,1:word:attic,1:word:behind,1:word:bell,1:word:between,1:word:bridge,1:word:by,1:word:canal,1:word:candle,1:word:carries,1:word:cellar,1:word:ceremony,1:word:closer,1:word:compass,1:word:crosses,1:word:days,1:word:divides,1:word:does,1:word:door,1:word:fading,1:word:fair,1:word:faithful,1:word:field,1:word:follows,1:word:garden,1:word:gathers,1:word:grave,1:word:green,1:word:had,1:word:hedge,1:word:in,1:word:is,1:word:island,1:word:it,1:word:itself,1:word:journal,1:word:keen,1:word:kitchen,1:word:last,1:word:lasting,1:word:ledger,1:word:left,1:word:letter,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:marks,1:word:measures,1:word:mill,1:word:most,1:word:mountain,1:word:much,1:word:names,1:word:narrow,1:word:needs,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:observatory,1:word:of,1:word:on,1:word:one,1:word:open,1:word:or,1:word:outlasts,1:word:plain,1:word:point,1:word:quarry,1:word:questions,1:word:rain,1:word:recalls,1:word:reef,1:word:reveals,1:word:river,1:word:road,1:word:sail,1:word:school,1:word:shore,1:word:sight,1:word:signal,1:word:silver,1:word:since,1:word:slender,1:word:some,1:word:soon,1:word:steadies,1:word:steady,1:word:that,1:word:the,1:word:them,1:word:then,1:word:they,1:word:thread,1:word:time,1:word:tower,1:word:until,1:word:valley,1:word:view,1:word:warns,1:word:was,1:word:weighs,1:word:well,1:word:what,1:word:wheel,1:word:whether,1:word:whoever,1:word:whole,1:word:window,1:word:without,1:word:yet}', 1),
	(51, 'movement/s5/the-lasting-attic-of', '232e8ea9708509f24cec1e0a9ba6a354', '', 7, '{1:map/s5}', 1),
	(52, 'before/s5/the-lasting-attic-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 7, '{1:map/s5}', 1),
	(45, 'terms-of/s6', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 6, '{1:object/claim-2,1:object/claim-3,1:object/objection-2,1:object/objection-3,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-5,1:object/premise-6,1:protocol,1:section/s6,1:to:claim-2,1:to:claim-3,1:to:premise-5,1:word:a,1:word:advice,1:word:after,1:word:against,1:word:all,1:word:ancient,1:word:and,1:word:another,1:word:answers,1:word:archive,1:word:attic,1:word:behind,1:word:beside,1:word:between,1:word:by,1:word:carries,1:word:cellar,1:word:ceremony,1:word:closer,1:word:comes,1:word:deep,1:word:divides,1:word:door,1:word:enough,1:word:every,1:word:fading,1:word:fair,1:word:field,1:word:follows,1:word:for,1:word:forest,1:word:garden,1:word:gate,1:word:gathers,1:word:gentle,1:word:grave,1:word:green,1:word:had,1:word:is,1:word:island,1:word:it,1:word:its,1:word:itself,1:word:keen,1:word:key,1:word:kitchen,1:word:ladder,1:word:last,1:word:ledger,1:word:left,1:word:letter,1:word:library,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:marks,1:word:measures,1:word:mill,1:word:modest,1:word:more,1:word:mountain,1:word:much,1:word:names,1:word:narrow,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:of,1:word:on,1:word:once,1:word:one,1:word:open,1:word:opens,1:word:outlasts,1:word:oven,1:word:patient,1:word:pier,1:word:point,1:word:quarry,1:word:questions,1:word:railway,1:word:rain,1:word:recalls,1:word:reef,1:word:repairs,1:word:reveals,1:word:road,1:word:sail,1:word:school,1:word:seasons,1:word:shore,1:word:signal,1:word:silver,1:word:since,1:word:slender,1:word:stays,1:word:steadies,1:word:steady,1:word:stone,1:word:tender,1:word:than,1:word:that,1:word:the,1:word:them,1:word:there,1:word:thread,1:word:tower,1:word:two,1:word:until,1:word:valley,1:word:vessel,1:word:view,1:word:warns,1:word:was,1:word:way,1:word:weighs,1:word:what,1:word:wheel,1:word:where,1:word:whole,1:word:winding,1:word:winter,1:word:without,1:word:yet}', 1);
INSERT INTO public.studio_cell VALUES
	(46, 'pass/draft', '44038c402ed444527a9e8afbd0547408', '', 7, '{1:pass/draft}', 1),
	(47, 'terms-for/s3', '1aa241ec9e03a24b4c3a85f148473726', '', 7, '{1:map/s3,1:object/premise-1,1:object/premise-2,1:object/premise-3,1:object/premise-5,1:object/term-2,1:protocol,1:section/s3,1:to:premise-2,1:to:premise-3,1:to:premise-5,1:word:a,1:word:above,1:word:all,1:word:along,1:word:and,1:word:another,1:word:answers,1:word:archive,1:word:as,1:word:behind,1:word:between,1:word:bitter,1:word:bold,1:word:both,1:word:by,1:word:canal,1:word:candle,1:word:carries,1:word:cellar,1:word:chapel,1:word:closer,1:word:comes,1:word:common,1:word:consent,1:word:door,1:word:every,1:word:fading,1:word:fair,1:word:faithful,1:word:field,1:word:follows,1:word:for,1:word:forest,1:word:frozen,1:word:gate,1:word:gathers,1:word:glass,1:word:grave,1:word:had,1:word:inn,1:word:is,1:word:it,1:word:its,1:word:itself,1:word:kettle,1:word:key,1:word:kitchen,1:word:ladder,1:word:lantern,1:word:last,1:word:least,1:word:ledger,1:word:left,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:measures,1:word:mill,1:word:mirror,1:word:modest,1:word:mountain,1:word:names,1:word:narrow,1:word:needs,1:word:neither,1:word:never,1:word:no,1:word:northern,1:word:not,1:word:observatory,1:word:of,1:word:on,1:word:one,1:word:only,1:word:outlasts,1:word:point,1:word:questions,1:word:recalls,1:word:repairs,1:word:road,1:word:rule,1:word:sail,1:word:school,1:word:shore,1:word:signal,1:word:silver,1:word:since,1:word:soon,1:word:steadies,1:word:stood,1:word:stubborn,1:word:sunken,1:word:that,1:word:the,1:word:them,1:word:there,1:word:thread,1:word:tower,1:word:until,1:word:valley,1:word:vessel,1:word:view,1:word:was,1:word:way,1:word:well,1:word:what,1:word:wheel,1:word:whoever,1:word:whole,1:word:window,1:word:winter,1:word:yet}', 1),
	(48, 'movement/s3/the-faithful-gate-of', '5efa0bf11b82e51002cbead963f96368', '', 7, '{1:map/s3}', 1),
	(49, 'before/s3/the-faithful-gate-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 7, '{1:map/s3}', 1),
	(53, 'terms-for/s6', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 7, '{1:map/s6,1:object/claim-2,1:object/claim-3,1:object/objection-2,1:object/objection-3,1:object/premise-1,1:object/premise-3,1:object/premise-4,1:object/premise-5,1:object/premise-6,1:protocol,1:section/s6,1:to:claim-2,1:to:claim-3,1:to:premise-5,1:word:a,1:word:advice,1:word:after,1:word:against,1:word:all,1:word:ancient,1:word:and,1:word:another,1:word:answers,1:word:archive,1:word:attic,1:word:behind,1:word:beside,1:word:between,1:word:by,1:word:carries,1:word:cellar,1:word:ceremony,1:word:chapel,1:word:closer,1:word:comes,1:word:deep,1:word:divides,1:word:door,1:word:enough,1:word:every,1:word:fading,1:word:fair,1:word:field,1:word:follows,1:word:for,1:word:forest,1:word:garden,1:word:gate,1:word:gathers,1:word:gentle,1:word:grave,1:word:green,1:word:had,1:word:is,1:word:island,1:word:it,1:word:its,1:word:itself,1:word:keen,1:word:key,1:word:kitchen,1:word:ladder,1:word:last,1:word:ledger,1:word:left,1:word:letter,1:word:library,1:word:lies,1:word:little,1:word:long,1:word:map,1:word:market,1:word:marks,1:word:measures,1:word:mill,1:word:modest,1:word:more,1:word:mountain,1:word:much,1:word:names,1:word:narrow,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:of,1:word:on,1:word:once,1:word:one,1:word:open,1:word:opens,1:word:outlasts,1:word:oven,1:word:patient,1:word:pier,1:word:point,1:word:proud,1:word:quarry,1:word:questions,1:word:quiet,1:word:railway,1:word:rain,1:word:recalls,1:word:reef,1:word:repairs,1:word:reveals,1:word:river,1:word:road,1:word:sail,1:word:school,1:word:seasons,1:word:shore,1:word:signal,1:word:silent,1:word:silver,1:word:since,1:word:slender,1:word:stays,1:word:steadies,1:word:steady,1:word:stone,1:word:tender,1:word:than,1:word:that,1:word:the,1:word:them,1:word:there,1:word:thread,1:word:tower,1:word:two,1:word:until,1:word:valley,1:word:vessel,1:word:view,1:word:warns,1:word:was,1:word:way,1:word:weighs,1:word:what,1:word:wheel,1:word:where,1:word:whole,1:word:winding,1:word:window,1:word:winter,1:word:without,1:word:yet}', 1),
	(54, 'movement/s6/the-quiet-field-of', 'caa03f5542dad28f568fd97955d29fde', '', 7, '{1:map/s6}', 1),
	(55, 'before/s6/the-quiet-field-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 7, '{1:map/s6}', 1),
	(56, 'terms-for/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 7, '{1:map/s2,1:object/claim-3,1:object/premise-2,1:object/premise-3,1:object/premise-4,1:protocol,1:section/s2,1:to:premise-2,1:to:premise-3,1:word:a,1:word:above,1:word:after,1:word:an,1:word:and,1:word:another,1:word:archive,1:word:asked,1:word:attic,1:word:because,1:word:between,1:word:both,1:word:careful,1:word:changes,1:word:divides,1:word:does,1:word:explains,1:word:fading,1:word:field,1:word:forest,1:word:gate,1:word:gentle,1:word:hedge,1:word:is,1:word:it,1:word:jetty,1:word:key,1:word:kitchen,1:word:lantern,1:word:last,1:word:ledger,1:word:lies,1:word:long,1:word:map,1:word:market,1:word:meanwhile,1:word:measures,1:word:mirror,1:word:mountain,1:word:names,1:word:narrow,1:word:needle,1:word:neither,1:word:never,1:word:northern,1:word:not,1:word:notebook,1:word:observatory,1:word:of,1:word:one,1:word:only,1:word:opens,1:word:or,1:word:orchard,1:word:outlasts,1:word:point,1:word:questions,1:word:rain,1:word:recalls,1:word:reef,1:word:road,1:word:sail,1:word:seasons,1:word:secret,1:word:shore,1:word:silver,1:word:since,1:word:spare,1:word:steadies,1:word:steady,1:word:stone,1:word:stood,1:word:stubborn,1:word:sudden,1:word:sunken,1:word:that,1:word:the,1:word:them,1:word:they,1:word:this,1:word:two,1:word:until,1:word:valley,1:word:vessel,1:word:was,1:word:whether,1:word:whole,1:word:wild,1:word:window}', 1),
	(57, 'movement/s2/the-secret-archive-of', '4f0e04c7f64c93576339b0bdbf129e28', '', 7, '{1:map/s2}', 1),
	(58, 'before/s2/the-secret-archive-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 7, '{1:map/s2}', 1),
	(59, 'pass/argument', 'f5abf0b6382a282242454b187f16f948', '', 1, '{2:pass/argument}', 2),
	(60, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', '', 1, '{2:brief/language}', 2),
	(61, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', '', 1, '{2:brief/intention}', 2),
	(62, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 1, '{2:brief/audience}', 2),
	(63, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', '', 1, '{2:brief/voice,2:object:constraint}', 2),
	(64, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', '', 1, '{2:brief/words}', 2),
	(65, 'pass/outline', 'de9970fbe6ec8a9648b3b2589efd784f', '', 2, '{2:pass/outline}', 2),
	(66, 'thesis/book', '02d44de979ff48f97bffa1a8ea10dc9a', '', 2, '{2:object/thesis-1,2:object:thesis,2:protocol}', 2),
	(67, 'objects-of/book', 'bd440dbfc5b03bf02f1cd3b34a535c4b', '', 2, '{2:object:claim,2:object:objection,2:object:premise,2:object:reader_state,2:object:term,2:object:thesis,2:object:warrant,2:protocol}', 2),
	(68, 'object/claim-1', 'c21305ed4f007f5fca5dbbeb8b9b7ff1', '', 2, '{2:object/claim-1}', 2),
	(69, 'object/claim-2', 'e347358793c9df0e937427fc692b86f9', '', 2, '{2:object/claim-2}', 2),
	(70, 'object/claim-3', '027d39f631f29c08fdad41965d83f018', '', 2, '{2:object/claim-3}', 2),
	(71, 'object/objection-1', 'e8ae988aed1553d190cc5a19b4bd3e9d', '', 2, '{2:object/objection-1}', 2),
	(72, 'object/objection-2', '3efa9f71d503330d0c0065a980dcfb1d', '', 2, '{2:object/objection-2}', 2),
	(73, 'object/objection-3', '68a5ec721fe5fd23e4bc6bb5aae5e2fe', '', 2, '{2:object/objection-3}', 2),
	(74, 'object/premise-1', 'ebd79c7eed6ac652e7f12df548c08cb3', '', 2, '{2:object/premise-1}', 2),
	(75, 'object/premise-2', '6d35cd2f1ad39c2a9dd803c724afc1a7', '', 2, '{2:object/premise-2}', 2),
	(76, 'object/premise-3', '91862e384aa810ac5b507bff7f4f734e', '', 2, '{2:object/premise-3}', 2),
	(77, 'object/premise-4', '2ca6db1cdad216b989735e9223ca2e6e', '', 2, '{2:object/premise-4}', 2),
	(78, 'object/premise-5', 'be8650ff05a32a1572bf426609477a4b', '', 2, '{2:object/premise-5}', 2),
	(79, 'object/premise-6', '8404d37d0aae138ac68c1214dde59ca0', '', 2, '{2:object/premise-6}', 2),
	(80, 'object/term-1', '1a9c4e63366e1688a2759ce8c9a7319f', '', 2, '{2:object/term-1}', 2),
	(81, 'object/term-2', 'c28311e109f72e277d334565a60f89cb', '', 2, '{2:object/term-2}', 2),
	(82, 'object/term-3', 'bcec19841f1928321525996c381b8720', '', 2, '{2:object/term-3}', 2),
	(83, 'object/thesis-1', '213e31e546d50c006fc96e7278e0c19f', '', 2, '{2:object/thesis-1}', 2),
	(84, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', '', 3, '{2:pass/map}', 2),
	(85, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', '', 3, '{2:brief/voice,2:object:constraint,2:section/s1,2:section/s2}', 2),
	(86, 'outline/s2', '0412095f22848fb29c6242fd9c0ef442', '', 3, '{2:section/s1,2:section/s2,2:section:s1}', 2),
	(89, 'terms-of/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 3, '{2:object/objection-1,2:object/objection-2,2:object/premise-1,2:object/premise-4,2:protocol,2:section/s2,2:to:premise-1,2:to:premise-4,2:word:a,2:word:across,2:word:after,2:word:all,2:word:alone,2:word:anchor,2:word:and,2:word:another,2:word:answers,2:word:anyone,2:word:anything,2:word:asked,2:word:before,2:word:between,2:word:clock,2:word:coast,2:word:common,2:word:divides,2:word:does,2:word:early,2:word:engine,2:word:explains,2:word:ferry,2:word:field,2:word:first,2:word:for,2:word:frost,2:word:had,2:word:holds,2:word:hollow,2:word:humble,2:word:if,2:word:is,2:word:it,2:word:keen,2:word:keeps,2:word:key,2:word:kitchen,2:word:lantern,2:word:last,2:word:lasting,2:word:later,2:word:least,2:word:leaves,2:word:ledger,2:word:left,2:word:letter,2:word:lies,2:word:long,2:word:map,2:word:market,2:word:marks,2:word:mentions,2:word:mill,2:word:mirror,2:word:near,2:word:neither,2:word:no,2:word:observatory,2:word:of,2:word:one,2:word:or,2:word:path,2:word:proud,2:word:quilt,2:word:rain,2:word:reason,2:word:recalls,2:word:reveals,2:word:same,2:word:shelters,2:word:square,2:word:station,2:word:stone,2:word:table,2:word:take,2:word:tender,2:word:that,2:word:the,2:word:them,2:word:they,2:word:tower,2:word:until,2:word:valley,2:word:warns,2:word:weathered,2:word:what,2:word:whether,2:word:winding,2:word:window,2:word:woven,2:word:years}', 2),
	(90, 'style/s3', '2e1e6c227c3504a6fef9b6644427b121', '', 4, '{2:brief/voice,2:object:constraint,2:section/s1,2:section/s3}', 2),
	(91, 'outline/s3', '0412095f22848fb29c6242fd9c0ef442', '', 4, '{2:section/s1,2:section/s3,2:section:s1}', 2),
	(92, 'section/s3', 'b9f1dfe356599b5f52db74851caf338c', '', 4, '{2:section/s3}', 2),
	(93, 'objects-of/s3', '1c1fa0c014e00ff3d1a1db57ecd1ee54', '', 4, '{2:object/claim-1,2:object/premise-2,2:object/premise-3,2:object/premise-6,2:object/term-1,2:section/s3,2:to:premise-2,2:to:premise-6}', 2),
	(94, 'terms-of/s3', 'ae4e0424c4e2c060256a0899deda4242', '', 4, '{2:object/claim-1,2:object/premise-2,2:object/premise-3,2:object/premise-6,2:object/term-1,2:protocol,2:section/s3,2:to:premise-2,2:to:premise-6,2:word:a,2:word:advice,2:word:again,2:word:against,2:word:all,2:word:alone,2:word:an,2:word:anchor,2:word:and,2:word:answers,2:word:anyone,2:word:anything,2:word:archive,2:word:as,2:word:at,2:word:before,2:word:behind,2:word:between,2:word:border,2:word:candle,2:word:careful,2:word:carries,2:word:cellar,2:word:clock,2:word:common,2:word:crosses,2:word:days,2:word:divides,2:word:door,2:word:early,2:word:engine,2:word:enough,2:word:fair,2:word:garden,2:word:gate,2:word:golden,2:word:grave,2:word:had,2:word:humble,2:word:if,2:word:in,2:word:inn,2:word:is,2:word:island,2:word:it,2:word:jetty,2:word:kettle,2:word:kitchen,2:word:leaves,2:word:ledger,2:word:left,2:word:letter,2:word:lies,2:word:map,2:word:measures,2:word:mentions,2:word:mirror,2:word:needle,2:word:needs,2:word:neither,2:word:now,2:word:of,2:word:old,2:word:one,2:word:opens,2:word:outlasts,2:word:people,2:word:quilt,2:word:recalls,2:word:school,2:word:shelters,2:word:shore,2:word:some,2:word:soon,2:word:speak,2:word:stays,2:word:stone,2:word:sunken,2:word:take,2:word:tender,2:word:that,2:word:the,2:word:them,2:word:then,2:word:town,2:word:wandering,2:word:was,2:word:well,2:word:what,2:word:wheel,2:word:when,2:word:where,2:word:whoever,2:word:yard,2:word:young}', 2),
	(95, 'pass/draft', '44038c402ed444527a9e8afbd0547408', '', 5, '{2:pass/draft}', 2),
	(96, 'terms-for/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', '', 5, '{2:map/s2,2:object/objection-1,2:object/objection-2,2:object/premise-1,2:object/premise-4,2:protocol,2:section/s2,2:to:premise-1,2:to:premise-4,2:word:a,2:word:across,2:word:after,2:word:all,2:word:alone,2:word:along,2:word:anchor,2:word:and,2:word:another,2:word:answers,2:word:anyone,2:word:anything,2:word:asked,2:word:before,2:word:between,2:word:both,2:word:canal,2:word:clock,2:word:coast,2:word:common,2:word:divides,2:word:does,2:word:early,2:word:engine,2:word:explains,2:word:ferry,2:word:field,2:word:first,2:word:for,2:word:frost,2:word:gathers,2:word:had,2:word:holds,2:word:hollow,2:word:humble,2:word:if,2:word:is,2:word:it,2:word:keen,2:word:keeps,2:word:key,2:word:kitchen,2:word:lantern,2:word:last,2:word:lasting,2:word:later,2:word:least,2:word:leaves,2:word:ledger,2:word:left,2:word:letter,2:word:lies,2:word:long,2:word:map,2:word:market,2:word:marks,2:word:mentions,2:word:mill,2:word:mirror,2:word:near,2:word:neither,2:word:no,2:word:not,2:word:observatory,2:word:of,2:word:one,2:word:only,2:word:or,2:word:oven,2:word:path,2:word:proud,2:word:quarry,2:word:quilt,2:word:rain,2:word:reason,2:word:recalls,2:word:reef,2:word:restless,2:word:reveals,2:word:same,2:word:secret,2:word:shelters,2:word:shore,2:word:square,2:word:station,2:word:stone,2:word:stood,2:word:table,2:word:take,2:word:tender,2:word:that,2:word:the,2:word:them,2:word:they,2:word:tower,2:word:until,2:word:valley,2:word:vivid,2:word:warns,2:word:weathered,2:word:weighs,2:word:what,2:word:whether,2:word:whole,2:word:winding,2:word:window,2:word:woven,2:word:years}', 2),
	(97, 'movement/s2/the-vivid-window-of', '257abc8335fea20541246db18893b6d3', '', 5, '{2:map/s2}', 2),
	(98, 'before/s2/the-vivid-window-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', '', 5, '{2:map/s2}', 2);



INSERT INTO public.studio_commit VALUES
	(1, 1, 'begin', 'person', 'Began the book', '[["brief/audience", "", "e7f6483e144231c72a5de9586f591ade"], ["brief/intention", "", "c322016aed4d83afd72c4de15ca18b82"], ["brief/language", "", "040ad0307b4e6e407e5923ec7e5abdce"], ["brief/title", "", "fa2fdd9bff7c19e96d63869b275253a3"], ["brief/voice", "", "e7f6483e144231c72a5de9586f591ade"], ["brief/words", "", "5720f511af40a6aa4c161e1282a54abe"], ["pass/argument", "", "f5abf0b6382a282242454b187f16f948"], ["pass/challenge", "", "dfddda76e69dc768b2cbca9b8eba7802"], ["pass/challenge-revise", "", "0152121a9f93184006c6f515410bf9ca"], ["pass/draft", "", "44038c402ed444527a9e8afbd0547408"], ["pass/map", "", "5d8e8444442f9897bd917b4c82f6825c"], ["pass/outline", "", "de9970fbe6ec8a9648b3b2589efd784f"], ["protocol", "", "2c39532af53b99a38e4234b5d5fba180"]]', '', '9800e2e60139536db681b788f0f2d70e', '2026-11-30 18:46:17.443983+00', 1, 1),
	(2, 2, 'accept', 'policy', 'Accepted by rule: argument', '[["object/claim-1", "", "f73e47116289076a414f434704722c47"], ["object/claim-2", "", "ce4185c5c736aeeed561493e951181d4"], ["object/claim-3", "", "e43c5e1f528381f559665bf7cbda0520"], ["object/objection-1", "", "f0610445ded43a6f31069d1a40d486e0"], ["object/objection-2", "", "bd05a53854c4e83f37e7f0bcadf53460"], ["object/objection-3", "", "6e8387e61db5e4f074de357bbc625e10"], ["object/premise-1", "", "5ebd796e80a8a9ed0347c1fdd9cb88a8"], ["object/premise-2", "", "fa64f96bb3ac9ee703ecd8cc0cd0e1df"], ["object/premise-3", "", "fd17b469b3d44552644443ef95a9f62a"], ["object/premise-4", "", "1d961db1b29c430c752b74e166f98c1b"], ["object/premise-5", "", "16ef7dbf1fc09c10581ed236d1fb69b5"], ["object/premise-6", "", "6e469100579f98a96464a40fd5886cf0"], ["object/term-1", "", "802eab98af09d74804bea7f9224fffd0"], ["object/term-2", "", "80b7033ad202d320e838129e70adffce"], ["object/thesis-1", "", "3ccc64499a96ea388ea4962aa0d5a73b"], ["text/argument", "", "2c0133a8535dd1ee2b832058f8806e17"]]', '9800e2e60139536db681b788f0f2d70e', 'a6f3eb39b2629437c2a772512290ce1a', '2026-11-30 18:46:18.64556+00', NULL, 1),
	(3, 3, 'accept', 'policy', 'Accepted by rule: outline', '[["section/s1", "", "6ef90bd1b9b327a44ad054c2bee7486b"], ["section/s2", "", "f1b65c0bea38f6cd482fd0dc11773c27"], ["section/s3", "", "951492dbcda2f37bcec5876c5d0d0115"], ["section/s4", "", "abf44a6e5aa1a76ed42c001431e5d766"], ["section/s5", "", "53f4dfa72cf3dcfe5b8d1ba542428157"], ["section/s6", "", "1f4410dc0d15a79e45c0a75d432e7273"], ["text/outline", "", "948eb48191c76468ca9e936c0be718ab"]]', 'a6f3eb39b2629437c2a772512290ce1a', 'fee1b2acc43c2745ba95a18f70b60888', '2026-11-30 18:46:18.743817+00', NULL, 1),
	(4, 4, 'accept', 'policy', 'Accepted by rule: map/s3', '[["map/s3", "", "34d945270973b2bfb8aa716863c93e86"], ["text/map/s3", "", "4db639a711e8a5e50f51d40c906d82b7"]]', 'fee1b2acc43c2745ba95a18f70b60888', 'a2d74dadff291d454fe601e4401c4845', '2026-11-30 18:46:18.913328+00', NULL, 1),
	(5, 5, 'accept', 'policy', 'Accepted by rule: map/s2', '[["map/s2", "", "dbb5d2821eb80d0a8f8ee33353071dda"], ["text/map/s2", "", "e3dfbe1b2c75bfb1b5f4e330ca6fc8d5"]]', 'a2d74dadff291d454fe601e4401c4845', '26322e8c28b14a9f4f38a29e19a97369', '2026-11-30 18:46:18.927532+00', NULL, 1),
	(6, 6, 'accept', 'policy', 'Accepted by rule: map/s5', '[["map/s5", "", "fe446ff2e275dc8933002a7990b71fb1"], ["text/map/s5", "", "2532eb32f8835c0a53324a95a9d4d09c"]]', '26322e8c28b14a9f4f38a29e19a97369', 'de0a3d9a4348cc7c6e175f8cd81fa460', '2026-11-30 18:46:18.933318+00', NULL, 1),
	(7, 7, 'accept', 'policy', 'Accepted by rule: map/s6', '[["map/s6", "", "055743cedab22513427553286aae219d"], ["text/map/s6", "", "0927b9f5a2edd356809fdc6aa8dd6a14"]]', 'de0a3d9a4348cc7c6e175f8cd81fa460', '22030adead5bb3ef03e37446fb112493', '2026-11-30 18:46:18.987857+00', NULL, 1),
	(8, 8, 'accept', 'policy', 'Accepted by rule: draft/s3/the-faithful-gate-of', '[["text/draft/s3/the-faithful-gate-of", "", "40ee59cded01a61d602e318149e4d2aa"]]', '22030adead5bb3ef03e37446fb112493', 'da39f03e16ba930206971bad13cc52c5', '2026-11-30 18:46:19.271805+00', NULL, 1),
	(9, 9, 'accept', 'policy', 'Accepted by rule: draft/s5/the-lasting-attic-of', '[["text/draft/s5/the-lasting-attic-of", "", "395ae32f945149c00e7b2d9a18a4f0d5"]]', 'da39f03e16ba930206971bad13cc52c5', '8e21a87e386f475142a09414cc1ae29e', '2026-11-30 18:46:19.367525+00', NULL, 1),
	(10, 10, 'accept', 'policy', 'Accepted by rule: draft/s2/the-secret-archive-of', '[["text/draft/s2/the-secret-archive-of", "", "15c1094b160699855f322e409173c100"]]', '8e21a87e386f475142a09414cc1ae29e', 'f72626db69262515a6ff0e295e71c92c', '2026-11-30 18:46:19.371364+00', NULL, 1),
	(11, 11, 'accept', 'policy', 'Accepted by rule: draft/s6/the-quiet-field-of', '[["text/draft/s6/the-quiet-field-of", "", "3436a0e707d86be280a4557186b08496"]]', 'f72626db69262515a6ff0e295e71c92c', '063c336f5ddff83061d6cb5674fe7533', '2026-11-30 18:46:19.377163+00', NULL, 1),
	(12, 1, 'begin', 'person', 'Began the book', '[["brief/audience", "", "e7f6483e144231c72a5de9586f591ade"], ["brief/intention", "", "c322016aed4d83afd72c4de15ca18b82"], ["brief/language", "", "040ad0307b4e6e407e5923ec7e5abdce"], ["brief/title", "", "fa2fdd9bff7c19e96d63869b275253a3"], ["brief/voice", "", "e7f6483e144231c72a5de9586f591ade"], ["brief/words", "", "5720f511af40a6aa4c161e1282a54abe"], ["pass/argument", "", "f5abf0b6382a282242454b187f16f948"], ["pass/challenge", "", "dfddda76e69dc768b2cbca9b8eba7802"], ["pass/challenge-revise", "", "0152121a9f93184006c6f515410bf9ca"], ["pass/draft", "", "44038c402ed444527a9e8afbd0547408"], ["pass/map", "", "5d8e8444442f9897bd917b4c82f6825c"], ["pass/outline", "", "de9970fbe6ec8a9648b3b2589efd784f"], ["protocol", "", "2c39532af53b99a38e4234b5d5fba180"]]', '', '9681b57dc3af58312cdcdbae8287e5ba', '2026-11-30 18:46:19.511564+00', 1, 2),
	(13, 2, 'accept', 'policy', 'Accepted by rule: argument', '[["object/claim-1", "", "c21305ed4f007f5fca5dbbeb8b9b7ff1"], ["object/claim-2", "", "e347358793c9df0e937427fc692b86f9"], ["object/claim-3", "", "027d39f631f29c08fdad41965d83f018"], ["object/objection-1", "", "e8ae988aed1553d190cc5a19b4bd3e9d"], ["object/objection-2", "", "3efa9f71d503330d0c0065a980dcfb1d"], ["object/objection-3", "", "68a5ec721fe5fd23e4bc6bb5aae5e2fe"], ["object/premise-1", "", "ebd79c7eed6ac652e7f12df548c08cb3"], ["object/premise-2", "", "6d35cd2f1ad39c2a9dd803c724afc1a7"], ["object/premise-3", "", "91862e384aa810ac5b507bff7f4f734e"], ["object/premise-4", "", "2ca6db1cdad216b989735e9223ca2e6e"], ["object/premise-5", "", "be8650ff05a32a1572bf426609477a4b"], ["object/premise-6", "", "8404d37d0aae138ac68c1214dde59ca0"], ["object/term-1", "", "1a9c4e63366e1688a2759ce8c9a7319f"], ["object/term-2", "", "c28311e109f72e277d334565a60f89cb"], ["object/term-3", "", "bcec19841f1928321525996c381b8720"], ["object/thesis-1", "", "213e31e546d50c006fc96e7278e0c19f"], ["text/argument", "", "c620dc7996800386b078da77ae37e574"]]', '9681b57dc3af58312cdcdbae8287e5ba', '2f3bc177bf579417d791c4db8e9c7681', '2026-11-30 18:46:43.191994+00', NULL, 2),
	(17, 12, 'edit', 'person', 'Edited', '[["text/draft/s2/the-secret-archive-of", "15c1094b160699855f322e409173c100", "51a4c8ac6a9baa7eae0df5838931f50b"]]', '063c336f5ddff83061d6cb5674fe7533', 'afda3005faf165fa0f7d4f4e7b882918', '2026-11-30 18:46:44.259787+00', 1, 1),
	(18, 13, 'edit', 'person', 'Other readers', '[["brief/audience", "e7f6483e144231c72a5de9586f591ade", "70a3e551d8d129b024a976c40af44903"]]', 'afda3005faf165fa0f7d4f4e7b882918', '44665cbe9e1a8557b93dc857c759008a', '2026-11-30 18:46:44.259787+00', 1, 1),
	(14, 3, 'accept', 'policy', 'Accepted by rule: outline', '[["section/s1", "", "3e38c4756bc4a8060dd8233bc8baea62"], ["section/s2", "", "37a09f378b1442dde761a7b2f4cb2ad8"], ["section/s3", "", "068b37a0e799d579cb8c5f5fa9d280bf"], ["section/s4", "", "f1dd651ddeb65806a886b888197f4eb7"], ["section/s5", "", "aed7563f96848805843f5a46e31c1f44"], ["section/s6", "", "10fd2d74b729360e566ed3fc1777b97c"], ["section/s7", "", "8d667edd0974cdd55fb538d42e379180"], ["text/outline", "", "a13f620b90b60af494d431088a447477"]]', '2f3bc177bf579417d791c4db8e9c7681', 'b35f581bae58df8c1130122bf607b772', '2026-11-30 18:46:43.296303+00', NULL, 2),
	(15, 4, 'accept', 'policy', 'Accepted by rule: map/s2', '[["map/s2", "", "fe065edc88b9d5db371ececc6bfa55d9"], ["text/map/s2", "", "97166eddc9d591a89ce89d6648b62d15"]]', 'b35f581bae58df8c1130122bf607b772', '999a451b4c2e862f9f07e0dbc405066f', '2026-11-30 18:46:43.406314+00', NULL, 2),
	(16, 5, 'accept', 'policy', 'Accepted by rule: map/s3', '[["map/s3", "", "eb98f292e38de5025e47843e7532d497"], ["text/map/s3", "", "dbc2cb3d95f0348514888713b5bd3362"]]', '999a451b4c2e862f9f07e0dbc405066f', '7f8ea1d15ed61340697f278f234c63a1', '2026-11-30 18:46:43.470258+00', NULL, 2);



INSERT INTO public.studio_draft VALUES
	(1, 's3', '', 'Typed, not yet done.', 'one', 3, 1, '2026-11-30 18:46:44.259787+00', 1, 1);



INSERT INTO public.studio_endpoint VALUES
	(1, 'scripted', 'http://127.0.0.1:36241/v1', '', 'scripted', 16000, false, true);



INSERT INTO public.studio_entry VALUES
	(2, 'brief/intention', 'brief', '', '{"value": "Why towns should remember their rivers."}', 'c322016aed4d83afd72c4de15ca18b82', 1, NULL, 1),
	(3, 'brief/language', 'brief', '', '{"value": "en"}', '040ad0307b4e6e407e5923ec7e5abdce', 1, NULL, 1),
	(4, 'brief/title', 'brief', '', '{"value": "Rivers"}', 'fa2fdd9bff7c19e96d63869b275253a3', 1, NULL, 1),
	(5, 'brief/voice', 'brief', '', '{"value": ""}', 'e7f6483e144231c72a5de9586f591ade', 1, NULL, 1),
	(6, 'brief/words', 'brief', '', '{"value": 300}', '5720f511af40a6aa4c161e1282a54abe', 1, NULL, 1),
	(7, 'pass/argument', 'pass', '', '{"prompt": "---\npurpose: States the argument of the whole book, from the author''s intention\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. You set down its argument before a page of it is written. Every sentence is plain, complete and open to disagreement: \"Towns should repair benches within a week\" and never \"The importance of benches\".\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nLength of the book in words: {{book_words}}\n\nWhat the book has already settled; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nState the argument.\nOne thesis: a single sentence that says what the reader should believe, and why.\nThe claims: each a separate step towards the thesis, in the order in which a reader should meet them. None may repeat the thesis or another claim. Choose as many as the length can carry, and no more.\nUnder each claim one or two premises: something that could be seen, counted or checked, taken from the author''s intention or from common experience. Do not make up figures, studies or names.\nWhere a fair opponent would protest, the objection to that claim, in words that the opponent would accept.\nThe terms: only words that the book needs in one exact sense, each with a definition of one sentence that does not use the word itself.\nReturn only JSON: the thesis, the claims with their premises and objections inside them, and the terms. All text is in {{language}}.\n", "schema_version": 1}', 'f5abf0b6382a282242454b187f16f948', 1, NULL, 1),
	(8, 'pass/challenge', 'pass', '', '{"prompt": "---\npurpose: Reads one passage as a fair opponent and names what does not hold\nversion: 1\n---\n# system\nYou read a passage of a non-fiction book in {{language}} before it is printed, as a fair and well-informed opponent. You name what would embarrass the author. You do not rewrite, you do not praise, and you leave matters of taste alone.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhat earlier sections have established:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe passages of the section:\n{{map}}\n\nThis passage:\n{{movement}}\n\nIts text, paragraph by paragraph, numbered:\n{{text}}\n\nYour previous reply could not be used:\n{{last_failure}}\n\nLook for these faults, and only these:\na statement of fact that nothing above supports, or a figure, a study or a quotation without a source;\na conclusion that is wider than its reasons, such as one case made into a rule;\na contradiction of the text itself, of what earlier sections have established or of what this section has to say;\na term used in another sense than the one defined;\na rule for the prose that is broken;\na purpose of this passage that is not fulfilled;\na thought that is said twice.\nFor each fault give the number of the paragraph; a quote of four to twenty words, copied exactly from that paragraph; what is wrong, in one sentence that the author can act on; and whether it must be fixed before printing. A fault must be fixed only if a careful reader would stop believing the book because of it.\nGive the worst first, at most five. A passage may well have no fault: then the list is empty.\nReturn only JSON. Write your remarks in {{language}}.\n", "schema_version": 1}', 'dfddda76e69dc768b2cbca9b8eba7802', 1, NULL, 1),
	(9, 'pass/challenge-revise', 'pass', '', '{"prompt": "---\npurpose: Rewrites only the paragraphs against which something is held\nversion: 1\n---\n# system\nYou revise a passage of a non-fiction book in {{language}}. You change the paragraphs that are named, and no others. You keep the voice, the particulars and every sentence that nobody has complained of.\n\n# user\nRules and voice:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThis passage:\n{{movement}}\n\nThe words just before it:\n{{before}}\n\nIts text, paragraph by paragraph, numbered:\n{{text}}\n\nThe remarks, each with the number of its paragraph:\n{{findings}}\n\nWhat the author asks for:\n{{note}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nRewrite each paragraph that a remark names, so that the remark no longer holds. If a statement has no support, take it out or say no more than the reasons allow; do not support it with something made up. Keep about the same length. The new paragraph has to follow from the one before it and lead to the one after it.\nFor each paragraph that you rewrite give its number and its whole new text. Leave out every paragraph that no remark names.\nReturn only JSON. The text is in {{language}}, without headings and without notes about the changes.\n", "schema_version": 1}', '0152121a9f93184006c6f515410bf9ca', 1, NULL, 1),
	(10, 'pass/draft', 'pass', '', '{"prompt": "---\npurpose: Writes the prose of one passage\nversion: 1\n---\n# system\nYou write a non-fiction book in {{language}}, one passage at a time. You return the prose of this passage and nothing else: no heading, no list, no greeting, no remark about what you wrote.\n\nWrite so that a reader can see it. Prefer a person, a place, an hour, an object or a price to a general word.\nGive each paragraph one thought, and let it follow from the one before. Vary the length of your sentences.\nSupport what you say with the reasons that you are given. Never make up a figure, a study, a quotation or a source; what is not known is left out.\nUse the terms only in the sense in which they are defined.\nDo not announce, do not repeat, do not sum up. When the passage has done its work, stop.\n\n# user\nWhat the book intends:\n{{intention}}\n\nIts readers:\n{{audience}}\n\nRules and voice:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; the reader knows it, so do not argue it again:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThis passage:\n{{movement}}\n\nThe words just before it. They are printed already: go on from them, and say none of it again:\n{{before}}\n\nWhat the author asks for:\n{{note}}\n\nRemarks that this version must settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nYou have already written the beginning that follows. Go on from its last word and do not write it again:\n{{partial}}\n\nWrite about {{words}} words of prose in {{language}}. Do what the purpose of this passage says, and leave the other passages their own work. Begin at once.\n", "schema_version": 1}', '44038c402ed444527a9e8afbd0547408', 1, NULL, 1),
	(49, 'brief/audience', 'brief', '', '{"value": ""}', 'e7f6483e144231c72a5de9586f591ade', 1, NULL, 2),
	(11, 'pass/map', 'pass', '', '{"prompt": "---\npurpose: Divides one section into the passages in which it will be written\nversion: 1\n---\n# system\nYou plan one section of a non-fiction book in {{language}}. You divide it into passages. Each passage is one step that the reader takes: it shows, or defines, or argues, or answers, and then the next one begins.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; do not argue it again:\n{{conclusions}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe section:\n{{section}}\n\nIts passages as they stand; keep the key of each one that still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nDivide the section into passages of 150 to 450 words; two or three are usually enough. Their words together come to {{words}}.\nThe first passage begins with something that can be seen. A term is defined where it is first needed. The last passage reaches what the section is done when it has reached, and does not sum up.\nFor each passage give: a title of at most six words; its purpose, one sentence that begins with a verb and names the particular case or reason to be used; its words; and done_when, one sentence that a reader could check.\nReturn only JSON: the list of passages in their order. All text is in {{language}}.\n", "schema_version": 1}', '5d8e8444442f9897bd917b4c82f6825c', 1, NULL, 1),
	(12, 'pass/outline', 'pass', '', '{"prompt": "---\npurpose: Turns the argument into chapters and sections\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. Its argument stands. You decide in what order a reader meets it, and what each section has to do.\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nThe thesis:\n{{thesis}}\n\nWhat the book has to establish, each with its id:\n{{all_objects}}\n\nThe outline as it stands; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nWrite the outline of the book in chapters and sections. The words of all sections together come to {{book_words}}. A section usually has 400 to 1,500 words; a short book needs only one chapter and a few sections.\nBegin with a case that a reader can see. Bring each claim where the reader has just begun to need it, and its objection soon after it. Let no two sections do the same work.\nFor each section give: a title of at most six words that names something; a synopsis of one or two sentences that says what happens in it; its words; the ids of what it establishes; the ids of what it uses; and done_when, one sentence that a reader could check.\nEvery claim and every premise is established in exactly one section. Use only ids from the list.\nReturn only JSON. All text is in {{language}}.\n", "schema_version": 1}', 'de9970fbe6ec8a9648b3b2589efd784f', 1, NULL, 1),
	(13, 'protocol', 'protocol', '', '{"slug": "argument", "gates": [{"slug": "challenge", "title": "Challenge", "prompt": "challenge.md", "revise": "revise.md", "revisions": 2, "temperature": 0.2}], "kinds": [{"one": true, "slug": "thesis", "title": "thesis", "fields": {"text": {"max": 300, "type": "text", "title": "The thesis in one sentence", "required": true}}, "plural": "theses", "purpose": "The one sentence that the whole book wants its reader to believe, with its reason."}, {"slug": "claim", "title": "claim", "fields": {"text": {"max": 300, "type": "text", "title": "The claim in one sentence", "required": true}}, "plural": "claims", "purpose": "A step of the argument: if it fell, the thesis would be weaker."}, {"slug": "premise", "title": "premise", "fields": {"text": {"max": 300, "type": "text", "title": "The premise in one sentence", "required": true}, "grounds": {"max": 300, "type": "text", "title": "What it rests on: a case, an observation, a source", "required": false}}, "plural": "premises", "purpose": "A reason for a claim that a reader could check."}, {"slug": "warrant", "title": "warrant", "fields": {"text": {"max": 300, "type": "text", "title": "The warrant in one sentence", "required": true}}, "plural": "warrants", "purpose": "Why a premise, if true, really does speak for its claim. Write it down where a reader might ask."}, {"slug": "objection", "title": "objection", "fields": {"text": {"max": 300, "type": "text", "title": "The objection, as its holder would put it", "required": true}, "answer": {"max": 300, "type": "text", "title": "The answer", "required": false}}, "plural": "objections", "purpose": "The best thing that a fair opponent would say, and the book''s answer."}, {"slug": "term", "title": "term", "fields": {"name": {"max": 60, "type": "text", "title": "The word", "required": true}, "definition": {"max": 300, "type": "text", "title": "What it means here", "required": true}}, "plural": "terms", "purpose": "A word that this book uses in one sense only.", "name_field": "name"}, {"slug": "constraint", "title": "rule", "fields": {"text": {"max": 300, "type": "text", "title": "The rule", "required": true}, "scope": {"max": 80, "type": "text", "title": "Where it holds: the whole book, or one section", "required": false}}, "plural": "rules", "purpose": "Something that the prose must always or never do."}, {"slug": "reader_state", "title": "what the reader knows", "fields": {"text": {"max": 300, "type": "text", "title": "The reader now …", "required": true}}, "plural": "what the reader knows", "purpose": "What has changed in the reader''s mind after a section."}], "title": "Argument", "words": {}, "passes": [{"kind": "composing", "slug": "argument", "gates": [], "layer": "argument", "needs": [], "scope": "book", "title": "Argument", "prompt": "argument.md", "objects": [{"max": 1, "min": 1, "kind": "thesis"}, {"max": 7, "min": 3, "kind": "claim", "under": "thesis", "relation": "supports"}, {"max": 2, "min": 1, "kind": "premise", "under": "claim", "relation": "supports"}, {"max": 1, "min": 0, "kind": "objection", "under": "claim", "relation": "objects_to"}, {"max": 6, "min": 1, "kind": "term"}], "produces": "objects", "judged_by": "author", "temperature": 0.7}, {"kind": "composing", "slug": "outline", "gates": [], "layer": "outline", "needs": ["argument"], "scope": "book", "title": "Outline", "prompt": "outline.md", "produces": "outline", "judged_by": "author", "establishes": ["claim", "premise"], "temperature": 0.6}, {"kind": "composing", "slug": "map", "gates": [], "layer": "map", "needs": ["outline"], "scope": "section", "title": "Passages", "prompt": "map.md", "produces": "map", "judged_by": "rule", "temperature": 0.6}, {"kind": "composing", "slug": "draft", "gates": ["challenge"], "layer": "draft", "needs": ["map"], "scope": "movement", "title": "Draft", "prompt": "draft.md", "produces": "prose", "judged_by": "author", "temperature": 0.8}, {"kind": "publishing", "slug": "publish", "gates": [], "layer": "files", "needs": ["draft"], "scope": "book", "title": "Publish", "produces": "files", "judged_by": "rule"}], "summary": "For a book that wants to convince: the argument is set down first, then the outline, then each passage is written to do its part.", "version": 1, "relations": [{"to": ["thesis", "claim"], "from": ["claim", "premise"], "name": "supports", "title": "supports"}, {"to": ["thesis", "claim", "premise"], "from": ["objection"], "name": "objects_to", "title": "speaks against"}, {"to": ["premise", "claim"], "from": ["warrant"], "name": "warrants", "title": "carries over"}, {"to": ["thesis", "claim", "premise"], "from": ["term"], "name": "clarifies", "title": "gives the meaning for"}]}', '2c39532af53b99a38e4234b5d5fba180', 1, NULL, 1),
	(14, 'object/claim-1', 'object', 'claim', '{"kind": "claim", "fields": {"text": "The notebook is silent; the key is not, and that weighs the whole reef."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', 'f73e47116289076a414f434704722c47', 2, NULL, 1),
	(15, 'object/claim-2', 'object', 'claim', '{"kind": "claim", "fields": {"text": "It was the map, not the letter, that warns the slender door without much ceremony."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', 'ce4185c5c736aeeed561493e951181d4', 2, NULL, 1),
	(16, 'object/claim-3', 'object', 'claim', '{"kind": "claim", "fields": {"text": "It was the vessel, not the field, that recalls the gentle stone between two seasons."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', 'e43c5e1f528381f559665bf7cbda0520', 2, NULL, 1),
	(17, 'object/objection-1', 'object', 'objection', '{"kind": "objection", "fields": {"text": "The island and the inn stood near the coast; only the sunken orchard measures them both.", "answer": "Between the modest anchor and the mountain lies a mill that recalls neither."}, "relations": [{"to": "claim-1", "name": "objects_to"}]}', 'f0610445ded43a6f31069d1a40d486e0', 2, NULL, 1),
	(18, 'object/objection-2', 'object', 'objection', '{"kind": "objection", "fields": {"text": "The mill is green; the wheel is not, and that warns the whole island.", "answer": "The keen thread gathers what the valley had left against all advice."}, "relations": [{"to": "claim-2", "name": "objects_to"}]}', 'bd05a53854c4e83f37e7f0bcadf53460', 2, NULL, 1),
	(19, 'object/objection-3', 'object', 'objection', '{"kind": "objection", "fields": {"text": "What the reef answers, the patient map opens for a whole winter.", "answer": "What the pier questions, the ancient forest marks beside the railway."}, "relations": [{"to": "claim-3", "name": "objects_to"}]}', '6e8387e61db5e4f074de357bbc625e10', 2, NULL, 1),
	(20, 'object/premise-1', 'object', 'premise', '{"kind": "premise", "fields": {"text": "On closer view, the grave kitchen was never the point, since the cellar follows the field.", "grounds": "A narrow road outlasts little by itself, yet behind the school it gathers the tower and the signal."}, "relations": [{"to": "claim-1", "name": "supports"}]}', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 2, NULL, 1),
	(21, 'object/premise-2', 'object', 'premise', '{"kind": "premise", "fields": {"text": "One window recalls another until the stubborn observatory measures the last of them.", "grounds": "The valley and the mirror stood above the valley; only the sunken gate steadies them both."}, "relations": [{"to": "claim-1", "name": "supports"}]}', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 2, NULL, 1),
	(22, 'object/premise-3', 'object', 'premise', '{"kind": "premise", "fields": {"text": "The mountain is silver; the ledger is not, and that recalls the whole shore.", "grounds": "Between the fading mountain and the map lies a market that names neither."}, "relations": [{"to": "claim-2", "name": "supports"}]}', 'fd17b469b3d44552644443ef95a9f62a', 2, NULL, 1),
	(23, 'object/premise-4', 'object', 'premise', '{"kind": "premise", "fields": {"text": "It was the notebook, not the reef, that questions the steady road after the long rain.", "grounds": "One sail divides another until the northern attic outlasts the last of them."}, "relations": [{"to": "claim-2", "name": "supports"}]}', '1d961db1b29c430c752b74e166f98c1b', 2, NULL, 1),
	(24, 'object/premise-5', 'object', 'premise', '{"kind": "premise", "fields": {"text": "Between the modest ladder and the vessel lies a road that carries neither.", "grounds": "There is a fair key for a whole winter, and it measures every forest that comes its way."}, "relations": [{"to": "claim-3", "name": "supports"}]}', '16ef7dbf1fc09c10581ed236d1fb69b5', 2, NULL, 1),
	(25, 'object/premise-6', 'object', 'premise', '{"kind": "premise", "fields": {"text": "What the garden steadies, the open shore carries against all advice.", "grounds": "What the quarry reveals, the narrow map weighs after the long rain."}, "relations": [{"to": "claim-3", "name": "supports"}]}', '6e469100579f98a96464a40fd5886cf0', 2, NULL, 1),
	(26, 'object/term-1', 'object', 'term', '{"kind": "term", "fields": {"name": "The Yearly Stone of Jetty", "definition": "Nobody who saw the silver attic doubted that it warns the path in plain sight."}, "relations": []}', '802eab98af09d74804bea7f9224fffd0', 2, NULL, 1),
	(27, 'object/term-2', 'object', 'term', '{"kind": "term", "fields": {"name": "The Northern Inn of Sail", "definition": "No cellar repairs the candle for long, and the bitter field least of all."}, "relations": []}', '80b7033ad202d320e838129e70adffce', 2, NULL, 1),
	(28, 'object/thesis-1', 'object', 'thesis', '{"kind": "thesis", "fields": {"text": "If a candle gathers anything, it gathers the distant mirror and leaves the road alone."}, "relations": []}', '3ccc64499a96ea388ea4962aa0d5a73b', 2, NULL, 1),
	(29, 'text/argument', 'text', '', '{"by": "policy", "blob": "20d7b28bd7119898f3433a6e6409e166", "artifact": 1, "paragraphs": []}', '2c0133a8535dd1ee2b832058f8806e17', 2, NULL, 1),
	(30, 'section/s1', 'section', '', '{"rank": 1, "role": "chapter", "uses": [], "title": "The Common Jetty of Library", "words": 0, "parent": null, "synopsis": "One signal follows another until the golden pier holds the last of them.", "done_when": "", "depends_on": [], "establishes": []}', '6ef90bd1b9b327a44ad054c2bee7486b', 3, NULL, 1),
	(31, 'section/s2', 'section', 's1', '{"rank": 1, "role": "section", "uses": ["claim-3", "premise-4"], "title": "The Spare Needle of Orchard", "words": 80, "parent": "s1", "synopsis": "Because of this, they asked whether an archive steadies the forest, or whether the narrow gate does.", "done_when": "Meanwhile, the wild key was never the point, since the kitchen explains the lantern.", "depends_on": [], "establishes": ["premise-2", "premise-3"]}', 'f1b65c0bea38f6cd482fd0dc11773c27', 3, NULL, 1),
	(32, 'section/s3', 'section', 's1', '{"rank": 2, "role": "section", "uses": ["premise-1", "term-2"], "title": "The Bold Forest of Door", "words": 80, "parent": "s1", "synopsis": "The grave chapel answers what the lantern had left for a whole winter.", "done_when": "Whoever questions a mill along the canal soon needs a modest archive as well.", "depends_on": [], "establishes": ["premise-2", "premise-3", "premise-5"]}', '951492dbcda2f37bcec5876c5d0d0115', 3, NULL, 1),
	(33, 'section/s4', 'section', '', '{"rank": 2, "role": "chapter", "uses": [], "title": "The Distant Mountain of Kitchen", "words": 0, "parent": null, "synopsis": "By contrast, the plain wheel was never the point, since the cellar outlasts the stone.", "done_when": "", "depends_on": [], "establishes": []}', 'abf44a6e5aa1a76ed42c001431e5d766', 3, NULL, 1),
	(34, 'section/s5', 'section', 's4', '{"rank": 1, "role": "section", "uses": ["premise-1"], "title": "The Fair Signal of Notebook", "words": 80, "parent": "s4", "synopsis": "Most of the time, the fair journal was never the point, since the observatory measures the compass.", "done_when": "Whoever measures a candle in plain sight soon needs a fair river as well.", "depends_on": [], "establishes": ["claim-2", "premise-4", "premise-6"]}', '53f4dfa72cf3dcfe5b8d1ba542428157', 3, NULL, 1),
	(35, 'section/s6', 'section', 's4', '{"rank": 2, "role": "section", "uses": ["objection-3", "premise-1"], "title": "The Winding Map of Archive", "words": 80, "parent": "s4", "synopsis": "A deep oven weighs little by itself, yet behind the school it repairs the map and the wheel.", "done_when": "More than once, one tender key is enough: it names the gate, and the library stays where it was.", "depends_on": [], "establishes": ["claim-2", "claim-3", "premise-5"]}', '1f4410dc0d15a79e45c0a75d432e7273', 3, NULL, 1),
	(36, 'text/outline', 'text', '', '{"by": "policy", "blob": "3b12b420a372c7612c96c0a2e4e14610", "artifact": 2, "paragraphs": []}', '948eb48191c76468ca9e936c0be718ab', 3, NULL, 1),
	(37, 'map/s3', 'map', '', '{"movements": [{"key": "the-faithful-gate-of", "title": "The Faithful Gate of Kettle", "words": 80, "purpose": "As a rule a frozen wheel gathers them, and the glass is left by common consent.", "done_when": "There is a common wheel by common consent, and it names every thread that comes its way."}]}', '34d945270973b2bfb8aa716863c93e86', 4, NULL, 1),
	(38, 'text/map/s3', 'text', '', '{"by": "policy", "blob": "85d6fa85187e667b8be9f970fa72cbbd", "artifact": 3, "paragraphs": []}', '4db639a711e8a5e50f51d40c906d82b7', 4, NULL, 1),
	(39, 'map/s2', 'map', '', '{"movements": [{"key": "the-secret-archive-of", "title": "The Secret Archive of Jetty", "words": 80, "purpose": "Between the careful field and the hedge lies a vessel that changes neither.", "done_when": "The kitchen is sudden; the map is not, and that opens the whole jetty."}]}', 'dbb5d2821eb80d0a8f8ee33353071dda', 5, NULL, 1),
	(40, 'text/map/s2', 'text', '', '{"by": "policy", "blob": "81cdd4b9f7343152837146adbf60e43a", "artifact": 4, "paragraphs": []}', 'e3dfbe1b2c75bfb1b5f4e330ca6fc8d5', 5, NULL, 1),
	(41, 'map/s5', 'map', '', '{"movements": [{"key": "the-lasting-attic-of", "title": "The Lasting Attic of Road", "words": 80, "purpose": "Some days, the bell marks a faithful door along the canal.", "done_when": "Until then, they asked whether a hedge crosses the window, or whether the green bridge does."}]}', 'fe446ff2e275dc8933002a7990b71fb1', 6, NULL, 1),
	(42, 'text/map/s5', 'text', '', '{"by": "policy", "blob": "2b0a2b3e30996032356a062ae8d47998", "artifact": 5, "paragraphs": []}', '2532eb32f8835c0a53324a95a9d4d09c', 6, NULL, 1),
	(43, 'map/s6', 'map', '', '{"movements": [{"key": "the-quiet-field-of", "title": "The Quiet Field of River", "words": 80, "purpose": "What the window measures, the proud cellar recalls beside the railway.", "done_when": "The ladder is silent; the chapel is not, and that outlasts the whole mountain."}]}', '055743cedab22513427553286aae219d', 7, NULL, 1),
	(44, 'text/map/s6', 'text', '', '{"by": "policy", "blob": "05bd6eb1e9bc588d30f6e6ba73d5d549", "artifact": 6, "paragraphs": []}', '0927b9f5a2edd356809fdc6aa8dd6a14', 7, NULL, 1),
	(45, 'text/draft/s3/the-faithful-gate-of', 'text', '', '{"by": "policy", "blob": "1cf4af5e1151ccc9248b4d00a43b5faa", "artifact": 7, "paragraphs": ["p1"]}', '40ee59cded01a61d602e318149e4d2aa', 8, NULL, 1),
	(46, 'text/draft/s5/the-lasting-attic-of', 'text', '', '{"by": "policy", "blob": "e122d1d4f6e582139c551a453a41b077", "artifact": 8, "paragraphs": ["p1"]}', '395ae32f945149c00e7b2d9a18a4f0d5', 9, NULL, 1),
	(48, 'text/draft/s6/the-quiet-field-of', 'text', '', '{"by": "policy", "blob": "2a11f89d0f9c93cfc461b99d23436506", "artifact": 9, "paragraphs": ["p1"]}', '3436a0e707d86be280a4557186b08496', 11, NULL, 1),
	(50, 'brief/intention', 'brief', '', '{"value": "Why towns should remember their rivers."}', 'c322016aed4d83afd72c4de15ca18b82', 1, NULL, 2),
	(51, 'brief/language', 'brief', '', '{"value": "en"}', '040ad0307b4e6e407e5923ec7e5abdce', 1, NULL, 2),
	(52, 'brief/title', 'brief', '', '{"value": "Rivers"}', 'fa2fdd9bff7c19e96d63869b275253a3', 1, NULL, 2);
INSERT INTO public.studio_entry VALUES
	(53, 'brief/voice', 'brief', '', '{"value": ""}', 'e7f6483e144231c72a5de9586f591ade', 1, NULL, 2),
	(54, 'brief/words', 'brief', '', '{"value": 300}', '5720f511af40a6aa4c161e1282a54abe', 1, NULL, 2),
	(55, 'pass/argument', 'pass', '', '{"prompt": "---\npurpose: States the argument of the whole book, from the author''s intention\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. You set down its argument before a page of it is written. Every sentence is plain, complete and open to disagreement: \"Towns should repair benches within a week\" and never \"The importance of benches\".\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nLength of the book in words: {{book_words}}\n\nWhat the book has already settled; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nState the argument.\nOne thesis: a single sentence that says what the reader should believe, and why.\nThe claims: each a separate step towards the thesis, in the order in which a reader should meet them. None may repeat the thesis or another claim. Choose as many as the length can carry, and no more.\nUnder each claim one or two premises: something that could be seen, counted or checked, taken from the author''s intention or from common experience. Do not make up figures, studies or names.\nWhere a fair opponent would protest, the objection to that claim, in words that the opponent would accept.\nThe terms: only words that the book needs in one exact sense, each with a definition of one sentence that does not use the word itself.\nReturn only JSON: the thesis, the claims with their premises and objections inside them, and the terms. All text is in {{language}}.\n", "schema_version": 1}', 'f5abf0b6382a282242454b187f16f948', 1, NULL, 2),
	(56, 'pass/challenge', 'pass', '', '{"prompt": "---\npurpose: Reads one passage as a fair opponent and names what does not hold\nversion: 1\n---\n# system\nYou read a passage of a non-fiction book in {{language}} before it is printed, as a fair and well-informed opponent. You name what would embarrass the author. You do not rewrite, you do not praise, and you leave matters of taste alone.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhat earlier sections have established:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe passages of the section:\n{{map}}\n\nThis passage:\n{{movement}}\n\nIts text, paragraph by paragraph, numbered:\n{{text}}\n\nYour previous reply could not be used:\n{{last_failure}}\n\nLook for these faults, and only these:\na statement of fact that nothing above supports, or a figure, a study or a quotation without a source;\na conclusion that is wider than its reasons, such as one case made into a rule;\na contradiction of the text itself, of what earlier sections have established or of what this section has to say;\na term used in another sense than the one defined;\na rule for the prose that is broken;\na purpose of this passage that is not fulfilled;\na thought that is said twice.\nFor each fault give the number of the paragraph; a quote of four to twenty words, copied exactly from that paragraph; what is wrong, in one sentence that the author can act on; and whether it must be fixed before printing. A fault must be fixed only if a careful reader would stop believing the book because of it.\nGive the worst first, at most five. A passage may well have no fault: then the list is empty.\nReturn only JSON. Write your remarks in {{language}}.\n", "schema_version": 1}', 'dfddda76e69dc768b2cbca9b8eba7802', 1, NULL, 2),
	(57, 'pass/challenge-revise', 'pass', '', '{"prompt": "---\npurpose: Rewrites only the paragraphs against which something is held\nversion: 1\n---\n# system\nYou revise a passage of a non-fiction book in {{language}}. You change the paragraphs that are named, and no others. You keep the voice, the particulars and every sentence that nobody has complained of.\n\n# user\nRules and voice:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThis passage:\n{{movement}}\n\nThe words just before it:\n{{before}}\n\nIts text, paragraph by paragraph, numbered:\n{{text}}\n\nThe remarks, each with the number of its paragraph:\n{{findings}}\n\nWhat the author asks for:\n{{note}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nRewrite each paragraph that a remark names, so that the remark no longer holds. If a statement has no support, take it out or say no more than the reasons allow; do not support it with something made up. Keep about the same length. The new paragraph has to follow from the one before it and lead to the one after it.\nFor each paragraph that you rewrite give its number and its whole new text. Leave out every paragraph that no remark names.\nReturn only JSON. The text is in {{language}}, without headings and without notes about the changes.\n", "schema_version": 1}', '0152121a9f93184006c6f515410bf9ca', 1, NULL, 2),
	(58, 'pass/draft', 'pass', '', '{"prompt": "---\npurpose: Writes the prose of one passage\nversion: 1\n---\n# system\nYou write a non-fiction book in {{language}}, one passage at a time. You return the prose of this passage and nothing else: no heading, no list, no greeting, no remark about what you wrote.\n\nWrite so that a reader can see it. Prefer a person, a place, an hour, an object or a price to a general word.\nGive each paragraph one thought, and let it follow from the one before. Vary the length of your sentences.\nSupport what you say with the reasons that you are given. Never make up a figure, a study, a quotation or a source; what is not known is left out.\nUse the terms only in the sense in which they are defined.\nDo not announce, do not repeat, do not sum up. When the passage has done its work, stop.\n\n# user\nWhat the book intends:\n{{intention}}\n\nIts readers:\n{{audience}}\n\nRules and voice:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; the reader knows it, so do not argue it again:\n{{conclusions}}\n\nThe section:\n{{section}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThis passage:\n{{movement}}\n\nThe words just before it. They are printed already: go on from them, and say none of it again:\n{{before}}\n\nWhat the author asks for:\n{{note}}\n\nRemarks that this version must settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nYou have already written the beginning that follows. Go on from its last word and do not write it again:\n{{partial}}\n\nWrite about {{words}} words of prose in {{language}}. Do what the purpose of this passage says, and leave the other passages their own work. Begin at once.\n", "schema_version": 1}', '44038c402ed444527a9e8afbd0547408', 1, NULL, 2),
	(91, 'text/draft/s2/the-secret-archive-of', 'text', '', '{"by": "person", "blob": "bd5829abae2cebdac97d5d5b2d9217a3", "artifact": 16, "paragraphs": ["p1001e", "p1002e"]}', '51a4c8ac6a9baa7eae0df5838931f50b', 12, NULL, 1),
	(59, 'pass/map', 'pass', '', '{"prompt": "---\npurpose: Divides one section into the passages in which it will be written\nversion: 1\n---\n# system\nYou plan one section of a non-fiction book in {{language}}. You divide it into passages. Each passage is one step that the reader takes: it shows, or defines, or argues, or answers, and then the next one begins.\n\n# user\nRules for the prose:\n{{style}}\n\nThe thesis of the book:\n{{thesis}}\n\nWhere this section stands:\n{{outline}}\n\nWhat earlier sections have established; do not argue it again:\n{{conclusions}}\n\nWhat this section has to say:\n{{objects}}\n\nTerms, in the only sense that they have here:\n{{terms}}\n\nThe section:\n{{section}}\n\nIts passages as they stand; keep the key of each one that still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nDivide the section into passages of 150 to 450 words; two or three are usually enough. Their words together come to {{words}}.\nThe first passage begins with something that can be seen. A term is defined where it is first needed. The last passage reaches what the section is done when it has reached, and does not sum up.\nFor each passage give: a title of at most six words; its purpose, one sentence that begins with a verb and names the particular case or reason to be used; its words; and done_when, one sentence that a reader could check.\nReturn only JSON: the list of passages in their order. All text is in {{language}}.\n", "schema_version": 1}', '5d8e8444442f9897bd917b4c82f6825c', 1, NULL, 2),
	(60, 'pass/outline', 'pass', '', '{"prompt": "---\npurpose: Turns the argument into chapters and sections\nversion: 1\n---\n# system\nYou plan a non-fiction book in {{language}}. Its argument stands. You decide in what order a reader meets it, and what each section has to do.\n\n# user\nWhat the author intends:\n{{intention}}\n\nThe readers:\n{{audience}}\n\nRules for the whole book:\n{{style}}\n\nThe thesis:\n{{thesis}}\n\nWhat the book has to establish, each with its id:\n{{all_objects}}\n\nThe outline as it stands; keep what still holds:\n{{base}}\n\nWhat the author says about this attempt:\n{{note}}\n\nRemarks to settle:\n{{findings}}\n\nYour previous attempt could not be used:\n{{last_failure}}\n\nWrite the outline of the book in chapters and sections. The words of all sections together come to {{book_words}}. A section usually has 400 to 1,500 words; a short book needs only one chapter and a few sections.\nBegin with a case that a reader can see. Bring each claim where the reader has just begun to need it, and its objection soon after it. Let no two sections do the same work.\nFor each section give: a title of at most six words that names something; a synopsis of one or two sentences that says what happens in it; its words; the ids of what it establishes; the ids of what it uses; and done_when, one sentence that a reader could check.\nEvery claim and every premise is established in exactly one section. Use only ids from the list.\nReturn only JSON. All text is in {{language}}.\n", "schema_version": 1}', 'de9970fbe6ec8a9648b3b2589efd784f', 1, NULL, 2),
	(61, 'protocol', 'protocol', '', '{"slug": "argument", "gates": [{"slug": "challenge", "title": "Challenge", "prompt": "challenge.md", "revise": "revise.md", "revisions": 2, "temperature": 0.2}], "kinds": [{"one": true, "slug": "thesis", "title": "thesis", "fields": {"text": {"max": 300, "type": "text", "title": "The thesis in one sentence", "required": true}}, "plural": "theses", "purpose": "The one sentence that the whole book wants its reader to believe, with its reason."}, {"slug": "claim", "title": "claim", "fields": {"text": {"max": 300, "type": "text", "title": "The claim in one sentence", "required": true}}, "plural": "claims", "purpose": "A step of the argument: if it fell, the thesis would be weaker."}, {"slug": "premise", "title": "premise", "fields": {"text": {"max": 300, "type": "text", "title": "The premise in one sentence", "required": true}, "grounds": {"max": 300, "type": "text", "title": "What it rests on: a case, an observation, a source", "required": false}}, "plural": "premises", "purpose": "A reason for a claim that a reader could check."}, {"slug": "warrant", "title": "warrant", "fields": {"text": {"max": 300, "type": "text", "title": "The warrant in one sentence", "required": true}}, "plural": "warrants", "purpose": "Why a premise, if true, really does speak for its claim. Write it down where a reader might ask."}, {"slug": "objection", "title": "objection", "fields": {"text": {"max": 300, "type": "text", "title": "The objection, as its holder would put it", "required": true}, "answer": {"max": 300, "type": "text", "title": "The answer", "required": false}}, "plural": "objections", "purpose": "The best thing that a fair opponent would say, and the book''s answer."}, {"slug": "term", "title": "term", "fields": {"name": {"max": 60, "type": "text", "title": "The word", "required": true}, "definition": {"max": 300, "type": "text", "title": "What it means here", "required": true}}, "plural": "terms", "purpose": "A word that this book uses in one sense only.", "name_field": "name"}, {"slug": "constraint", "title": "rule", "fields": {"text": {"max": 300, "type": "text", "title": "The rule", "required": true}, "scope": {"max": 80, "type": "text", "title": "Where it holds: the whole book, or one section", "required": false}}, "plural": "rules", "purpose": "Something that the prose must always or never do."}, {"slug": "reader_state", "title": "what the reader knows", "fields": {"text": {"max": 300, "type": "text", "title": "The reader now …", "required": true}}, "plural": "what the reader knows", "purpose": "What has changed in the reader''s mind after a section."}], "title": "Argument", "words": {}, "passes": [{"kind": "composing", "slug": "argument", "gates": [], "layer": "argument", "needs": [], "scope": "book", "title": "Argument", "prompt": "argument.md", "objects": [{"max": 1, "min": 1, "kind": "thesis"}, {"max": 7, "min": 3, "kind": "claim", "under": "thesis", "relation": "supports"}, {"max": 2, "min": 1, "kind": "premise", "under": "claim", "relation": "supports"}, {"max": 1, "min": 0, "kind": "objection", "under": "claim", "relation": "objects_to"}, {"max": 6, "min": 1, "kind": "term"}], "produces": "objects", "judged_by": "author", "temperature": 0.7}, {"kind": "composing", "slug": "outline", "gates": [], "layer": "outline", "needs": ["argument"], "scope": "book", "title": "Outline", "prompt": "outline.md", "produces": "outline", "judged_by": "author", "establishes": ["claim", "premise"], "temperature": 0.6}, {"kind": "composing", "slug": "map", "gates": [], "layer": "map", "needs": ["outline"], "scope": "section", "title": "Passages", "prompt": "map.md", "produces": "map", "judged_by": "rule", "temperature": 0.6}, {"kind": "composing", "slug": "draft", "gates": ["challenge"], "layer": "draft", "needs": ["map"], "scope": "movement", "title": "Draft", "prompt": "draft.md", "produces": "prose", "judged_by": "author", "temperature": 0.8}, {"kind": "publishing", "slug": "publish", "gates": [], "layer": "files", "needs": ["draft"], "scope": "book", "title": "Publish", "produces": "files", "judged_by": "rule"}], "summary": "For a book that wants to convince: the argument is set down first, then the outline, then each passage is written to do its part.", "version": 1, "relations": [{"to": ["thesis", "claim"], "from": ["claim", "premise"], "name": "supports", "title": "supports"}, {"to": ["thesis", "claim", "premise"], "from": ["objection"], "name": "objects_to", "title": "speaks against"}, {"to": ["premise", "claim"], "from": ["warrant"], "name": "warrants", "title": "carries over"}, {"to": ["thesis", "claim", "premise"], "from": ["term"], "name": "clarifies", "title": "gives the meaning for"}]}', '2c39532af53b99a38e4234b5d5fba180', 1, NULL, 2),
	(62, 'object/claim-1', 'object', 'claim', '{"kind": "claim", "fields": {"text": "If an inn measures anything, it measures the grave ledger and leaves the engine alone."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', 'c21305ed4f007f5fca5dbbeb8b9b7ff1', 2, NULL, 2),
	(63, 'object/claim-2', 'object', 'claim', '{"kind": "claim", "fields": {"text": "At first, they asked whether a mill explains the shore, or whether the hidden journal does."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', 'e347358793c9df0e937427fc692b86f9', 2, NULL, 2),
	(64, 'object/claim-3', 'object', 'claim', '{"kind": "claim", "fields": {"text": "If a gate gathers anything, it gathers the steady valley and leaves the glass alone."}, "relations": [{"to": "thesis-1", "name": "supports"}]}', '027d39f631f29c08fdad41965d83f018', 2, NULL, 2),
	(65, 'object/objection-1', 'object', 'objection', '{"kind": "objection", "fields": {"text": "Years later, they asked whether a field warns the lantern, or whether the early engine does.", "answer": "The hollow map divides what the window had left before the first frost."}, "relations": [{"to": "claim-1", "name": "objects_to"}]}', 'e8ae988aed1553d190cc5a19b4bd3e9d', 2, NULL, 2),
	(66, 'object/objection-2', 'object', 'objection', '{"kind": "objection", "fields": {"text": "If a valley recalls anything, it recalls the woven tower and leaves the key alone.", "answer": "One anchor holds another until the lasting mirror explains the last of them."}, "relations": [{"to": "claim-2", "name": "objects_to"}]}', '3efa9f71d503330d0c0065a980dcfb1d', 2, NULL, 2),
	(67, 'object/objection-3', 'object', 'objection', '{"kind": "objection", "fields": {"text": "A warm kettle warns little by itself, yet beside the railway it holds the library and the river.", "answer": "Because of this, the path recalls a slender reef at the edge of the map."}, "relations": [{"to": "claim-3", "name": "objects_to"}]}', '68a5ec721fe5fd23e4bc6bb5aae5e2fe', 2, NULL, 2),
	(68, 'object/premise-1', 'object', 'premise', '{"kind": "premise", "fields": {"text": "No valley keeps the market for long, and the keen letter least of all.", "grounds": "Between the proud clock and the table lies a path that reveals neither."}, "relations": [{"to": "claim-1", "name": "supports"}]}', 'ebd79c7eed6ac652e7f12df548c08cb3', 2, NULL, 2),
	(69, 'object/premise-2', 'object', 'premise', '{"kind": "premise", "fields": {"text": "Between the fair garden and the wheel lies a map that outlasts neither.", "grounds": "Whoever crosses a quilt at the border soon needs a careful letter as well."}, "relations": [{"to": "claim-1", "name": "supports"}]}', '6d35cd2f1ad39c2a9dd803c724afc1a7', 2, NULL, 2),
	(70, 'object/premise-3', 'object', 'premise', '{"kind": "premise", "fields": {"text": "The wandering kettle opens what the anchor had left in the old town.", "grounds": "Now and then a tender clock recalls them, and the shore is left against all advice."}, "relations": [{"to": "claim-2", "name": "supports"}]}', '91862e384aa810ac5b507bff7f4f734e', 2, NULL, 2),
	(71, 'object/premise-4', 'object', 'premise', '{"kind": "premise", "fields": {"text": "Take the kitchen near the coast: it answers the observatory before anyone mentions the common mill.", "grounds": "If a stone shelters anything, it shelters the humble quilt and leaves the ferry alone."}, "relations": [{"to": "claim-2", "name": "supports"}]}', '2ca6db1cdad216b989735e9223ca2e6e', 2, NULL, 2),
	(72, 'object/premise-5', 'object', 'premise', '{"kind": "premise", "fields": {"text": "Take the path near the coast: it carries the mill before anyone mentions the narrow journal.", "grounds": "Between the bright wheel and the key lies a road that marks neither."}, "relations": [{"to": "claim-3", "name": "supports"}]}', 'be8650ff05a32a1572bf426609477a4b', 2, NULL, 2),
	(47, 'text/draft/s2/the-secret-archive-of', 'text', '', '{"by": "policy", "blob": "fd5ba0d6f979c2d1cb46f14e22d3a0af", "artifact": 10, "paragraphs": ["p1", "p2"]}', '15c1094b160699855f322e409173c100', 10, 12, 1),
	(1, 'brief/audience', 'brief', '', '{"value": ""}', 'e7f6483e144231c72a5de9586f591ade', 1, 13, 1),
	(73, 'object/premise-6', 'object', 'premise', '{"kind": "premise", "fields": {"text": "Take the island against all advice: it answers the gate before anyone mentions the young candle.", "grounds": "When the archive crosses the sunken needle, people speak of the cellar again against all advice."}, "relations": [{"to": "claim-3", "name": "supports"}]}', '8404d37d0aae138ac68c1214dde59ca0', 2, NULL, 2),
	(74, 'object/term-1', 'object', 'term', '{"kind": "term", "fields": {"name": "The Common Jetty of Kitchen", "definition": "Whoever shelters a mirror behind the school soon needs a grave map as well."}, "relations": []}', '1a9c4e63366e1688a2759ce8c9a7319f', 2, NULL, 2),
	(75, 'object/term-2', 'object', 'term', '{"kind": "term", "fields": {"name": "The Woven Observatory of Market", "definition": "A gentle kitchen recalls little by itself, yet along the canal it settles the pier and the path."}, "relations": []}', 'c28311e109f72e277d334565a60f89cb', 2, NULL, 2),
	(76, 'object/term-3', 'object', 'term', '{"kind": "term", "fields": {"name": "The Tender Path of Valley", "definition": "No jetty crosses the market for long, and the narrow kettle least of all."}, "relations": []}', 'bcec19841f1928321525996c381b8720', 2, NULL, 2),
	(77, 'object/thesis-1', 'object', 'thesis', '{"kind": "thesis", "fields": {"text": "More than once, the vivid jetty was never the point, since the valley names the inn."}, "relations": []}', '213e31e546d50c006fc96e7278e0c19f', 2, NULL, 2),
	(78, 'text/argument', 'text', '', '{"by": "policy", "blob": "2e05b9e17120f7c17a861f556a771a6c", "artifact": 11, "paragraphs": []}', 'c620dc7996800386b078da77ae37e574', 2, NULL, 2),
	(79, 'section/s1', 'section', '', '{"rank": 1, "role": "chapter", "uses": [], "title": "The Lonely Meadow of Ledger", "words": 0, "parent": null, "synopsis": "Whoever measures a vessel at the border soon needs a proud river as well.", "done_when": "", "depends_on": [], "establishes": []}', '3e38c4756bc4a8060dd8233bc8baea62', 3, NULL, 2),
	(80, 'section/s2', 'section', 's1', '{"rank": 1, "role": "section", "uses": ["objection-1", "objection-2"], "title": "The Tender Key of Valley", "words": 60, "parent": "s1", "synopsis": "For that reason a winding station warns them, and the ferry is left after the long rain.", "done_when": "All the same a weathered mill marks them, and the ledger is left across the square.", "depends_on": [], "establishes": ["premise-1", "premise-4"]}', '37a09f378b1442dde761a7b2f4cb2ad8', 3, NULL, 2),
	(81, 'section/s3', 'section', 's1', '{"rank": 2, "role": "section", "uses": ["claim-1", "premise-3", "term-1"], "title": "The Early Stone of Jetty", "words": 60, "parent": "s1", "synopsis": "When the letter carries the golden map, people speak of the yard again in the old town.", "done_when": "Some days, one humble door is enough: it divides the island, and the candle stays where it was.", "depends_on": [], "establishes": ["premise-2", "premise-6"]}', '068b37a0e799d579cb8c5f5fa9d280bf', 3, NULL, 2),
	(82, 'section/s4', 'section', 's1', '{"rank": 3, "role": "section", "uses": ["objection-3", "term-1", "term-2"], "title": "The Common Archive of Needle", "words": 60, "parent": "s1", "synopsis": "Some days, one bright anchor is enough: it weighs the barn, and the signal stays where it was.", "done_when": "Take the island behind the school: it outlasts the ladder before anyone mentions the young needle.", "depends_on": [], "establishes": ["claim-2", "premise-5"]}', 'f1dd651ddeb65806a886b888197f4eb7', 3, NULL, 2),
	(83, 'section/s5', 'section', '', '{"rank": 2, "role": "chapter", "uses": [], "title": "The Gentle Valley of Archive", "words": 0, "parent": null, "synopsis": "If a meadow divides anything, it divides the late oven and leaves the clock alone.", "done_when": "", "depends_on": [], "establishes": []}', 'aed7563f96848805843f5a46e31c1f44', 3, NULL, 2),
	(84, 'section/s6', 'section', 's5', '{"rank": 1, "role": "section", "uses": ["objection-2", "term-3"], "title": "The Frozen Reef of Island", "words": 60, "parent": "s5", "synopsis": "Years later, the inn divides a quiet orchard for a whole winter.", "done_when": "The lasting forest changes what the chapel had left in the old town.", "depends_on": [], "establishes": ["premise-1", "premise-3"]}', '10fd2d74b729360e566ed3fc1777b97c', 3, NULL, 2),
	(85, 'section/s7', 'section', 's5', '{"rank": 2, "role": "section", "uses": ["objection-2", "premise-4", "term-2"], "title": "The Amber Ledger of Mirror", "words": 60, "parent": "s5", "synopsis": "Now and then, one golden reef is enough: it answers the bridge, and the thread stays where it was.", "done_when": "No market marks the hedge for long, and the second ledger least of all.", "depends_on": ["s2"], "establishes": ["claim-2", "premise-5"]}', '8d667edd0974cdd55fb538d42e379180', 3, NULL, 2),
	(86, 'text/outline', 'text', '', '{"by": "policy", "blob": "0f6cb6ae892222a0367e72ec76808e1b", "artifact": 12, "paragraphs": []}', 'a13f620b90b60af494d431088a447477', 3, NULL, 2),
	(87, 'map/s2', 'map', '', '{"movements": [{"key": "the-vivid-window-of", "title": "The Vivid Window of Mill", "words": 60, "purpose": "The quarry and the reef stood along the canal; only the restless oven weighs them both.", "done_when": "The ledger is secret; the clock is not, and that gathers the whole shore."}]}', 'fe065edc88b9d5db371ececc6bfa55d9', 4, NULL, 2),
	(88, 'text/map/s2', 'text', '', '{"by": "policy", "blob": "e1689eaef2d3581f9e6b64cb05894f3b", "artifact": 13, "paragraphs": []}', '97166eddc9d591a89ce89d6648b62d15', 4, NULL, 2),
	(89, 'map/s3', 'map', '', '{"movements": [{"key": "the-ancient-table-of", "title": "The Ancient Table of Candle", "words": 60, "purpose": "Strictly speaking, the hollow island was never the point, since the signal names the oven.", "done_when": "A golden oven gathers little by itself, yet by common consent it questions the meadow and the observatory."}]}', 'eb98f292e38de5025e47843e7532d497', 5, NULL, 2),
	(90, 'text/map/s3', 'text', '', '{"by": "policy", "blob": "626347966594b2eab8657d0e470f6227", "artifact": 14, "paragraphs": []}', 'dbc2cb3d95f0348514888713b5bd3362', 5, NULL, 2),
	(92, 'brief/audience', 'brief', '', '{"value": "Those who sit on a town council."}', '70a3e551d8d129b024a976c40af44903', 13, NULL, 1);









INSERT INTO public.studio_partial VALUES
	(15, 'Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from below. Water comes up from', '2026-11-30 18:46:40.772873+00'),
	(21, 'When', '2026-11-30 18:46:44.143125+00'),
	(22, '{"findings":', '2026-11-30 18:46:44.146617+00');



INSERT INTO public.studio_project VALUES
	(2, 'interrupted', 'Rivers', 'argument', 'end', true, '', 0, '{}', 4, 1000000000, 5255, 32000, 5, '7f8ea1d15ed61340697f278f234c63a1', 15, 2, NULL, '2026-11-30 18:46:19.511564+00', NULL, NULL, 1),
	(1, 'finished', 'Finished', 'argument', 'end', true, '', 0, '{}', 4, 1000000000, 11284, 0, 13, '44665cbe9e1a8557b93dc857c759008a', 28, 2, NULL, '2026-11-30 18:46:17.443983+00', NULL, NULL, 1);



INSERT INTO public.studio_read VALUES
	(1, 'pass/argument', 'f5abf0b6382a282242454b187f16f948', 1, 1),
	(2, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 1, 1),
	(3, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 1, 1),
	(4, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 1, 1),
	(5, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', 1, 1),
	(6, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', 1, 1),
	(7, 'pass/outline', 'de9970fbe6ec8a9648b3b2589efd784f', 2, 1),
	(8, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 2, 1),
	(9, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 2, 1),
	(10, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 2, 1),
	(11, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', 2, 1),
	(12, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 2, 1),
	(13, 'objects-of/book', 'e5721e0d7f213c48cd15e21cb3d64038', 2, 1),
	(14, 'object/claim-1', 'f73e47116289076a414f434704722c47', 2, 1),
	(15, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', 2, 1),
	(16, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 2, 1),
	(17, 'object/objection-1', 'f0610445ded43a6f31069d1a40d486e0', 2, 1),
	(18, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', 2, 1),
	(19, 'object/objection-3', '6e8387e61db5e4f074de357bbc625e10', 2, 1),
	(20, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 2, 1),
	(21, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 2, 1),
	(22, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 2, 1),
	(23, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 2, 1),
	(24, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', 2, 1),
	(25, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', 2, 1),
	(26, 'object/term-1', '802eab98af09d74804bea7f9224fffd0', 2, 1),
	(27, 'object/term-2', '80b7033ad202d320e838129e70adffce', 2, 1),
	(28, 'object/thesis-1', '3ccc64499a96ea388ea4962aa0d5a73b', 2, 1),
	(29, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', 2, 1),
	(30, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 3, 1),
	(31, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 3, 1),
	(32, 'style/s3', '2e1e6c227c3504a6fef9b6644427b121', 3, 1),
	(33, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 3, 1),
	(34, 'outline/s3', 'b4cc2bb8e6dbf7c5413ec365ec545928', 3, 1),
	(35, 'section/s3', '43a58ebe4525051ff1f5d97ee351f3e4', 3, 1),
	(36, 'objects-of/s3', '716c38a5eeb3f36e3520b0c2b30e9290', 3, 1),
	(37, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 3, 1),
	(38, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 3, 1),
	(39, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', 3, 1),
	(40, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 3, 1),
	(41, 'object/term-2', '80b7033ad202d320e838129e70adffce', 3, 1),
	(42, 'terms-of/s3', '1aa241ec9e03a24b4c3a85f148473726', 3, 1),
	(43, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 4, 1),
	(44, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 4, 1),
	(45, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', 4, 1),
	(46, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 4, 1),
	(47, 'outline/s2', 'b4cc2bb8e6dbf7c5413ec365ec545928', 4, 1),
	(48, 'section/s2', '65f7a357be33136b698d2b56caba5f39', 4, 1),
	(49, 'objects-of/s2', '67d88316443a925c24562a59155ed1e9', 4, 1),
	(50, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 4, 1);
INSERT INTO public.studio_read VALUES
	(51, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 4, 1),
	(52, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 4, 1),
	(53, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 4, 1),
	(54, 'terms-of/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 4, 1),
	(55, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 5, 1),
	(56, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 5, 1),
	(57, 'style/s5', '2e1e6c227c3504a6fef9b6644427b121', 5, 1),
	(58, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 5, 1),
	(59, 'outline/s5', 'f3e142ac3d6e390a1d1a88c5035c3630', 5, 1),
	(60, 'section/s5', '725788cfb368e654b36d565df63e182c', 5, 1),
	(61, 'objects-of/s5', 'acba39e53b9521fbaecb3941c287715e', 5, 1),
	(62, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', 5, 1),
	(63, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 5, 1),
	(64, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', 5, 1),
	(65, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 5, 1),
	(66, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', 5, 1),
	(67, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 5, 1),
	(68, 'terms-of/s5', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 5, 1),
	(69, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 6, 1),
	(70, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 6, 1),
	(71, 'style/s6', '2e1e6c227c3504a6fef9b6644427b121', 6, 1),
	(72, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 6, 1),
	(73, 'outline/s6', 'f3e142ac3d6e390a1d1a88c5035c3630', 6, 1),
	(74, 'section/s6', '06939713af1652d19b03a6527ba92118', 6, 1),
	(75, 'objects-of/s6', 'd39dfbacc8bfe131ced5b6d2c09b98f6', 6, 1),
	(76, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', 6, 1),
	(77, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 6, 1),
	(78, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', 6, 1),
	(79, 'object/objection-3', '6e8387e61db5e4f074de357bbc625e10', 6, 1),
	(80, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 6, 1),
	(81, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', 6, 1),
	(82, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 6, 1),
	(83, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 6, 1),
	(84, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', 6, 1),
	(85, 'terms-of/s6', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 6, 1),
	(86, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 7, 1),
	(87, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 7, 1),
	(88, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 7, 1),
	(89, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 7, 1),
	(90, 'style/s3', '2e1e6c227c3504a6fef9b6644427b121', 7, 1),
	(91, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 7, 1),
	(92, 'outline/s3', 'b4cc2bb8e6dbf7c5413ec365ec545928', 7, 1),
	(93, 'section/s3', '43a58ebe4525051ff1f5d97ee351f3e4', 7, 1),
	(94, 'objects-of/s3', '716c38a5eeb3f36e3520b0c2b30e9290', 7, 1),
	(95, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 7, 1),
	(96, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 7, 1),
	(97, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', 7, 1),
	(98, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 7, 1),
	(99, 'object/term-2', '80b7033ad202d320e838129e70adffce', 7, 1),
	(100, 'terms-for/s3', '1aa241ec9e03a24b4c3a85f148473726', 7, 1);
INSERT INTO public.studio_read VALUES
	(101, 'movement/s3/the-faithful-gate-of', '5efa0bf11b82e51002cbead963f96368', 7, 1),
	(102, 'before/s3/the-faithful-gate-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 7, 1),
	(103, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 8, 1),
	(104, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 8, 1),
	(105, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 8, 1),
	(106, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 8, 1),
	(107, 'style/s5', '2e1e6c227c3504a6fef9b6644427b121', 8, 1),
	(108, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 8, 1),
	(109, 'outline/s5', 'f3e142ac3d6e390a1d1a88c5035c3630', 8, 1),
	(110, 'section/s5', '725788cfb368e654b36d565df63e182c', 8, 1),
	(111, 'objects-of/s5', 'acba39e53b9521fbaecb3941c287715e', 8, 1),
	(112, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', 8, 1),
	(113, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 8, 1),
	(114, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', 8, 1),
	(115, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 8, 1),
	(116, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', 8, 1),
	(117, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 8, 1),
	(118, 'terms-for/s5', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 8, 1),
	(119, 'movement/s5/the-lasting-attic-of', '232e8ea9708509f24cec1e0a9ba6a354', 8, 1),
	(120, 'before/s5/the-lasting-attic-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 8, 1),
	(121, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 9, 1),
	(122, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 9, 1),
	(123, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 9, 1),
	(124, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 9, 1),
	(125, 'style/s6', '2e1e6c227c3504a6fef9b6644427b121', 9, 1),
	(126, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 9, 1),
	(127, 'outline/s6', 'f3e142ac3d6e390a1d1a88c5035c3630', 9, 1),
	(128, 'section/s6', '06939713af1652d19b03a6527ba92118', 9, 1),
	(129, 'objects-of/s6', 'd39dfbacc8bfe131ced5b6d2c09b98f6', 9, 1),
	(130, 'object/claim-2', 'ce4185c5c736aeeed561493e951181d4', 9, 1),
	(131, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 9, 1),
	(132, 'object/premise-5', '16ef7dbf1fc09c10581ed236d1fb69b5', 9, 1),
	(133, 'object/objection-3', '6e8387e61db5e4f074de357bbc625e10', 9, 1),
	(134, 'object/premise-1', '5ebd796e80a8a9ed0347c1fdd9cb88a8', 9, 1),
	(135, 'object/objection-2', 'bd05a53854c4e83f37e7f0bcadf53460', 9, 1),
	(136, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 9, 1),
	(137, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 9, 1),
	(138, 'object/premise-6', '6e469100579f98a96464a40fd5886cf0', 9, 1),
	(139, 'terms-for/s6', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 9, 1),
	(140, 'movement/s6/the-quiet-field-of', 'caa03f5542dad28f568fd97955d29fde', 9, 1),
	(141, 'before/s6/the-quiet-field-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 9, 1),
	(142, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 10, 1),
	(143, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 10, 1),
	(144, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 10, 1),
	(145, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 10, 1),
	(146, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', 10, 1),
	(147, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 10, 1),
	(148, 'outline/s2', 'b4cc2bb8e6dbf7c5413ec365ec545928', 10, 1),
	(149, 'section/s2', '65f7a357be33136b698d2b56caba5f39', 10, 1),
	(150, 'objects-of/s2', '67d88316443a925c24562a59155ed1e9', 10, 1);
INSERT INTO public.studio_read VALUES
	(151, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 10, 1),
	(152, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 10, 1),
	(153, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 10, 1),
	(154, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 10, 1),
	(155, 'terms-for/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 10, 1),
	(156, 'movement/s2/the-secret-archive-of', '4f0e04c7f64c93576339b0bdbf129e28', 10, 1),
	(157, 'before/s2/the-secret-archive-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 10, 1),
	(158, 'pass/argument', 'f5abf0b6382a282242454b187f16f948', 11, 2),
	(159, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 11, 2),
	(160, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 11, 2),
	(161, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 11, 2),
	(162, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', 11, 2),
	(163, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', 11, 2),
	(164, 'pass/outline', 'de9970fbe6ec8a9648b3b2589efd784f', 12, 2),
	(165, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 12, 2),
	(166, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 12, 2),
	(167, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 12, 2),
	(168, 'style/book', '2e1e6c227c3504a6fef9b6644427b121', 12, 2),
	(169, 'thesis/book', '02d44de979ff48f97bffa1a8ea10dc9a', 12, 2),
	(170, 'objects-of/book', 'bd440dbfc5b03bf02f1cd3b34a535c4b', 12, 2),
	(171, 'object/claim-1', 'c21305ed4f007f5fca5dbbeb8b9b7ff1', 12, 2),
	(172, 'object/claim-2', 'e347358793c9df0e937427fc692b86f9', 12, 2),
	(173, 'object/claim-3', '027d39f631f29c08fdad41965d83f018', 12, 2),
	(174, 'object/objection-1', 'e8ae988aed1553d190cc5a19b4bd3e9d', 12, 2),
	(175, 'object/objection-2', '3efa9f71d503330d0c0065a980dcfb1d', 12, 2),
	(176, 'object/objection-3', '68a5ec721fe5fd23e4bc6bb5aae5e2fe', 12, 2),
	(177, 'object/premise-1', 'ebd79c7eed6ac652e7f12df548c08cb3', 12, 2),
	(178, 'object/premise-2', '6d35cd2f1ad39c2a9dd803c724afc1a7', 12, 2),
	(179, 'object/premise-3', '91862e384aa810ac5b507bff7f4f734e', 12, 2),
	(180, 'object/premise-4', '2ca6db1cdad216b989735e9223ca2e6e', 12, 2),
	(181, 'object/premise-5', 'be8650ff05a32a1572bf426609477a4b', 12, 2),
	(182, 'object/premise-6', '8404d37d0aae138ac68c1214dde59ca0', 12, 2),
	(183, 'object/term-1', '1a9c4e63366e1688a2759ce8c9a7319f', 12, 2),
	(184, 'object/term-2', 'c28311e109f72e277d334565a60f89cb', 12, 2),
	(185, 'object/term-3', 'bcec19841f1928321525996c381b8720', 12, 2),
	(186, 'object/thesis-1', '213e31e546d50c006fc96e7278e0c19f', 12, 2),
	(187, 'brief/words', '87de19ff5df3de439c5831bf1a185a31', 12, 2),
	(188, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 13, 2),
	(189, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 13, 2),
	(190, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', 13, 2),
	(191, 'thesis/book', '02d44de979ff48f97bffa1a8ea10dc9a', 13, 2),
	(192, 'outline/s2', '0412095f22848fb29c6242fd9c0ef442', 13, 2),
	(193, 'section/s2', '59afe86821e5e4f8be74f70a1de484d4', 13, 2),
	(194, 'objects-of/s2', 'f7ac4f0067fceb334b785818f0985bd0', 13, 2),
	(195, 'object/premise-1', 'ebd79c7eed6ac652e7f12df548c08cb3', 13, 2),
	(196, 'object/premise-4', '2ca6db1cdad216b989735e9223ca2e6e', 13, 2),
	(197, 'object/objection-1', 'e8ae988aed1553d190cc5a19b4bd3e9d', 13, 2),
	(198, 'object/objection-2', '3efa9f71d503330d0c0065a980dcfb1d', 13, 2),
	(199, 'terms-of/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 13, 2),
	(200, 'pass/map', '5d8e8444442f9897bd917b4c82f6825c', 14, 2);
INSERT INTO public.studio_read VALUES
	(201, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 14, 2),
	(202, 'style/s3', '2e1e6c227c3504a6fef9b6644427b121', 14, 2),
	(203, 'thesis/book', '02d44de979ff48f97bffa1a8ea10dc9a', 14, 2),
	(204, 'outline/s3', '0412095f22848fb29c6242fd9c0ef442', 14, 2),
	(205, 'section/s3', 'b9f1dfe356599b5f52db74851caf338c', 14, 2),
	(206, 'objects-of/s3', '1c1fa0c014e00ff3d1a1db57ecd1ee54', 14, 2),
	(207, 'object/premise-2', '6d35cd2f1ad39c2a9dd803c724afc1a7', 14, 2),
	(208, 'object/premise-6', '8404d37d0aae138ac68c1214dde59ca0', 14, 2),
	(209, 'object/claim-1', 'c21305ed4f007f5fca5dbbeb8b9b7ff1', 14, 2),
	(210, 'object/premise-3', '91862e384aa810ac5b507bff7f4f734e', 14, 2),
	(211, 'object/term-1', '1a9c4e63366e1688a2759ce8c9a7319f', 14, 2),
	(212, 'terms-of/s3', 'ae4e0424c4e2c060256a0899deda4242', 14, 2),
	(213, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 15, 2),
	(214, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 15, 2),
	(215, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 15, 2),
	(216, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 15, 2),
	(217, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', 15, 2),
	(218, 'thesis/book', '02d44de979ff48f97bffa1a8ea10dc9a', 15, 2),
	(219, 'outline/s2', '0412095f22848fb29c6242fd9c0ef442', 15, 2),
	(220, 'section/s2', '59afe86821e5e4f8be74f70a1de484d4', 15, 2),
	(221, 'objects-of/s2', 'f7ac4f0067fceb334b785818f0985bd0', 15, 2),
	(222, 'object/premise-1', 'ebd79c7eed6ac652e7f12df548c08cb3', 15, 2),
	(223, 'object/premise-4', '2ca6db1cdad216b989735e9223ca2e6e', 15, 2),
	(224, 'object/objection-1', 'e8ae988aed1553d190cc5a19b4bd3e9d', 15, 2),
	(225, 'object/objection-2', '3efa9f71d503330d0c0065a980dcfb1d', 15, 2),
	(226, 'terms-for/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 15, 2),
	(227, 'movement/s2/the-vivid-window-of', '257abc8335fea20541246db18893b6d3', 15, 2),
	(228, 'before/s2/the-vivid-window-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 15, 2),
	(229, 'pass/draft', '44038c402ed444527a9e8afbd0547408', 16, 1),
	(230, 'brief/language', '7d6a79af60d9434cc197d1f08c49215d', 16, 1),
	(231, 'brief/intention', 'c9f155e02576de92c650f7943e9d2cdb', 16, 1),
	(232, 'brief/audience', 'dd8a9e496bd8c69c5c77db4c77572fb0', 16, 1),
	(233, 'style/s2', '2e1e6c227c3504a6fef9b6644427b121', 16, 1),
	(234, 'thesis/book', 'd4853c08c8029a7251b0af107c99c70a', 16, 1),
	(235, 'outline/s2', 'b4cc2bb8e6dbf7c5413ec365ec545928', 16, 1),
	(236, 'section/s2', '65f7a357be33136b698d2b56caba5f39', 16, 1),
	(237, 'objects-of/s2', '67d88316443a925c24562a59155ed1e9', 16, 1),
	(238, 'object/premise-2', 'fa64f96bb3ac9ee703ecd8cc0cd0e1df', 16, 1),
	(239, 'object/premise-3', 'fd17b469b3d44552644443ef95a9f62a', 16, 1),
	(240, 'object/claim-3', 'e43c5e1f528381f559665bf7cbda0520', 16, 1),
	(241, 'object/premise-4', '1d961db1b29c430c752b74e166f98c1b', 16, 1),
	(242, 'terms-for/s2', '7ebb3c7c2a87b1a2f8a7ed729ecb040d', 16, 1),
	(243, 'movement/s2/the-secret-archive-of', '4f0e04c7f64c93576339b0bdbf129e28', 16, 1),
	(244, 'before/s2/the-secret-archive-of', 'dd8a9e496bd8c69c5c77db4c77572fb0', 16, 1);



INSERT INTO public.studio_reply VALUES
	(1, 'd0e63e3ee3b1a4748ff1e98d7f6437ad', 'eb4de3b75574904252e9edccd2cd2374', 'stop', 'scripted', 295, 538, false, '2026-11-30 18:46:18.63235+00', NULL, 1, 1),
	(2, '3da377129cba5230cd6836e2389b7030', '613ec2db063e173923ef20eda27ef9bd', 'stop', 'scripted', 864, 336, false, '2026-11-30 18:46:18.734356+00', NULL, 2, 2),
	(3, '44434f9b051e3b340651ff14fe50140f', '27dc12083bc1c0f43273fc8c9f708590', 'stop', 'scripted', 596, 62, false, '2026-11-30 18:46:18.890637+00', NULL, 4, 4),
	(4, '134d39a1a412db0b6f146f0c30f31148', 'be9b4750bff5ac4f14d7c7e7c485507f', 'stop', 'scripted', 498, 53, false, '2026-11-30 18:46:18.875293+00', NULL, 3, 3),
	(5, '5c71d7246d9a28a4dadcd22b7415b0f7', '25d19eb933cde2f6884d6da2469217f1', 'stop', 'scripted', 582, 53, false, '2026-11-30 18:46:18.908415+00', NULL, 5, 5),
	(6, '33123eb190399bb2e92340837520ba33', '1a85de46f19cf23474062d51301cb337', 'stop', 'scripted', 699, 50, false, '2026-11-30 18:46:18.92573+00', NULL, 6, 6),
	(7, '71963963eb8ee656bd7faf53077d1707', '1cf4af5e1151ccc9248b4d00a43b5faa', 'stop', 'scripted', 687, 106, false, '2026-11-30 18:46:18.998619+00', NULL, 7, 7),
	(8, '0806054c8588e15315a1bf445160ea60', 'fd5ba0d6f979c2d1cb46f14e22d3a0af', 'stop', 'scripted', 581, 106, false, '2026-11-30 18:46:19.068618+00', NULL, 8, 8),
	(9, '610ebf40e8a49abe43ecb03bec655755', 'e122d1d4f6e582139c551a453a41b077', 'stop', 'scripted', 665, 119, false, '2026-11-30 18:46:19.130295+00', NULL, 9, 9),
	(10, 'd0a95fe77d400ed2246425407cd10074', '2a11f89d0f9c93cfc461b99d23436506', 'stop', 'scripted', 778, 120, false, '2026-11-30 18:46:19.191997+00', NULL, 10, 10),
	(11, 'a86dffae402c50f8a17745a1e7a6d70d', '1f253d9ad45f47830238d64ab2b8a25e', 'stop', 'scripted', 878, 3, false, '2026-11-30 18:46:19.249848+00', NULL, 11, 7),
	(12, 'bb38ca78718ac25f1c4d5c9753b8524a', '1f253d9ad45f47830238d64ab2b8a25e', 'stop', 'scripted', 861, 3, false, '2026-11-30 18:46:19.281474+00', NULL, 12, 9),
	(13, '1a085b8a0ef46d3c10523a91697682ea', '1f253d9ad45f47830238d64ab2b8a25e', 'stop', 'scripted', 769, 3, false, '2026-11-30 18:46:19.347663+00', NULL, 14, 8),
	(14, 'c87f7eaf4585614c663cbf0d5bc31742', '1f253d9ad45f47830238d64ab2b8a25e', 'stop', 'scripted', 976, 3, false, '2026-11-30 18:46:19.31701+00', NULL, 13, 10),
	(15, 'd0e63e3ee3b1a4748ff1e98d7f6437ad', 'fbdef2d563ec2749d428344cf50f470e', 'stop', 'scripted', 295, 140, false, '2026-11-30 18:46:41.072315+00', NULL, 15, 11),
	(16, '2d0ef0c5a7eb3bef2ed301389a359412', 'e3090df82e6d080be6d29ac6ff5ad639', 'stop', 'scripted', 542, 595, false, '2026-11-30 18:46:43.174137+00', NULL, 16, 11),
	(17, '4d3c9cb9be2327f3b46322451d5559dd', 'eafb8d0c056f51e86b610d2bca362ff0', 'stop', 'scripted', 1130, 406, false, '2026-11-30 18:46:43.286291+00', NULL, 17, 12),
	(18, '2d0c8effa57c4679b859c59b31799e85', '24527b6c321ce7b9dc3ba757af40f789', 'stop', 'scripted', 633, 57, false, '2026-11-30 18:46:43.390628+00', NULL, 18, 13),
	(19, '6ec0a9b5637365ff25d9ac88b5d61919', 'dad5cf127afbc87bfa82a8ccbeff77f6', 'stop', 'scripted', 690, 62, false, '2026-11-30 18:46:43.425284+00', NULL, 19, 14),
	(20, 'd8d55379081d0fb178ccf68e775a81fe', '76eecefa16366326253cc0fe749524a5', 'stop', 'scripted', 620, 85, false, '2026-11-30 18:46:43.50234+00', NULL, 20, 18);



INSERT INTO public.studio_requirement VALUES
	(6, false, true, 4, 7),
	(7, false, true, 3, 8),
	(8, false, true, 5, 9),
	(9, false, true, 6, 10),
	(10, true, true, 11, 12),
	(11, false, true, 12, 13),
	(12, false, true, 12, 17),
	(13, false, true, 12, 16),
	(14, false, true, 12, 14),
	(15, false, true, 12, 15),
	(16, false, true, 13, 18),
	(17, false, true, 14, 19),
	(1, true, false, 1, 2),
	(2, false, false, 2, 5),
	(3, false, false, 2, 4),
	(4, false, false, 2, 6),
	(5, false, false, 2, 3);



INSERT INTO public.studio_review VALUES
	(1, 'challenge', '1cf4af5e1151ccc9248b4d00a43b5faa', 'passed', '["b267f3f3e1c52ae345068a29a18e28cb"]', 0, '2026-11-30 18:46:19.330356+00', 7, 1, 11, 7),
	(2, 'challenge', 'e122d1d4f6e582139c551a453a41b077', 'passed', '["91c52e77fd4b4782dc2ae1336da2cf0d"]', 0, '2026-11-30 18:46:19.379254+00', 8, 1, 12, 9),
	(3, 'challenge', 'fd5ba0d6f979c2d1cb46f14e22d3a0af', 'passed', '["c42a7eac42754520c11aef4b10bd78c4", "36a8556789d2184db11efdaf54a3a585"]', 0, '2026-11-30 18:46:19.402631+00', 10, 1, 14, 8),
	(4, 'challenge', '2a11f89d0f9c93cfc461b99d23436506', 'passed', '["3ab1f1791fd157c2d2ea8190bed30525"]', 0, '2026-11-30 18:46:19.426863+00', 9, 1, 13, 10),
	(5, 'challenge', 'bd5829abae2cebdac97d5d5b2d9217a3', 'waived', '[]', 0, '2026-11-30 18:46:44.27665+00', 16, 1, NULL, 8);



INSERT INTO public.studio_run VALUES
	(11, 'gate', 'challenge', 2, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.217923+00', 7, '{"over": null, "paragraphs": [1]}', '{"map/s3": "774c010bebc764652dcd76f9419bf382", "style/s3": "2e1e6c227c3504a6fef9b6644427b121", "section/s3": "43a58ebe4525051ff1f5d97ee351f3e4", "thesis/book": "d4853c08c8029a7251b0af107c99c70a", "terms-for/s3": "1aa241ec9e03a24b4c3a85f148473726", "object/term-2": "80b7033ad202d320e838129e70adffce", "objects-of/s3": "716c38a5eeb3f36e3520b0c2b30e9290", "brief/language": "7d6a79af60d9434cc197d1f08c49215d", "pass/challenge": "dfddda76e69dc768b2cbca9b8eba7802", "object/premise-1": "5ebd796e80a8a9ed0347c1fdd9cb88a8", "object/premise-2": "fa64f96bb3ac9ee703ecd8cc0cd0e1df", "object/premise-3": "fd17b469b3d44552644443ef95a9f62a", "object/premise-5": "16ef7dbf1fc09c10581ed236d1fb69b5", "movement/s3/the-faithful-gate-of": "5efa0bf11b82e51002cbead963f96368"}', 'a86dffae402c50f8a17745a1e7a6d70d', 'scripted', 0, 878, 3, false, '', '', false, '2026-11-30 18:46:19.17596+00', '2026-11-30 18:46:19.271805+00', 0.009476702000029036, 7, 1, 7),
	(1, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.521982+00', 1, '{"over": null}', '{}', 'd0e63e3ee3b1a4748ff1e98d7f6437ad', 'scripted', 0, 295, 538, false, '', '', false, '2026-11-30 18:46:18.488503+00', '2026-11-30 18:46:18.64556+00', 0.08704682999996294, NULL, 1, 1),
	(2, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.712318+00', 2, '{"over": null}', '{}', '3da377129cba5230cd6836e2389b7030', 'scripted', 0, 864, 336, false, '', '', false, '2026-11-30 18:46:18.697208+00', '2026-11-30 18:46:18.743817+00', 0.00611293099973409, NULL, 1, 2),
	(12, 'gate', 'challenge', 2, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.258154+00', 7, '{"over": null, "paragraphs": [1]}', '{"map/s5": "90e172783a0b0b171e147b4e4e2f94d1", "style/s5": "2e1e6c227c3504a6fef9b6644427b121", "section/s5": "725788cfb368e654b36d565df63e182c", "thesis/book": "d4853c08c8029a7251b0af107c99c70a", "terms-for/s5": "7ebb3c7c2a87b1a2f8a7ed729ecb040d", "objects-of/s5": "acba39e53b9521fbaecb3941c287715e", "brief/language": "7d6a79af60d9434cc197d1f08c49215d", "object/claim-2": "ce4185c5c736aeeed561493e951181d4", "pass/challenge": "dfddda76e69dc768b2cbca9b8eba7802", "object/premise-1": "5ebd796e80a8a9ed0347c1fdd9cb88a8", "object/premise-3": "fd17b469b3d44552644443ef95a9f62a", "object/premise-4": "1d961db1b29c430c752b74e166f98c1b", "object/premise-6": "6e469100579f98a96464a40fd5886cf0", "object/objection-2": "bd05a53854c4e83f37e7f0bcadf53460", "movement/s5/the-lasting-attic-of": "232e8ea9708509f24cec1e0a9ba6a354"}', 'bb38ca78718ac25f1c4d5c9753b8524a', 'scripted', 0, 861, 3, false, '', '', false, '2026-11-30 18:46:19.200929+00', '2026-11-30 18:46:19.367525+00', 0.005199485000048298, 8, 1, 9),
	(4, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.842382+00', 3, '{"over": null}', '{}', '44434f9b051e3b340651ff14fe50140f', 'scripted', 0, 596, 62, false, '', '', false, '2026-11-30 18:46:18.806535+00', '2026-11-30 18:46:18.913328+00', 0.009286890999646857, NULL, 1, 4),
	(14, 'gate', 'challenge', 2, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.322719+00', 7, '{"over": null, "paragraphs": [1, 2]}', '{"map/s2": "566b34d07c479be8dfde6967f1ecc8d6", "style/s2": "2e1e6c227c3504a6fef9b6644427b121", "section/s2": "65f7a357be33136b698d2b56caba5f39", "thesis/book": "d4853c08c8029a7251b0af107c99c70a", "terms-for/s2": "7ebb3c7c2a87b1a2f8a7ed729ecb040d", "objects-of/s2": "67d88316443a925c24562a59155ed1e9", "brief/language": "7d6a79af60d9434cc197d1f08c49215d", "object/claim-3": "e43c5e1f528381f559665bf7cbda0520", "pass/challenge": "dfddda76e69dc768b2cbca9b8eba7802", "object/premise-2": "fa64f96bb3ac9ee703ecd8cc0cd0e1df", "object/premise-3": "fd17b469b3d44552644443ef95a9f62a", "object/premise-4": "1d961db1b29c430c752b74e166f98c1b", "movement/s2/the-secret-archive-of": "4f0e04c7f64c93576339b0bdbf129e28"}', '1a085b8a0ef46d3c10523a91697682ea', 'scripted', 0, 769, 3, false, '', '', false, '2026-11-30 18:46:19.194873+00', '2026-11-30 18:46:19.371364+00', 0.005298211999615887, 10, 1, 8),
	(3, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.819346+00', 3, '{"over": null}', '{}', '134d39a1a412db0b6f146f0c30f31148', 'scripted', 0, 498, 53, false, '', '', false, '2026-11-30 18:46:18.801266+00', '2026-11-30 18:46:18.927532+00', 0.011574225000003935, NULL, 1, 3),
	(5, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.858647+00', 3, '{"over": null}', '{}', '5c71d7246d9a28a4dadcd22b7415b0f7', 'scripted', 0, 582, 53, false, '', '', false, '2026-11-30 18:46:18.814588+00', '2026-11-30 18:46:18.933318+00', 0.008672008998473757, NULL, 1, 5),
	(6, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.885596+00', 3, '{"over": null}', '{}', '33123eb190399bb2e92340837520ba33', 'scripted', 0, 699, 50, false, '', '', false, '2026-11-30 18:46:18.821049+00', '2026-11-30 18:46:18.987857+00', 0.005525458998818067, NULL, 1, 6),
	(13, 'gate', 'challenge', 2, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.292484+00', 7, '{"over": null, "paragraphs": [1]}', '{"map/s6": "0fbf4510f89f553bd87d73052bf24088", "style/s6": "2e1e6c227c3504a6fef9b6644427b121", "section/s6": "06939713af1652d19b03a6527ba92118", "thesis/book": "d4853c08c8029a7251b0af107c99c70a", "terms-for/s6": "7ebb3c7c2a87b1a2f8a7ed729ecb040d", "objects-of/s6": "d39dfbacc8bfe131ced5b6d2c09b98f6", "brief/language": "7d6a79af60d9434cc197d1f08c49215d", "object/claim-2": "ce4185c5c736aeeed561493e951181d4", "object/claim-3": "e43c5e1f528381f559665bf7cbda0520", "pass/challenge": "dfddda76e69dc768b2cbca9b8eba7802", "object/premise-1": "5ebd796e80a8a9ed0347c1fdd9cb88a8", "object/premise-3": "fd17b469b3d44552644443ef95a9f62a", "object/premise-4": "1d961db1b29c430c752b74e166f98c1b", "object/premise-5": "16ef7dbf1fc09c10581ed236d1fb69b5", "object/premise-6": "6e469100579f98a96464a40fd5886cf0", "object/objection-2": "bd05a53854c4e83f37e7f0bcadf53460", "object/objection-3": "6e8387e61db5e4f074de357bbc625e10", "movement/s6/the-quiet-field-of": "caa03f5542dad28f568fd97955d29fde"}', 'c87f7eaf4585614c663cbf0d5bc31742', 'scripted', 0, 976, 3, false, '', '', false, '2026-11-30 18:46:19.238469+00', '2026-11-30 18:46:19.377163+00', 0.005764013001680723, 9, 1, 10),
	(7, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:48.972979+00', 4, '{"over": null}', '{}', '71963963eb8ee656bd7faf53077d1707', 'scripted', 0, 687, 106, false, '', '', false, '2026-11-30 18:46:18.913328+00', '2026-11-30 18:46:19.17596+00', 0.005963980000160518, NULL, 1, 7),
	(15, 'compose', '', 1, 'failed', 'desk:18666:2438dd', '2026-11-30 18:47:10.76756+00', 1, '{"over": null}', '{}', 'd0e63e3ee3b1a4748ff1e98d7f6437ad', 'scripted', 0, 295, 140, false, 'bad_json', 'The reply is ordinary text where a structured answer (JSON) was asked for.', false, '2026-11-30 18:46:20.567629+00', '2026-11-30 18:46:41.081298+00', 20.460548826999002, NULL, 2, 11),
	(9, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.102514+00', 6, '{"over": null}', '{}', '610ebf40e8a49abe43ecb03bec655755', 'scripted', 0, 665, 119, false, '', '', false, '2026-11-30 18:46:18.933318+00', '2026-11-30 18:46:19.200929+00', 0.007583724000141956, NULL, 1, 9),
	(10, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.157617+00', 7, '{"over": null}', '{}', 'd0a95fe77d400ed2246425407cd10074', 'scripted', 0, 778, 120, false, '', '', false, '2026-11-30 18:46:18.987857+00', '2026-11-30 18:46:19.238469+00', 0.008184223999705864, NULL, 1, 10),
	(8, 'compose', '', 1, 'done', 'desk:18634:46200b', '2026-11-30 18:46:49.042306+00', 5, '{"over": null}', '{}', '0806054c8588e15315a1bf445160ea60', 'scripted', 0, 581, 106, false, '', '', false, '2026-11-30 18:46:18.927532+00', '2026-11-30 18:46:19.194873+00', 0.00563860699912766, NULL, 1, 8),
	(16, 'compose', '', 2, 'done', 'desk:18666:2438dd', '2026-11-30 18:47:13.129226+00', 1, '{"over": null, "last_failure": "The reply is ordinary text where a structured answer (JSON) was asked for."}', '{}', '2d0ef0c5a7eb3bef2ed301389a359412', 'scripted', 0, 542, 595, false, '', '', false, '2026-11-30 18:46:43.113436+00', '2026-11-30 18:46:43.191994+00', 0.010297220998836565, NULL, 2, 11),
	(17, 'compose', '', 1, 'done', 'desk:18666:2438dd', '2026-11-30 18:47:13.257685+00', 2, '{"over": null}', '{}', '4d3c9cb9be2327f3b46322451d5559dd', 'scripted', 0, 1130, 406, false, '', '', false, '2026-11-30 18:46:43.24381+00', '2026-11-30 18:46:43.296303+00', 0.010790722999445279, NULL, 2, 12),
	(18, 'compose', '', 1, 'done', 'desk:18666:2438dd', '2026-11-30 18:47:13.352114+00', 3, '{"over": null}', '{}', '2d0c8effa57c4679b859c59b31799e85', 'scripted', 0, 633, 57, false, '', '', false, '2026-11-30 18:46:43.342131+00', '2026-11-30 18:46:43.406314+00', 0.01141633099905448, NULL, 2, 13),
	(19, 'compose', '', 1, 'done', 'desk:18666:2438dd', '2026-11-30 18:47:13.371814+00', 3, '{"over": null}', '{}', '6ec0a9b5637365ff25d9ac88b5d61919', 'scripted', 0, 690, 62, false, '', '', false, '2026-11-30 18:46:43.344652+00', '2026-11-30 18:46:43.470258+00', 0.0072065039985318435, NULL, 2, 14),
	(21, 'compose', '', 1, 'active', 'desk:18666:2438dd', '2026-11-30 18:47:13.533846+00', 5, '{"over": null}', '{}', '', '', 16000, 0, 0, false, '', '', false, '2026-11-30 18:46:43.470258+00', NULL, 0, NULL, 2, 19),
	(20, 'compose', '', 1, 'done', 'desk:18666:2438dd', '2026-11-30 18:47:13.459574+00', 4, '{"over": null}', '{}', 'd8d55379081d0fb178ccf68e775a81fe', 'scripted', 0, 620, 85, false, '', '', false, '2026-11-30 18:46:43.406314+00', '2026-11-30 18:46:43.547222+00', 0.013604038000266883, NULL, 2, 18),
	(22, 'gate', 'challenge', 2, 'active', 'desk:18666:2438dd', '2026-11-30 18:47:13.577196+00', 5, '{"over": null, "paragraphs": [1]}', '{}', '', '', 16000, 0, 0, false, '', '', false, '2026-11-30 18:46:43.547222+00', NULL, 0, 15, 2, 18);






INSERT INTO public.studio_unit VALUES
	(11, 'argument', 'argument', '', '', 0, 'accepted', 'idle', false, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 2, '2026-11-30 18:46:19.511564+00', NULL, NULL, 6, NULL, 11, 2),
	(17, 'map/s7', 'map', 's7', '', 5000, 'none', 'pending', false, false, false, 0, false, false, 0, '', '', '', '', 0, 0, '2026-11-30 18:46:43.296303+00', NULL, '2026-11-30 18:46:43.406314+00', 8, NULL, NULL, 2),
	(12, 'outline', 'outline', '', '', 1, 'accepted', 'idle', false, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:19.511564+00', NULL, NULL, 8, NULL, 12, 2),
	(15, 'map/s4', 'map', 's4', '', 3000, 'none', 'pending', false, false, false, 0, false, false, 0, '', '', '', '', 0, 0, '2026-11-30 18:46:43.296303+00', NULL, '2026-11-30 18:46:43.296303+00', 8, NULL, NULL, 2),
	(16, 'map/s6', 'map', 's6', '', 4000, 'none', 'pending', false, false, false, 0, false, false, 0, '', '', '', '', 0, 0, '2026-11-30 18:46:43.296303+00', NULL, '2026-11-30 18:46:43.296303+00', 8, NULL, NULL, 2),
	(1, 'argument', 'argument', '', '', 0, 'accepted', 'idle', true, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:17.443983+00', NULL, NULL, 28, NULL, 1, 1),
	(13, 'map/s2', 'map', 's2', '', 1000, 'accepted', 'idle', false, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:43.296303+00', NULL, NULL, 11, NULL, 13, 2),
	(7, 'draft/s3/the-faithful-gate-of', 'draft', 's3', 'the-faithful-gate-of', 2001, 'accepted', 'idle', true, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 2, '2026-11-30 18:46:18.913328+00', NULL, NULL, 28, NULL, 7, 1),
	(14, 'map/s3', 'map', 's3', '', 2000, 'accepted', 'idle', false, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:43.296303+00', NULL, NULL, 13, NULL, 14, 2),
	(19, 'draft/s3/the-ancient-table-of', 'draft', 's3', 'the-ancient-table-of', 2001, 'none', 'active', false, false, false, 0, false, false, 0, '', '', '', '', 0, 1, '2026-11-30 18:46:43.470258+00', NULL, NULL, 14, NULL, NULL, 2),
	(18, 'draft/s2/the-vivid-window-of', 'draft', 's2', 'the-vivid-window-of', 1001, 'none', 'active', false, false, false, 0, false, false, 0, '', '', '', '', 0, 2, '2026-11-30 18:46:43.406314+00', NULL, NULL, 15, 15, NULL, 2),
	(9, 'draft/s5/the-lasting-attic-of', 'draft', 's5', 'the-lasting-attic-of', 3001, 'accepted', 'idle', true, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 2, '2026-11-30 18:46:18.933318+00', NULL, NULL, 28, NULL, 8, 1),
	(10, 'draft/s6/the-quiet-field-of', 'draft', 's6', 'the-quiet-field-of', 4001, 'accepted', 'idle', true, false, false, 0, false, false, 0, 'policy', '', '', '', 0, 2, '2026-11-30 18:46:18.987857+00', NULL, NULL, 28, NULL, 9, 1),
	(8, 'draft/s2/the-secret-archive-of', 'draft', 's2', 'the-secret-archive-of', 1001, 'accepted', 'idle', true, false, false, 0, false, false, 0, 'person', '', '', '', 0, 2, '2026-11-30 18:46:18.927532+00', NULL, NULL, 28, NULL, 16, 1),
	(3, 'map/s2', 'map', 's2', '', 1000, 'accepted', 'idle', false, false, false, 0, false, false, 1, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:18.743817+00', NULL, NULL, 28, NULL, 4, 1),
	(4, 'map/s3', 'map', 's3', '', 2000, 'accepted', 'idle', false, false, false, 0, false, false, 1, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:18.743817+00', NULL, NULL, 28, NULL, 3, 1),
	(5, 'map/s5', 'map', 's5', '', 3000, 'accepted', 'idle', false, false, false, 0, false, false, 1, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:18.743817+00', NULL, NULL, 28, NULL, 5, 1),
	(6, 'map/s6', 'map', 's6', '', 4000, 'accepted', 'idle', false, false, false, 0, false, false, 1, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:18.743817+00', NULL, NULL, 28, NULL, 6, 1),
	(2, 'outline', 'outline', '', '', 1, 'accepted', 'idle', true, false, false, 0, false, false, 1, 'policy', '', '', '', 0, 1, '2026-11-30 18:46:17.443983+00', NULL, NULL, 28, NULL, 2, 1);



SELECT pg_catalog.setval('public.auth_group_id_seq', 1, false);



SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 1, false);



SELECT pg_catalog.setval('public.auth_permission_id_seq', 112, true);



SELECT pg_catalog.setval('public.auth_user_groups_id_seq', 1, false);



SELECT pg_catalog.setval('public.auth_user_id_seq', 1, true);



SELECT pg_catalog.setval('public.auth_user_user_permissions_id_seq', 1, false);



SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);



SELECT pg_catalog.setval('public.django_content_type_id_seq', 28, true);



SELECT pg_catalog.setval('public.django_migrations_id_seq', 62, true);



SELECT pg_catalog.setval('public.procrastinate_events_id_seq', 26, true);



SELECT pg_catalog.setval('public.procrastinate_jobs_id_seq', 14, true);



SELECT pg_catalog.setval('public.procrastinate_periodic_defers_id_seq', 1, false);



SELECT pg_catalog.setval('public.procrastinate_workers_id_seq', 2, true);



SELECT pg_catalog.setval('public.studio_artifact_id_seq', 16, true);



SELECT pg_catalog.setval('public.studio_cell_id_seq', 98, true);



SELECT pg_catalog.setval('public.studio_commit_id_seq', 18, true);



SELECT pg_catalog.setval('public.studio_draft_id_seq', 1, true);



SELECT pg_catalog.setval('public.studio_endpoint_id_seq', 1, true);



SELECT pg_catalog.setval('public.studio_entry_id_seq', 92, true);



SELECT pg_catalog.setval('public.studio_export_id_seq', 1, false);



SELECT pg_catalog.setval('public.studio_finding_id_seq', 1, false);



SELECT pg_catalog.setval('public.studio_project_id_seq', 2, true);



SELECT pg_catalog.setval('public.studio_read_id_seq', 244, true);



SELECT pg_catalog.setval('public.studio_reply_id_seq', 20, true);



SELECT pg_catalog.setval('public.studio_requirement_id_seq', 17, true);



SELECT pg_catalog.setval('public.studio_review_id_seq', 5, true);



SELECT pg_catalog.setval('public.studio_run_id_seq', 22, true);



SELECT pg_catalog.setval('public.studio_signinlink_id_seq', 1, false);



SELECT pg_catalog.setval('public.studio_unit_id_seq', 19, true);



ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);



ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);



ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);



ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_group_id_94350c0c_uniq UNIQUE (user_id, group_id);



ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_permission_id_14a6b632_uniq UNIQUE (user_id, permission_id);



ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_username_key UNIQUE (username);



ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);



ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT one_artifact_per_number UNIQUE (unit_id, number);



ALTER TABLE ONLY public.studio_commit
    ADD CONSTRAINT one_commit_per_number UNIQUE (project_id, number);



ALTER TABLE ONLY public.studio_cell
    ADD CONSTRAINT one_digest_per_cell UNIQUE (project_id, key);



ALTER TABLE ONLY public.studio_draft
    ADD CONSTRAINT one_draft_per_person_and_section UNIQUE (project_id, section_id, user_id);



ALTER TABLE ONLY public.studio_read
    ADD CONSTRAINT one_read_per_cell UNIQUE (artifact_id, key);



ALTER TABLE ONLY public.studio_requirement
    ADD CONSTRAINT one_requirement_per_pair UNIQUE (unit_id, needs_id);



ALTER TABLE ONLY public.studio_run
    ADD CONSTRAINT one_run_per_token UNIQUE (unit_id, token);



ALTER TABLE ONLY public.studio_unit
    ADD CONSTRAINT one_unit_per_place UNIQUE (project_id, key);



ALTER TABLE ONLY public.studio_entry
    ADD CONSTRAINT one_version_per_entry_and_commit UNIQUE (project_id, key, since);



ALTER TABLE ONLY public.procrastinate_events
    ADD CONSTRAINT procrastinate_events_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.procrastinate_jobs
    ADD CONSTRAINT procrastinate_jobs_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_unique UNIQUE (task_name, periodic_id, defer_timestamp);



ALTER TABLE ONLY public.procrastinate_workers
    ADD CONSTRAINT procrastinate_workers_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_run_id_key UNIQUE (run_id);



ALTER TABLE ONLY public.studio_blob
    ADD CONSTRAINT studio_blob_pkey PRIMARY KEY (digest);



ALTER TABLE ONLY public.studio_cell
    ADD CONSTRAINT studio_cell_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_commit
    ADD CONSTRAINT studio_commit_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_draft
    ADD CONSTRAINT studio_draft_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_endpoint
    ADD CONSTRAINT studio_endpoint_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_entry
    ADD CONSTRAINT studio_entry_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_export
    ADD CONSTRAINT studio_export_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_finding
    ADD CONSTRAINT studio_finding_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_partial
    ADD CONSTRAINT studio_partial_pkey PRIMARY KEY (run_id);



ALTER TABLE ONLY public.studio_project
    ADD CONSTRAINT studio_project_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_project
    ADD CONSTRAINT studio_project_slug_key UNIQUE (slug);



ALTER TABLE ONLY public.studio_read
    ADD CONSTRAINT studio_read_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_adopted_by_id_key UNIQUE (adopted_by_id);



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_run_id_key UNIQUE (run_id);



ALTER TABLE ONLY public.studio_requirement
    ADD CONSTRAINT studio_requirement_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_review
    ADD CONSTRAINT studio_review_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_run
    ADD CONSTRAINT studio_run_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_signinlink
    ADD CONSTRAINT studio_signinlink_digest_key UNIQUE (digest);



ALTER TABLE ONLY public.studio_signinlink
    ADD CONSTRAINT studio_signinlink_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.studio_unit
    ADD CONSTRAINT studio_unit_pkey PRIMARY KEY (id);



CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);



CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);



CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);



CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);



CREATE INDEX auth_user_groups_group_id_97559544 ON public.auth_user_groups USING btree (group_id);



CREATE INDEX auth_user_groups_user_id_6a12ed8b ON public.auth_user_groups USING btree (user_id);



CREATE INDEX auth_user_user_permissions_permission_id_1fbb5f2c ON public.auth_user_user_permissions USING btree (permission_id);



CREATE INDEX auth_user_user_permissions_user_id_a95ead1b ON public.auth_user_user_permissions USING btree (user_id);



CREATE INDEX auth_user_username_6821ab7c_like ON public.auth_user USING btree (username varchar_pattern_ops);



CREATE INDEX cell_by_source ON public.studio_cell USING gin (sources) WITH (fastupdate=off);



CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);



CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);



CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);



CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);



CREATE INDEX entry_by_group ON public.studio_entry USING btree (project_id, kind, "group") WHERE (until IS NULL);



CREATE INDEX entry_by_relation ON public.studio_entry USING gin (body jsonb_path_ops) WHERE (((kind)::text = 'object'::text) AND (until IS NULL));



CREATE INDEX finding_by_unit ON public.studio_finding USING btree (unit_id, state);



CREATE INDEX idx_procrastinate_jobs_worker_not_null ON public.procrastinate_jobs USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (status = 'doing'::public.procrastinate_job_status));



CREATE INDEX idx_procrastinate_workers_last_heartbeat ON public.procrastinate_workers USING btree (last_heartbeat);



CREATE UNIQUE INDEX one_current_version_per_entry ON public.studio_entry USING btree (project_id, key) WHERE (until IS NULL);



CREATE UNIQUE INDEX one_default_endpoint ON public.studio_endpoint USING btree (is_default) WHERE is_default;



CREATE UNIQUE INDEX one_live_lease_per_unit ON public.studio_run USING btree (unit_id) WHERE ((state)::text = 'active'::text);



CREATE INDEX procrastinate_events_job_id_fkey_v1 ON public.procrastinate_events USING btree (job_id);



CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON public.procrastinate_jobs USING btree (id, lock) WHERE (status = ANY (ARRAY['todo'::public.procrastinate_job_status, 'doing'::public.procrastinate_job_status]));



CREATE UNIQUE INDEX procrastinate_jobs_lock_idx_v1 ON public.procrastinate_jobs USING btree (lock) WHERE (status = 'doing'::public.procrastinate_job_status);



CREATE INDEX procrastinate_jobs_priority_idx_v1 ON public.procrastinate_jobs USING btree (priority DESC, id) WHERE (status = 'todo'::public.procrastinate_job_status);



CREATE INDEX procrastinate_jobs_queue_name_idx_v1 ON public.procrastinate_jobs USING btree (queue_name);



CREATE UNIQUE INDEX procrastinate_jobs_queueing_lock_idx_v1 ON public.procrastinate_jobs USING btree (queueing_lock) WHERE (status = 'todo'::public.procrastinate_job_status);



CREATE INDEX procrastinate_periodic_defers_job_id_fkey_v1 ON public.procrastinate_periodic_defers USING btree (job_id);



CREATE INDEX read_by_key ON public.studio_read USING btree (project_id, key);



CREATE INDEX reply_unused ON public.studio_reply USING btree (unit_id, prompt_digest) WHERE (adopted_by_id IS NULL);



CREATE INDEX review_by_unit ON public.studio_review USING btree (unit_id, gate);



CREATE INDEX run_active ON public.studio_run USING btree (project_id) WHERE ((state)::text = 'active'::text);



CREATE INDEX run_lease ON public.studio_run USING btree (lease_until) WHERE ((state)::text = 'active'::text);



CREATE INDEX studio_artifact_actor_id_e5749b1a ON public.studio_artifact USING btree (actor_id);



CREATE INDEX studio_artifact_base_id_4d89d33f ON public.studio_artifact USING btree (base_id);



CREATE INDEX studio_artifact_project_id_958aa6f4 ON public.studio_artifact USING btree (project_id);



CREATE INDEX studio_artifact_unit_id_7bccf711 ON public.studio_artifact USING btree (unit_id);



CREATE INDEX studio_blob_digest_757dd5e0_like ON public.studio_blob USING btree (digest varchar_pattern_ops);



CREATE INDEX studio_cell_project_id_69d0df2b ON public.studio_cell USING btree (project_id);



CREATE INDEX studio_commit_actor_id_6df8440b ON public.studio_commit USING btree (actor_id);



CREATE INDEX studio_commit_project_id_25ab06ac ON public.studio_commit USING btree (project_id);



CREATE INDEX studio_draft_project_id_bff335e5 ON public.studio_draft USING btree (project_id);



CREATE INDEX studio_draft_user_id_016dd10a ON public.studio_draft USING btree (user_id);



CREATE INDEX studio_entry_project_id_5269bf42 ON public.studio_entry USING btree (project_id);



CREATE INDEX studio_export_project_id_4f7827ce ON public.studio_export USING btree (project_id);



CREATE INDEX studio_finding_artifact_id_8c59f271 ON public.studio_finding USING btree (artifact_id);



CREATE INDEX studio_finding_project_id_2d454ca6 ON public.studio_finding USING btree (project_id);



CREATE INDEX studio_finding_run_id_16a83406 ON public.studio_finding USING btree (run_id);



CREATE INDEX studio_finding_unit_id_152b64d6 ON public.studio_finding USING btree (unit_id);



CREATE INDEX studio_project_endpoint_id_267be8f0 ON public.studio_project USING btree (endpoint_id);



CREATE INDEX studio_project_owner_id_b70bed33 ON public.studio_project USING btree (owner_id);



CREATE INDEX studio_project_slug_97cbbca4_like ON public.studio_project USING btree (slug varchar_pattern_ops);



CREATE INDEX studio_read_artifact_id_8ff13ce8 ON public.studio_read USING btree (artifact_id);



CREATE INDEX studio_read_project_id_8e79058a ON public.studio_read USING btree (project_id);



CREATE INDEX studio_reply_unit_id_db6df7bd ON public.studio_reply USING btree (unit_id);



CREATE INDEX studio_requirement_needs_id_7e7a6fd5 ON public.studio_requirement USING btree (needs_id);



CREATE INDEX studio_requirement_unit_id_921f7b1e ON public.studio_requirement USING btree (unit_id);



CREATE INDEX studio_review_artifact_id_bda016ab ON public.studio_review USING btree (artifact_id);



CREATE INDEX studio_review_project_id_28ad7783 ON public.studio_review USING btree (project_id);



CREATE INDEX studio_review_run_id_91c228b7 ON public.studio_review USING btree (run_id);



CREATE INDEX studio_review_unit_id_4aced247 ON public.studio_review USING btree (unit_id);



CREATE INDEX studio_run_base_id_7adf6c3f ON public.studio_run USING btree (base_id);



CREATE INDEX studio_run_project_id_648ddd29 ON public.studio_run USING btree (project_id);



CREATE INDEX studio_run_unit_id_c8e081e3 ON public.studio_run USING btree (unit_id);



CREATE INDEX studio_signinlink_digest_67b44f58_like ON public.studio_signinlink USING btree (digest varchar_pattern_ops);



CREATE INDEX studio_signinlink_user_id_27f53817 ON public.studio_signinlink USING btree (user_id);



CREATE INDEX studio_unit_candidate_id_0857e12c ON public.studio_unit USING btree (candidate_id);



CREATE INDEX studio_unit_current_id_3cff3e63 ON public.studio_unit USING btree (current_id);



CREATE INDEX studio_unit_project_id_678a80ea ON public.studio_unit USING btree (project_id);



CREATE INDEX unit_armed ON public.studio_unit USING btree (project_id, plan) WHERE is_armed;



CREATE INDEX unit_by_change ON public.studio_unit USING btree (project_id, change);



CREATE INDEX unit_by_section ON public.studio_unit USING btree (project_id, section_id, place);



CREATE INDEX unit_ready ON public.studio_unit USING btree (project_id, place) WHERE ((NOT is_retired) AND (n_unmet = 0) AND ((work)::text = 'pending'::text));



CREATE TRIGGER procrastinate_jobs_notify_queue_job_aborted_v1 AFTER UPDATE OF abort_requested ON public.procrastinate_jobs FOR EACH ROW WHEN (((old.abort_requested = false) AND (new.abort_requested = true) AND (new.status = 'doing'::public.procrastinate_job_status))) EXECUTE FUNCTION public.procrastinate_notify_queue_abort_job_v1();



CREATE TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1 AFTER INSERT ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.status = 'todo'::public.procrastinate_job_status)) EXECUTE FUNCTION public.procrastinate_notify_queue_job_inserted_v1();



CREATE TRIGGER procrastinate_trigger_abort_requested_events_v1 AFTER UPDATE OF abort_requested ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.abort_requested = true)) EXECUTE FUNCTION public.procrastinate_trigger_abort_requested_events_procedure_v1();



CREATE TRIGGER procrastinate_trigger_delete_jobs_v1 BEFORE DELETE ON public.procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION public.procrastinate_unlink_periodic_defers_v1();



CREATE TRIGGER procrastinate_trigger_scheduled_events_v1 AFTER INSERT OR UPDATE ON public.procrastinate_jobs FOR EACH ROW WHEN (((new.scheduled_at IS NOT NULL) AND (new.status = 'todo'::public.procrastinate_job_status))) EXECUTE FUNCTION public.procrastinate_trigger_function_scheduled_events_v1();



CREATE TRIGGER procrastinate_trigger_status_events_insert_v1 AFTER INSERT ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.status = 'todo'::public.procrastinate_job_status)) EXECUTE FUNCTION public.procrastinate_trigger_function_status_events_insert_v1();



CREATE TRIGGER procrastinate_trigger_status_events_update_v1 AFTER UPDATE OF status ON public.procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION public.procrastinate_trigger_function_status_events_update_v1();



CREATE TRIGGER studio_artifact_written_once BEFORE UPDATE ON public.studio_artifact FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.studio_written_once();



CREATE TRIGGER studio_commit_written_once BEFORE UPDATE ON public.studio_commit FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.studio_written_once();



ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_group_id_97559544_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_6a12ed8b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permi_permission_id_1fbb5f2c_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_a95ead1b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.procrastinate_events
    ADD CONSTRAINT procrastinate_events_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.procrastinate_jobs(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.procrastinate_jobs
    ADD CONSTRAINT procrastinate_jobs_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES public.procrastinate_workers(id) ON DELETE SET NULL;



ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.procrastinate_jobs(id);



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_actor_id_e5749b1a_fk_auth_user_id FOREIGN KEY (actor_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_base_id_4d89d33f_fk_studio_artifact_id FOREIGN KEY (base_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_project_id_958aa6f4_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_run_id_fd595775_fk_studio_run_id FOREIGN KEY (run_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_artifact
    ADD CONSTRAINT studio_artifact_unit_id_7bccf711_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_cell
    ADD CONSTRAINT studio_cell_project_id_69d0df2b_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_commit
    ADD CONSTRAINT studio_commit_actor_id_6df8440b_fk_auth_user_id FOREIGN KEY (actor_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_commit
    ADD CONSTRAINT studio_commit_project_id_25ab06ac_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_draft
    ADD CONSTRAINT studio_draft_project_id_bff335e5_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_draft
    ADD CONSTRAINT studio_draft_user_id_016dd10a_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_entry
    ADD CONSTRAINT studio_entry_project_id_5269bf42_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_export
    ADD CONSTRAINT studio_export_project_id_4f7827ce_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_finding
    ADD CONSTRAINT studio_finding_artifact_id_8c59f271_fk_studio_artifact_id FOREIGN KEY (artifact_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_finding
    ADD CONSTRAINT studio_finding_project_id_2d454ca6_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_finding
    ADD CONSTRAINT studio_finding_run_id_16a83406_fk_studio_run_id FOREIGN KEY (run_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_finding
    ADD CONSTRAINT studio_finding_unit_id_152b64d6_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_partial
    ADD CONSTRAINT studio_partial_run_id_f61780de_fk_studio_run_id FOREIGN KEY (run_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_project
    ADD CONSTRAINT studio_project_endpoint_id_267be8f0_fk_studio_endpoint_id FOREIGN KEY (endpoint_id) REFERENCES public.studio_endpoint(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_project
    ADD CONSTRAINT studio_project_owner_id_b70bed33_fk_auth_user_id FOREIGN KEY (owner_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_read
    ADD CONSTRAINT studio_read_artifact_id_8ff13ce8_fk_studio_artifact_id FOREIGN KEY (artifact_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_read
    ADD CONSTRAINT studio_read_project_id_8e79058a_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_adopted_by_id_b849adca_fk_studio_run_id FOREIGN KEY (adopted_by_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_run_id_e9d09b0b_fk_studio_run_id FOREIGN KEY (run_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_reply
    ADD CONSTRAINT studio_reply_unit_id_db6df7bd_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_requirement
    ADD CONSTRAINT studio_requirement_needs_id_7e7a6fd5_fk_studio_unit_id FOREIGN KEY (needs_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_requirement
    ADD CONSTRAINT studio_requirement_unit_id_921f7b1e_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_review
    ADD CONSTRAINT studio_review_artifact_id_bda016ab_fk_studio_artifact_id FOREIGN KEY (artifact_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_review
    ADD CONSTRAINT studio_review_project_id_28ad7783_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_review
    ADD CONSTRAINT studio_review_run_id_91c228b7_fk_studio_run_id FOREIGN KEY (run_id) REFERENCES public.studio_run(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_review
    ADD CONSTRAINT studio_review_unit_id_4aced247_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_run
    ADD CONSTRAINT studio_run_base_id_7adf6c3f_fk_studio_artifact_id FOREIGN KEY (base_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_run
    ADD CONSTRAINT studio_run_project_id_648ddd29_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_run
    ADD CONSTRAINT studio_run_unit_id_c8e081e3_fk_studio_unit_id FOREIGN KEY (unit_id) REFERENCES public.studio_unit(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_signinlink
    ADD CONSTRAINT studio_signinlink_user_id_27f53817_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_unit
    ADD CONSTRAINT studio_unit_candidate_id_0857e12c_fk_studio_artifact_id FOREIGN KEY (candidate_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_unit
    ADD CONSTRAINT studio_unit_current_id_3cff3e63_fk_studio_artifact_id FOREIGN KEY (current_id) REFERENCES public.studio_artifact(id) DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY public.studio_unit
    ADD CONSTRAINT studio_unit_project_id_678a80ea_fk_studio_project_id FOREIGN KEY (project_id) REFERENCES public.studio_project(id) DEFERRABLE INITIALLY DEFERRED;
