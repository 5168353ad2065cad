--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: pgboss; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgboss;


--
-- Name: job_state; Type: TYPE; Schema: pgboss; Owner: -
--

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: create_queue(text, jsonb); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);

      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;


--
-- Name: job_now(); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;


--
-- Name: job_table_format(text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;


--
-- Name: job_table_run(text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE pgboss.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;


--
-- Name: job_table_run_async(text, integer, text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: bam; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);


--
-- Name: job; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);


--
-- Name: job_common; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);


--
-- Name: job_dependency; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);


--
-- Name: queue; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);


--
-- Name: queue_stats; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);


--
-- Name: queue_stats_20261122; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261122 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: queue_stats_20261123; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261123 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);


--
-- Name: subscription; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);


--
-- Name: warning; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    permission text NOT NULL,
    domain_id text COLLATE pg_catalog."C",
    prefix text NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint
);


--
-- Name: audience_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audience_members (
    audience_id text NOT NULL COLLATE pg_catalog."C",
    contact_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    contact_created_at bigint NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: audiences; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audiences (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    description text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: automation_enrollments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.automation_enrollments (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    automation_id text NOT NULL COLLATE pg_catalog."C",
    contact_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    current_step text COLLATE pg_catalog."C",
    next_run_at bigint,
    waits_until bigint,
    waits_for text,
    exit_reason text,
    error text,
    tries bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    completed_at bigint
);


--
-- Name: automation_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.automation_mails (
    enrollment_id text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: automations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.automations (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    description text,
    trigger_kind text NOT NULL COLLATE pg_catalog."C",
    trigger_config text NOT NULL,
    steps text NOT NULL,
    from_domain_id text,
    from_address text,
    reply_to text,
    status text NOT NULL COLLATE pg_catalog."C",
    active_count bigint NOT NULL,
    completed_count bigint NOT NULL,
    cancelled_count bigint NOT NULL,
    failed_count bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    activated_at bigint,
    archived_at bigint
);


--
-- Name: blob_chunks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blob_chunks (
    blob_key text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    bytes bytea NOT NULL
);


--
-- Name: blobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blobs (
    key text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    created_at bigint NOT NULL,
    stored_at bigint,
    content_type text,
    expires_at bigint,
    uses bigint DEFAULT 0 NOT NULL
);


--
-- Name: broadcast_ledgers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.broadcast_ledgers (
    broadcast_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    total_recipients bigint NOT NULL,
    queued bigint NOT NULL,
    sent bigint NOT NULL,
    failed bigint NOT NULL,
    suppressed bigint NOT NULL,
    skipped bigint NOT NULL,
    sent_count bigint NOT NULL,
    skipped_count bigint NOT NULL,
    walked integer NOT NULL,
    cursor_at bigint NOT NULL,
    cursor_id text NOT NULL COLLATE pg_catalog."C",
    slices integer NOT NULL,
    issue_after text COLLATE pg_catalog."C"
);


--
-- Name: broadcast_paces; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.broadcast_paces (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    next_at bigint NOT NULL
);


--
-- Name: broadcast_skips; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.broadcast_skips (
    broadcast_id text NOT NULL COLLATE pg_catalog."C",
    contact_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    reason text NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: broadcasts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.broadcasts (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    subject text NOT NULL,
    from_domain_id text COLLATE pg_catalog."C",
    from_address text,
    reply_to text,
    preview_text text,
    body_html text,
    body_text text,
    target_kind text,
    target_id text COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    scheduled_at bigint,
    last_error text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    sent_at bigint,
    started_at bigint,
    sender text,
    sender_domain_id text COLLATE pg_catalog."C",
    body_id text COLLATE pg_catalog."C"
);


--
-- Name: captured_mail; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.captured_mail (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C",
    mail_from text NOT NULL,
    rcpt_to text NOT NULL,
    subject text NOT NULL,
    size bigint NOT NULL,
    raw bytea NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: contact_exports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contact_exports (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    blob_key text COLLATE pg_catalog."C",
    row_count bigint,
    error text,
    claim text,
    claim_expires_at bigint,
    created_at bigint NOT NULL,
    completed_at bigint,
    expires_at bigint
);


--
-- Name: contact_imports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contact_imports (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    file_name text NOT NULL,
    blob_key text NOT NULL COLLATE pg_catalog."C",
    header text,
    next_byte bigint NOT NULL,
    total_rows bigint,
    processed_rows bigint NOT NULL,
    created_rows bigint NOT NULL,
    updated_rows bigint NOT NULL,
    failed_rows bigint NOT NULL,
    errors text NOT NULL,
    error text,
    created_at bigint NOT NULL,
    started_at bigint,
    completed_at bigint
);


--
-- Name: contacts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contacts (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attributes text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    attributes_json jsonb GENERATED ALWAYS AS ((attributes)::jsonb) STORED
);


--
-- Name: credit_packs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.credit_packs (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    emails bigint NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: delivery_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delivery_attempts (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    message_id text NOT NULL COLLATE pg_catalog."C",
    attempt integer NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    outcome text,
    reply text,
    recipient integer,
    provider_message_id text
);


--
-- Name: domains; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.domains (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    trusted integer NOT NULL,
    dkim_selector text NOT NULL,
    dkim_private_key text NOT NULL,
    dkim_public_key text NOT NULL,
    default_from_local_part text,
    open_tracking integer NOT NULL,
    click_tracking integer NOT NULL,
    inbound integer NOT NULL,
    findings text NOT NULL,
    failed_checks integer NOT NULL,
    next_check_at bigint,
    created_at bigint NOT NULL,
    verified_at bigint
);


--
-- Name: erasures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.erasures (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    address_hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    message_id text COLLATE pg_catalog."C",
    type text NOT NULL,
    recipients text NOT NULL,
    data text NOT NULL,
    provider_message_id text,
    test_mode integer NOT NULL,
    created_at bigint NOT NULL,
    test_position bigint,
    contact_id text COLLATE pg_catalog."C"
);


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    route text NOT NULL COLLATE pg_catalog."C",
    idempotency_key text NOT NULL COLLATE pg_catalog."C",
    body_hash text NOT NULL,
    answer text NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: inbound_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_mails (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    envelope_from text NOT NULL,
    rcpt_addrs text NOT NULL,
    from_addr text NOT NULL,
    from_name text,
    to_addrs text NOT NULL,
    subject text NOT NULL,
    message_id_header text,
    in_reply_to text,
    size bigint NOT NULL,
    spf text NOT NULL,
    dkim text NOT NULL,
    dmarc text NOT NULL,
    attachments text NOT NULL,
    blob_key text,
    created_at bigint NOT NULL,
    unreadable text
);


--
-- Name: inbound_spool; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_spool (
    id text NOT NULL COLLATE pg_catalog."C",
    envelope_from text NOT NULL,
    client_ip text,
    helo text,
    destinations text NOT NULL,
    size bigint NOT NULL,
    blob_owner text NOT NULL COLLATE pg_catalog."C",
    blob_key text NOT NULL,
    received_at bigint NOT NULL,
    attempts integer NOT NULL,
    due_at bigint,
    unreadable text
);


--
-- Name: jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    queue text NOT NULL COLLATE pg_catalog."C",
    priority integer NOT NULL,
    payload text NOT NULL,
    state text NOT NULL,
    attempt integer NOT NULL,
    retries_left integer NOT NULL,
    group_key text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    run_at bigint NOT NULL,
    lease_expires_at bigint,
    last_error text
);


--
-- Name: key_proofs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.key_proofs (
    id integer NOT NULL,
    proof text NOT NULL,
    erasure_key text NOT NULL
);


--
-- Name: message_bodies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.message_bodies (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    html text,
    text text,
    headers text NOT NULL,
    reply_to text NOT NULL,
    attachments text NOT NULL,
    created_at bigint NOT NULL,
    message_id text COLLATE pg_catalog."C",
    ages_from bigint,
    bytes bigint
);


--
-- Name: message_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.message_tags (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL
);


--
-- Name: messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.messages (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    status text NOT NULL,
    stream text NOT NULL,
    from_address text NOT NULL,
    domain_id text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL,
    recipients text NOT NULL,
    tags text NOT NULL,
    template_alias text,
    template_version integer,
    test_mode integer NOT NULL,
    track_opens integer NOT NULL,
    track_clicks integer NOT NULL,
    body_id text NOT NULL COLLATE pg_catalog."C",
    scheduled_at bigint,
    sent_at bigint,
    provider_message_id text,
    broadcast_id text COLLATE pg_catalog."C",
    automation_id text COLLATE pg_catalog."C",
    contact_id text COLLATE pg_catalog."C",
    due_at bigint,
    claim_job text,
    claim_attempt integer,
    claim_expires_at bigint,
    attempts integer NOT NULL,
    first_attempt_at bigint
);


--
-- Name: posthorn_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.posthorn_migrations (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: posthorn_migrations_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.posthorn_migrations_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: postmaster_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.postmaster_mails (
    id text NOT NULL COLLATE pg_catalog."C",
    envelope_from text NOT NULL,
    rcpt_addr text NOT NULL,
    client_ip text,
    from_addr text,
    subject text NOT NULL,
    size bigint NOT NULL,
    blob_key text NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: quota_buckets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quota_buckets (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    quota_window text NOT NULL COLLATE pg_catalog."C",
    start bigint NOT NULL,
    used bigint NOT NULL
);


--
-- Name: segments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.segments (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    filter text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: storage_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.storage_changes (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    bytes bigint NOT NULL
);


--
-- Name: suppressions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.suppressions (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    source_message_id text COLLATE pg_catalog."C",
    test_mode integer NOT NULL,
    created_at bigint NOT NULL
);


--
-- Name: template_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_versions (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    template_id text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    subject text,
    html text,
    text text,
    created_at bigint NOT NULL
);


--
-- Name: templates; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.templates (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    alias text NOT NULL COLLATE pg_catalog."C",
    name text,
    active_version integer,
    last_version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: tenant_meters; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tenant_meters (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    last_message_at bigint NOT NULL,
    rate_hits text DEFAULT '[]'::text NOT NULL,
    day_used bigint DEFAULT 0 NOT NULL,
    day_from bigint DEFAULT 0 NOT NULL,
    month_used bigint DEFAULT 0 NOT NULL,
    month_from bigint DEFAULT 0 NOT NULL,
    last_test_event_at bigint DEFAULT 0 NOT NULL,
    last_suppression_at bigint DEFAULT 0 NOT NULL,
    contact_count bigint DEFAULT 0 NOT NULL,
    credits_balance bigint DEFAULT 0 NOT NULL,
    credits_expire_at bigint,
    last_inbound_at bigint DEFAULT 0 NOT NULL,
    kept_bytes bigint DEFAULT 0 NOT NULL,
    received_bytes bigint DEFAULT 0 NOT NULL
);


--
-- Name: tenants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tenants (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    plan text NOT NULL,
    suspended integer NOT NULL,
    overrides text NOT NULL,
    created_at bigint NOT NULL,
    deleted_at bigint
);


--
-- Name: webhook_deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    message_id text COLLATE pg_catalog."C",
    sample integer NOT NULL,
    replay_of text COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts text NOT NULL,
    attempt_count integer NOT NULL,
    created_at bigint NOT NULL,
    next_attempt_at bigint,
    due_at bigint,
    claim_job text,
    claim_attempt integer,
    claim_expires_at bigint
);


--
-- Name: webhooks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhooks (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL,
    events text NOT NULL,
    description text,
    active integer NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    created_at bigint NOT NULL,
    deleted_at bigint
);


--
-- Name: job_common; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;


--
-- Name: queue_stats_20261122; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');


--
-- Name: queue_stats_20261123; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Data for Name: bam; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: job_common; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.job_common VALUES
	('2a0c4d83-4b0b-4e57-a8f0-aa642d09ed05', 'webhook', 0, '{"delivery_ids": ["whd_01m82rr24bx1nqjf83zmarjpqj"]}', 'retry', 5, 0, 1, true, 8, 86400, 3600, NULL, NULL, 'whk_01m82rqy3wx1nqjf83x6d4pv3t', NULL, '2026-11-22 23:16:33.202907+00', '2026-11-22 23:16:32.950187+00', '2026-11-22 23:16:33.067341+00', NULL, '2090-04-09 02:49:52.950187+00', NULL, NULL, 'standard', NULL, 20, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('a29245f4-b677-4d6d-be6d-7b0b3cb9eabc', 'deliver', 0, '{"message_ids": ["msg_01m82rr9wyvwt79jgkjgb1p8ta"]}', 'created', 4, 0, 1, true, 8, 86400, 3600, NULL, NULL, NULL, NULL, '2026-11-22 23:16:41.028363+00', '2026-11-22 23:16:41.028363+00', NULL, NULL, '2090-04-09 02:50:01.028363+00', NULL, NULL, 'standard', NULL, 20, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('bb732975-cbf8-463f-9780-1b9f45a95710', 'deliver', 0, '{"message_ids": ["msg_01m82rr9zkvwt79jgkjk1xcngh"]}', 'created', 4, 0, 1, true, 8, 86400, 3600, NULL, NULL, NULL, NULL, '2026-11-22 23:16:41.215387+00', '2026-11-22 23:16:41.215387+00', NULL, NULL, '2090-04-09 02:50:01.215387+00', NULL, NULL, 'standard', NULL, 20, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('efda1f0f-4802-4d38-b476-c854b035cb9e', 'fanout', 0, '{"broadcast_id": "bc_01m82rra5fvwt79jgkjsptna1r"}', 'created', 4, 0, 1, true, 8, 86400, 3600, NULL, NULL, NULL, NULL, '2026-11-22 23:16:41.314977+00', '2026-11-22 23:16:41.314977+00', NULL, NULL, '2090-04-09 02:50:01.314977+00', NULL, NULL, 'standard', NULL, 20, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.queue VALUES
	('deliver', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.72875+00', '2026-11-22 23:16:40.869122+00'),
	('deliver_flood', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.762631+00', '2026-11-22 23:16:40.871577+00'),
	('deliver_bulk', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.764575+00', '2026-11-22 23:16:40.873343+00'),
	('fanout', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.766348+00', '2026-11-22 23:16:40.87583+00'),
	('automation', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.768457+00', '2026-11-22 23:16:40.878127+00'),
	('webhook', 'standard', 4, 1, true, 8, 86400, 2000000000, 3600, NULL, false, 'job_common', 0, 0, 0, 100000, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 20, true, NULL, NULL, NULL, NULL, '2026-11-22 23:16:26.770247+00', '2026-11-22 23:16:40.880034+00');


--
-- Data for Name: queue_stats_20261122; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue_stats_20261123; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: schedule; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: subscription; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: version; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.version VALUES
	(43, NULL, '2026-11-22 23:16:26.735903+00', '2026-11-22 23:16:27.519444+00', NULL, NULL);


--
-- Data for Name: warning; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES
	('key_01m82rqxpjx1nqjf83x39xz65m', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'sends', 'sending_access', NULL, 'ek_8xAiz0g', 'cfbf8af0212cbd9ca0b766703fb1ac0dc5a54daea9226a6105a6f3a340c5f25f', 1795389388498, NULL),
	('key_01m82rqwy4x1nqjf83x1s7serp', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'test', 'full_access', NULL, 'ek_JGqTDWL', '3cac3a828030f8641c0a4ed34681e462da288c7a5fa7a1ca0f608634f78af96d', 1795389387716, 1795389401569);


--
-- Data for Name: audience_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audience_members VALUES
	('aud_01m82rqz6xx1nqjf83xsjk7tva', 'con_01m82rqz5yx1nqjf83xek6nnxt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389390014, 1795389390116),
	('aud_01m82rqz6xx1nqjf83xsjk7tva', 'con_01m82rqz5yx1nqjf83xj2g33fg', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389390014, 1795389390116),
	('aud_01m82rqz6xx1nqjf83xsjk7tva', 'con_01m82rqz5yx1nqjf83xnm9577x', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389390014, 1795389390116),
	('aud_01m82rqz6xx1nqjf83xsjk7tva', 'con_01m82rqz5yx1nqjf83xpqaf7ag', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389390014, 1795389390116);


--
-- Data for Name: audiences; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audiences VALUES
	('aud_01m82rqz6xx1nqjf83xsjk7tva', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'Readers', '', 1795389390045, 1795389390045);


--
-- Data for Name: automation_enrollments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.automation_enrollments VALUES
	('enr_01m82rr1fzx1nqjf83z7y93b1r', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'aut_01m82rr1c4x1nqjf83z2fs35ft', 'con_01m82rr1frx1nqjf83z3qekz4n', 'active', 'trigger', 'w', 1795392992904, 1795392992904, NULL, NULL, NULL, 0, 1795389392383, 1795389392897, NULL);


--
-- Data for Name: automation_mails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.automation_mails VALUES
	('enr_01m82rr1fzx1nqjf83z7y93b1r', 'a', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr1q4x1nqjf83z9vzqz93');


--
-- Data for Name: automations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.automations VALUES
	('aut_01m82rr1c4x1nqjf83z2fs35ft', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'Hello', NULL, 'contact_created', '{}', '[{"id":"a","type":"send_email","subject":"Now","text_body":"Hi"},{"id":"w","type":"wait","seconds":3600},{"id":"b","type":"send_email","subject":"An hour later","text_body":"Hi again"}]', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'hello@t2-5438.example.com', NULL, 'active', 1, 0, 0, 0, 1795389392260, 1795389392322, 1795389392322, NULL);


--
-- Data for Name: blob_chunks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.blob_chunks VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv/msg_01m82rr9wyvwt79jgkjgb1p8ta/a.txt', 0, '\x6174746163686564');


--
-- Data for Name: blobs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.blobs VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv/msg_01m82rr9wyvwt79jgkjgb1p8ta/a.txt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 8, 1795389401013, 1795389401018, 'text/plain', NULL, 1);


--
-- Data for Name: broadcast_ledgers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.broadcast_ledgers VALUES
	('bc_01m82rqzhax1nqjf83y32hzm47', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 4, 0, 3, 0, 1, 0, 3, 1, 1, 1795389390906, '~', 1, NULL),
	('bc_01m82rra5fvwt79jgkjsptna1r', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 4, 0, 0, 0, 0, 0, 0, 0, 0, -1, '', 0, NULL),
	('bc_01m82rra7xvwt79jgkjy6qcn74', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 4, 0, 0, 0, 0, 0, 0, 0, 0, -1, '', 0, NULL);


--
-- Data for Name: broadcast_paces; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: broadcast_skips; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.broadcast_skips VALUES
	('bc_01m82rqzhax1nqjf83y32hzm47', 'con_01m82rqz5yx1nqjf83xpqaf7ag', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'suppressed', 'suppressed', 1795389391090);


--
-- Data for Name: broadcasts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.broadcasts VALUES
	('bc_01m82rqzhax1nqjf83y32hzm47', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'News', 'News for {{ n }}', NULL, 'hello@t2-5438.example.com', NULL, NULL, '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>', NULL, 'audience', 'aud_01m82rqz6xx1nqjf83xsjk7tva', 'sent', NULL, NULL, 1795389390378, 1795389392175, 1795389392175, 1795389390906, 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'bod_01m82rr01tx1nqjf83y5fh1b7n'),
	('bc_01m82rra5fvwt79jgkjsptna1r', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'Begun', 'Begun for {{ n }}', NULL, 'hello@t2-5438.example.com', NULL, NULL, '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>', NULL, 'audience', 'aud_01m82rqz6xx1nqjf83xsjk7tva', 'sending', NULL, NULL, 1795389401263, 1795389401321, NULL, 1795389401321, 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'bod_01m82rra79vwt79jgkjwsvwwx0'),
	('bc_01m82rra7xvwt79jgkjy6qcn74', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'Planned', 'Planned for {{ n }}', NULL, 'hello@t2-5438.example.com', NULL, NULL, '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>', NULL, 'audience', 'aud_01m82rqz6xx1nqjf83xsjk7tva', 'scheduled', 1795393001346, NULL, 1795389401341, 1795389401362, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: captured_mail; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: contact_exports; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: contact_imports; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: contacts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.contacts VALUES
	('con_01m82rqz5yx1nqjf83xek6nnxt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'c0@example.net', 'subscribed', '{"name":"Ada 0","n":0}', 1795389390014, 1795389390014, DEFAULT),
	('con_01m82rqz5yx1nqjf83xj2g33fg', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'c1@example.net', 'subscribed', '{"name":"Ada 1","n":1}', 1795389390014, 1795389390014, DEFAULT),
	('con_01m82rqz5yx1nqjf83xnm9577x', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'c2@example.net', 'subscribed', '{"name":"Ada 2","n":2}', 1795389390014, 1795389390014, DEFAULT),
	('con_01m82rqz5yx1nqjf83xpqaf7ag', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'c3@example.net', 'subscribed', '{"name":"Ada 3","n":3}', 1795389390014, 1795389390014, DEFAULT),
	('con_01m82rr1frx1nqjf83z3qekz4n', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'enrolled@example.net', 'subscribed', '{}', 1795389392376, 1795389392376, DEFAULT);


--
-- Data for Name: credit_packs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: delivery_attempts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.delivery_attempts VALUES
	('att_01m82rqzp5x1nqjf83y3x0hp18', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rqzbhx1nqjf83xx3wn5jy', 1, 1795389390533, 1795389391048, 'accepted', 'SINK1', NULL, NULL),
	('att_01m82rr0tvx1nqjf83ybvt2qds', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xnm9577x', 1, 1795389391707, 1795389391847, 'accepted', 'SINK2', NULL, NULL),
	('att_01m82rr0vex1nqjf83yd30dt89', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xek6nnxt', 1, 1795389391726, 1795389392060, 'accepted', 'SINK3', NULL, NULL),
	('att_01m82rr0vfx1nqjf83ygzewqd5', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xj2g33fg', 1, 1795389391727, 1795389392061, 'accepted', 'SINK4', NULL, NULL),
	('att_01m82rr20ex1nqjf83zgcggnpe', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr1q4x1nqjf83z9vzqz93', 1, 1795389392910, 1795389392943, 'accepted', 'SINK5', NULL, NULL);


--
-- Data for Name: domains; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.domains VALUES
	('dom_01m82rqxbzx1nqjf83x2hbwkmb', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 't2-5438.example.com', 'verified', 1, 'phsrrjho', 'adfTqfR1DHLWcjHdmnH+vKGofo4DUdF+1BtpNjcKlBzlr8dZXIIxygMWAXozRtgDJf8QtW7fC42YNCdYUPwpaKYQgO2h04t8bcnnY21Ey9oaSkcwf69g7TbIPrukOVtSdS/1qFfkRldri0GoCN+JTP6hGns+5hPqslkRPdrqOTQ9T0D7SX2cYpB2Hv/f1xlzTpHSphVClLH7+LWSBTthZSkvkgXXhoCNcd7XZCqYkqKgLHAGvuvAOHYx0JK4mPHHChViUfMtU/NVyzyxh7GlzP8CAHZ7Ket6ZnurnYMNQl6uuzO4Rqh/tkBmjzPDLStSHbCwpwY7NoXSfKPb0C6GXupbnGYNfosuWcs4+70CiL5VOZs17Y+YHyEeo544VRWNAC5g1Ju2ubnPxhwDgucNboDH3a37bpGqk9AKK7gf4Ltn4QUIHgWfLoO1TDjt6VoUO5W+aJMreOCNcCO1JDu5m1q3ZmrCOLENkiKJkRwxdqHvGfgMzxXP8IiE3/raMfygTHrwZ8fSg04ZxxP0AoejE+F9ALCmPNFlpC3SPQ0c1OO6ofq5gv8SkRLxA2R+D6PUxu6ovA20VrVTSRZDWhgnH+RnG/QcI2kBRCHsLNrHBVCSlo22OfNKxkDsPJnR6ugxfUCJxwkXF5Fyo2qaCI307NqoGwiP9ZAJ/pd9lYmMdqOqSyH7WDCs+wdBdDPQd8WhlWoLzFu1Fcp6Los85TexcQkt+0FkHxpA/yI9j0Zz8jUmwNGKg3gdCkUULFXgFKAStt1DGOF5IbepV2/a3c4wxXlgQm+T5/WJrh/zzx9yDNy4yuwh15iKJUlPljnc3UltUwNm9pNJCgmSKRGZGlsPdLMXGU3oc0cLc3LJpK1znEz/I0eQVLvEnVQIyf58p9qzuN4uVZ/G28Z8RnIoziq1PIxTgThtnI/Fx5T1sNysUo+3IRLUbcS48pjwUzDxCJlOQR9NftNgL287Iqemk8wFWhFLXXdroUWljdD4RKvR5denDZqYw4deD5CsUxZffXZYg+AHrCuwtCvoI3bSmklv7qypRaGAX6hhaX8sviJ2ZUKFwhStCgokc+WzIzolsaZhof4w4VfhNCffK6MYvWYzJF78i/lV9aqK7enJnrOWA396ijNb5gsohvBDNeWg7rDkbR3qluuDuaXK9ApAiwePg/sUXuG/oGu9TahWl6unhmP1fqcAE5eIhny3UjSIP/CnOmNMEcrFrqEJp+EVuuVtksWhlpnHAxdr9TcVLQZd9TmtERwkqgZhnjRJ2b76dYhaGi3gZ7nwYtwCvKDs4PMhX6BYOnFrlukGPF0Fai5TnnvvPXeVvYOCOzPilXOXEmJWvAff28VrqQGNNswcKaTjcgsrtNg/ih4li/h59e3ZWfp4aHyxLFdyY4RFc3H8dnCWWFlzys6jBWkfxTQyJrHHU/sn7YOhPcS9NY+LKek70px/lbI3WnzPAnxUj8VzyUmQACkumAycS0EnB6KqD56EyTOmHtV3y0oH3vO8ZEfvtCLE/ZfvBX8H6bQJ/RNpWWO5CPR66V7vlLopGDycp1mdvcZoEzGK5cVgiGLQEE75rGAUCJ4UrweSeaDwfXpzNexVmYlCAj4O7H3b5hTdZcEGWa5HV2oqTXShc4VUnwKtIYXssxDYR6H/0c3d7rnm/29fzuowXEC2LTdFFpJG+W90NtAelJswARqgxAN249miebcs4/EStdYmJLTS08lqbG886Z+zHsZVQ0Z1cVYjDdeL/+sTBUD9USEk34LVr4bLRv+lQzkU52LSfyZntWUe/aO35fS6QHU0eCsOIZrA3sCRuuiNS4bYpTSj/NU5fUzxRoaasNMZiXOdiDMZHcXJel+XF3JXW+007Ip45a59CDDIoMMRzQEFmgKmgo1UoisJiv/zZyGqgvEMVphKQ/o/oU4542jx2uv3SKZRLKmkBdV6JyP2AWQ7MImV/dCsb4mBQzz0407PBky0PuBjrcY3FmJYGBA7QJzG6TQm5bfHKpkv3fvbbgCK7u9iDaPw93L22x8q8d4P6XyeMTHQnh9qi0xD+jyzU3GrX7MS3VZ9bEzwtTdcER+8nEyhP4mJ9cMm78e4raUQNWFPVn/DiHltuyGJkeAAC1egkgnUGHtiWG6TI+71bKLjiN62BCN2HV01qKlXznY+tF0mZeSkzLUy3qwR7pD5Q5Nq3PazEn27DSr73Qs0MwEOZ5od6QyZuNfYT1qVaZ9K5C1KqlN0T7IxcneC+IsujRAJnRKMs2wq9cmD4mbDSrrN6q88mgIEx6lYVjaF6uDKgYkORKx74iO6FgSBOf9h/A==', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3ukji5gk99Xnu+iSC6eNkhQ2cWgOmJdCp5HFlqRndhdfhpbhzrvdTrd91hya8cZym/ITBkIXtMJ6pnI7sRIzLFD5B1D/dwgj83JN8yiw7Cuu+jnJE4jEYwrNotdQlJVr8rd/UU0d36dhgqdkkwMdCaMnexFkmSPYo6qE7Y/FqvhtWMYvkCEyBQtLKyn9Yp9Ks1YCnS9QKhzvsQm69gn3M0wwa4wXon674UZUdDbwPVZB9hQ0CLuto79yItfd4QsfDAT0504pm9NSaNT+oRuBlOUv7V+V1m1EpcAHhrStFwhZPLYzAi48ZmINWOc3kkraUPLUUVbJDonpSyFGHO4GLwIDAQAB', NULL, 0, 0, 0, '{}', 0, NULL, 1795389388159, 1795389388159);


--
-- Data for Name: erasures; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES
	('evt_01m82rr06kx1nqjf83y638wtpg', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rqzbhx1nqjf83xx3wn5jy', 'sent', '["sent@example.net"]', '{}', 'SINK1', 0, 1795389391059, NULL, NULL),
	('evt_01m82rr12hx1nqjf83yj4cgynt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xnm9577x', 'sent', '["c2@example.net"]', '{}', 'SINK2', 0, 1795389391953, NULL, 'con_01m82rqz5yx1nqjf83xnm9577x'),
	('evt_01m82rr168x1nqjf83ypdg1t6m', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xek6nnxt', 'sent', '["c0@example.net"]', '{}', 'SINK3', 0, 1795389392072, NULL, 'con_01m82rqz5yx1nqjf83xek6nnxt'),
	('evt_01m82rr168x1nqjf83yt0jvsrm', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr07jx1nqjf83xj2g33fg', 'sent', '["c1@example.net"]', '{}', 'SINK4', 0, 1795389392072, NULL, 'con_01m82rqz5yx1nqjf83xj2g33fg'),
	('evt_01m82rr1fwx1nqjf83z7a45j8s', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'contact.created', '[]', '{"contact":{"id":"con_01m82rr1frx1nqjf83z3qekz4n","email":"enrolled@example.net","status":"subscribed","attributes":{},"created_at":1795389392376,"updated_at":1795389392376}}', NULL, 0, 1795389392380, NULL, 'con_01m82rr1frx1nqjf83z3qekz4n'),
	('evt_01m82rr21sx1nqjf83zk5qkkfy', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rr1q4x1nqjf83z9vzqz93', 'sent', '["enrolled@example.net"]', '{}', 'SINK5', 0, 1795389392953, NULL, 'con_01m82rr1frx1nqjf83z3qekz4n'),
	('evt_01m82rra4xvwt79jgkjrtjr8by', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rra4fvwt79jgkjp00r410', 'scheduled', '["soon@example.net"]', '{"scheduled_at":1795393001224}', NULL, 0, 1795389401245, NULL, NULL),
	('evt_01m82rra98vwt79jgkk426h4z1', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rra8zvwt79jgkk1611qm5', 'scheduled', '["cancelled@example.net"]', '{"scheduled_at":1795393001370}', NULL, 0, 1795389401384, NULL, NULL),
	('evt_01m82rra9svwt79jgkk5r9vkd8', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rra8zvwt79jgkk1611qm5', 'cancelled', '["cancelled@example.net"]', '{}', NULL, 0, 1795389401401, NULL, NULL),
	('evt_01m82rraacvwt79jgkkd43g4bn', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'msg_01m82rraa7vwt79jgkk7qarjk1', 'scheduled', '["later@example.net"]', '{"scheduled_at":1795648601409}', NULL, 0, 1795389401420, NULL, NULL);


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency_keys VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'single', 'waiting', 'f7f718917701808d03321a16aa4a7953211e02af7f946cb6a0eca652efe82d1b', '{"message_id":"msg_01m82rr9wyvwt79jgkjgb1p8ta","status":"queued","test_mode":false,"scheduled_at":null,"suppressed_recipients":[]}', 1795389401030);


--
-- Data for Name: inbound_mails; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: inbound_spool; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: jobs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: key_proofs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.key_proofs VALUES
	(1, 'BGTKHZtun3MLKy4WyyurClDLi+lrr8IkC+OX3+q7qQqKvQYX', '5FVJZpWGDW+sl98pgYUfql7+Tq2SO3q9czogofwTXS7RDL/sT9A7ZYMhuAyqcEWTVZhseSTBCXQ0t9WMLhnGVJ2U5lkHRdOh');


--
-- Data for Name: message_bodies; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.message_bodies VALUES
	('bod_01m82rqzbjx1nqjf83y09hr84n', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi.', '{}', '[]', '[]', 1795389390214, 'msg_01m82rqzbhx1nqjf83xx3wn5jy', 1795389390214, 3),
	('bod_01m82rr01tx1nqjf83y5fh1b7n', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>', 'Hello {{ email }}, {{ unsubscribe_url }}', '{}', '[]', '[]', 1795389390906, NULL, 1795389392175, 87),
	('bod_01m82rr1q7x1nqjf83zdpptdez', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi', '{}', '[]', '[]', 1795389392651, 'msg_01m82rr1q4x1nqjf83z9vzqz93', 1795389392651, 2),
	('bod_01m82rr9x0vwt79jgkjhd1s3q7', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi.', '{}', '[]', '[{"filename":"a.txt","contentType":"text/plain","contentId":null,"size":8,"storageKey":"ten_01m82rqwvfx1nqjf83wyzg9bhv/msg_01m82rr9wyvwt79jgkjgb1p8ta/a.txt"}]', 1795389401030, 'msg_01m82rr9wyvwt79jgkjgb1p8ta', 1795389401030, 3),
	('bod_01m82rra3vvwt79jgkjmkrn5dt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi Bo', '{}', '[]', '[]', 1795389401216, 'msg_01m82rr9zkvwt79jgkjk1xcngh', 1795389401216, 5),
	('bod_01m82rra4fvwt79jgkjp8gdgrt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi.', '{}', '[]', '[]', 1795389401245, 'msg_01m82rra4fvwt79jgkjp00r410', 1795389401245, 3),
	('bod_01m82rra79vwt79jgkjwsvwwx0', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>', 'Hello {{ email }}, {{ unsubscribe_url }}', '{}', '[]', '[]', 1795389401321, NULL, NULL, 87),
	('bod_01m82rra8zvwt79jgkk2srfp0m', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi.', '{}', '[]', '[]', 1795389401384, 'msg_01m82rra8zvwt79jgkk1611qm5', 1795389401384, 3),
	('bod_01m82rraa7vwt79jgkkaepfgwg', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', NULL, 'Hi.', '{}', '[]', '[]', 1795389401420, 'msg_01m82rraa7vwt79jgkk7qarjk1', 1795389401420, 3);


--
-- Data for Name: message_tags; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.message_tags VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'kind', 'first', 1795389390214000);


--
-- Data for Name: messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.messages VALUES
	('msg_01m82rqzbhx1nqjf83xx3wn5jy', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389390214000, 1795389390214, 1795389391059, 'sent', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'For sent@example.net', '[{"email":"sent@example.net","address":"sent@example.net","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":1795389391059}]', '{"kind":"first"}', NULL, NULL, 0, 0, 0, 'bod_01m82rqzbjx1nqjf83y09hr84n', NULL, 1795389391059, 'SINK1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 1795389390533),
	('msg_01m82rr07jx1nqjf83xnm9577x', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389391090002, 1795389391090, 1795389391953, 'sent', 'marketing', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'News for {{ n }}', '[{"email":"c2@example.net","address":"c2@example.net","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":1795389391953}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rr01tx1nqjf83y5fh1b7n', NULL, 1795389391953, 'SINK2', 'bc_01m82rqzhax1nqjf83y32hzm47', NULL, 'con_01m82rqz5yx1nqjf83xnm9577x', NULL, NULL, NULL, NULL, 1, 1795389391707),
	('msg_01m82rraa7vwt79jgkk7qarjk1', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389401420000, 1795389401420, 1795389401420, 'scheduled', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'For later@example.net', '[{"email":"later@example.net","address":"later@example.net","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":1795389401415}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rraa7vwt79jgkkaepfgwg', 1795648601409, NULL, NULL, NULL, NULL, NULL, 1795648601409, NULL, NULL, NULL, 0, NULL),
	('msg_01m82rr07jx1nqjf83xek6nnxt', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389391090000, 1795389391090, 1795389392072, 'sent', 'marketing', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'News for {{ n }}', '[{"email":"c0@example.net","address":"c0@example.net","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":1795389392072}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rr01tx1nqjf83y5fh1b7n', NULL, 1795389392072, 'SINK3', 'bc_01m82rqzhax1nqjf83y32hzm47', NULL, 'con_01m82rqz5yx1nqjf83xek6nnxt', NULL, NULL, NULL, NULL, 1, 1795389391726),
	('msg_01m82rr07jx1nqjf83xj2g33fg', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389391090001, 1795389391090, 1795389392072, 'sent', 'marketing', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'News for {{ n }}', '[{"email":"c1@example.net","address":"c1@example.net","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":1795389392072}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rr01tx1nqjf83y5fh1b7n', NULL, 1795389392072, 'SINK4', 'bc_01m82rqzhax1nqjf83y32hzm47', NULL, 'con_01m82rqz5yx1nqjf83xj2g33fg', NULL, NULL, NULL, NULL, 1, 1795389391727),
	('msg_01m82rr1q4x1nqjf83z9vzqz93', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389392651000, 1795389392651, 1795389392953, 'sent', 'marketing', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'Now', '[{"email":"enrolled@example.net","address":"enrolled@example.net","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":1795389392953}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rr1q7x1nqjf83zdpptdez', NULL, 1795389392953, 'SINK5', NULL, 'aut_01m82rr1c4x1nqjf83z2fs35ft', 'con_01m82rr1frx1nqjf83z3qekz4n', NULL, NULL, NULL, NULL, 1, 1795389392910),
	('msg_01m82rr9wyvwt79jgkjgb1p8ta', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389401030000, 1795389401030, 1795389401030, 'queued', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'For waiting@example.net', '[{"email":"waiting@example.net","address":"waiting@example.net","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":1795389400992}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rr9x0vwt79jgkjhd1s3q7', NULL, NULL, NULL, NULL, NULL, NULL, 1795393001030, NULL, NULL, NULL, 0, NULL),
	('msg_01m82rr9zkvwt79jgkjk1xcngh', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389401216000, 1795389401216, 1795389401216, 'queued', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'Welcome, Bo', '[{"email":"by-template@example.net","address":"by-template@example.net","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":1795389401211}]', '{}', 'welcome', 2, 0, 0, 0, 'bod_01m82rra3vvwt79jgkjmkrn5dt', NULL, NULL, NULL, NULL, NULL, NULL, 1795393001216, NULL, NULL, NULL, 0, NULL),
	('msg_01m82rra4fvwt79jgkjp00r410', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389401245000, 1795389401245, 1795389401245, 'scheduled', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'For soon@example.net', '[{"email":"soon@example.net","address":"soon@example.net","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":1795389401231}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rra4fvwt79jgkjp8gdgrt', 1795393001224, NULL, NULL, NULL, NULL, NULL, 1795393001224, NULL, NULL, NULL, 0, NULL),
	('msg_01m82rra8zvwt79jgkk1611qm5', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 1795389401384000, 1795389401384, 1795389401401, 'cancelled', 'transactional', 'hello@t2-5438.example.com', 'dom_01m82rqxbzx1nqjf83x2hbwkmb', 'For cancelled@example.net', '[{"email":"cancelled@example.net","address":"cancelled@example.net","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":1795389401375}]', '{}', NULL, NULL, 0, 0, 0, 'bod_01m82rra8zvwt79jgkk2srfp0m', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL);


--
-- Data for Name: posthorn_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.posthorn_migrations VALUES
	('0001-foundation', '2026-11-22T23:16:25.119Z'),
	('0002-sending', '2026-11-22T23:16:25.186Z'),
	('0003-suppressions', '2026-11-22T23:16:25.271Z'),
	('0004-templates', '2026-11-22T23:16:25.482Z'),
	('0005-contacts', '2026-11-22T23:16:25.563Z'),
	('0006-attachments', '2026-11-22T23:16:25.598Z'),
	('0007-credits', '2026-11-22T23:16:25.614Z'),
	('0009-contact-jobs', '2026-11-22T23:16:25.654Z'),
	('0010-segments', '2026-11-22T23:16:25.732Z'),
	('0011-webhooks', '2026-11-22T23:16:25.777Z'),
	('0012-inbound', '2026-11-22T23:16:25.806Z'),
	('0014-broadcasts', '2026-11-22T23:16:25.859Z'),
	('0015-automations', '2026-11-22T23:16:25.920Z'),
	('0016-key-proofs', '2026-11-22T23:16:25.945Z'),
	('0017-envelopes', '2026-11-22T23:16:26.189Z'),
	('0018-inbound-spool', '2026-11-22T23:16:26.238Z'),
	('0019-storage', '2026-11-22T23:16:26.251Z'),
	('0022-postmaster', '2026-11-22T23:16:26.307Z');


--
-- Data for Name: posthorn_migrations_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.posthorn_migrations_lock VALUES
	('migration_lock', 0);


--
-- Data for Name: postmaster_mails; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: quota_buckets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.quota_buckets VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'marketing', 1795388400000, 4),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'daily', 1795389360000, 6),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'monthly', 1795388400000, 6);


--
-- Data for Name: segments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.segments VALUES
	('seg_01m82rqzb4x1nqjf83xtavmn7c', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'From one on', '{"field":"attributes.n","op":"gte","value":1}', 1795389390180, 1795389390180);


--
-- Data for Name: storage_changes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.storage_changes VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'kept', 8),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'kept', 47),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'kept', 87),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'kept', 47);


--
-- Data for Name: suppressions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.suppressions VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'c3@example.net', 'manual', 'all', NULL, 0, 1795389389912);


--
-- Data for Name: template_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_versions VALUES
	('tpv_01m82rqz0wx1nqjf83xbf9nr3p', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'tpl_01m82rqy79x1nqjf83x7r7g9vn', 1, 'Hello', NULL, 'Hi {{ name }}', 1795389389852),
	('tpv_01m82rqz22x1nqjf83xd79g60k', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'tpl_01m82rqy79x1nqjf83x7r7g9vn', 2, 'Welcome, {{ name }}', NULL, 'Hi {{ name }}', 1795389389890);


--
-- Data for Name: templates; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.templates VALUES
	('tpl_01m82rqy79x1nqjf83x7r7g9vn', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'welcome', 'Welcome', 2, 2, 1795389389033, 1795389389890);


--
-- Data for Name: tenant_meters; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tenant_meters VALUES
	('', 1, 0, '[]', 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0),
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 8, 1795389401420, '[[1795389390214,1],[1795389401030,1],[1795389401216,1],[1795389401245,1],[1795389401384,1],[1795389401420,1]]', 6, 1795303020000, 6, 1792800000000, 0, 1795389389912, 5, 0, NULL, 0, 206, 0);


--
-- Data for Name: tenants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tenants VALUES
	('ten_01m82rqwvfx1nqjf83wyzg9bhv', 'tenant 2', 'payg', 0, '{"daily_quota":null,"monthly_quota":null,"rate_limit":null,"contact_limit":null,"webhook_limit":null,"storage_limit":null}', 1795389387631, NULL);


--
-- Data for Name: webhook_deliveries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhook_deliveries VALUES
	('whd_01m82rr071x1nqjf83y9wacp5z', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'whk_01m82rqy3wx1nqjf83x6d4pv3t', 'evt_01m82rr06kx1nqjf83y638wtpg', 'sent', 'msg_01m82rqzbhx1nqjf83xx3wn5jy', 0, NULL, 'pending', '[{"attempt":1,"at":1795389391171,"response_status":null,"duration_ms":44,"error":"ECONNREFUSED"}]', 1, 1795389391073, 1795389451171, 1795389451171, NULL, NULL, NULL),
	('whd_01m82rr12yx1nqjf83yne52atn', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'whk_01m82rqy3wx1nqjf83x6d4pv3t', 'evt_01m82rr12hx1nqjf83yj4cgynt', 'sent', 'msg_01m82rr07jx1nqjf83xnm9577x', 0, NULL, 'pending', '[{"attempt":1,"at":1795389392089,"response_status":null,"duration_ms":5,"error":"ECONNREFUSED"}]', 1, 1795389391966, 1795389452089, 1795389452089, NULL, NULL, NULL),
	('whd_01m82rr17ax1nqjf83yxbj18d1', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'whk_01m82rqy3wx1nqjf83x6d4pv3t', 'evt_01m82rr168x1nqjf83ypdg1t6m', 'sent', 'msg_01m82rr07jx1nqjf83xek6nnxt', 0, NULL, 'pending', '[{"attempt":1,"at":1795389392237,"response_status":null,"duration_ms":7,"error":"ECONNREFUSED"}]', 1, 1795389392106, 1795389452237, 1795389452237, NULL, NULL, NULL),
	('whd_01m82rr17ax1nqjf83yzzxy6cm', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'whk_01m82rqy3wx1nqjf83x6d4pv3t', 'evt_01m82rr168x1nqjf83yt0jvsrm', 'sent', 'msg_01m82rr07jx1nqjf83xj2g33fg', 0, NULL, 'pending', '[{"attempt":1,"at":1795389392238,"response_status":null,"duration_ms":6,"error":"ECONNREFUSED"}]', 1, 1795389392106, 1795389452238, 1795389452238, NULL, NULL, NULL),
	('whd_01m82rr24bx1nqjf83zmarjpqj', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'whk_01m82rqy3wx1nqjf83x6d4pv3t', 'evt_01m82rr21sx1nqjf83zk5qkkfy', 'sent', 'msg_01m82rr1q4x1nqjf83z9vzqz93', 0, NULL, 'pending', '[{"attempt":1,"at":1795389393112,"response_status":null,"duration_ms":38,"error":"ECONNREFUSED"}]', 1, 1795389393035, 1795389453112, 1795389453112, NULL, NULL, NULL);


--
-- Data for Name: webhooks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhooks VALUES
	('whk_01m82rqy3wx1nqjf83x6d4pv3t', 'ten_01m82rqwvfx1nqjf83wyzg9bhv', 'https://127.0.0.1:9/hook', '["sent"]', NULL, 1, 'n8dRMqeJdlKfZhePxWPTt0Ihcf1qtFQfLvRvQHZY4bQdtuISpzqEWuWfi3Z8+6ypJyF6+8FRf7/pGXih3iEyOAazDulOPgne7du8NEOI', NULL, NULL, 1795389388924, NULL);


--
-- Name: bam bam_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: job_common job_common_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);


--
-- Name: job_dependency job_dependency_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: queue_stats queue_stats_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261122 queue_stats_20261122_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261122
    ADD CONSTRAINT queue_stats_20261122_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261123 queue_stats_20261123_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261123
    ADD CONSTRAINT queue_stats_20261123_pkey PRIMARY KEY (id, captured_on);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: warning warning_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: audience_members audience_members_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audience_members
    ADD CONSTRAINT audience_members_pkey PRIMARY KEY (audience_id, contact_id);


--
-- Name: audiences audiences_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audiences
    ADD CONSTRAINT audiences_pkey PRIMARY KEY (id);


--
-- Name: automation_enrollments automation_enrollments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.automation_enrollments
    ADD CONSTRAINT automation_enrollments_pkey PRIMARY KEY (id);


--
-- Name: automation_mails automation_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.automation_mails
    ADD CONSTRAINT automation_mails_pkey PRIMARY KEY (enrollment_id, step);


--
-- Name: automations automations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.automations
    ADD CONSTRAINT automations_pkey PRIMARY KEY (id);


--
-- Name: blob_chunks blob_chunks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blob_chunks
    ADD CONSTRAINT blob_chunks_pkey PRIMARY KEY (blob_key, seq);


--
-- Name: blobs blobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (key);


--
-- Name: broadcast_ledgers broadcast_ledgers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.broadcast_ledgers
    ADD CONSTRAINT broadcast_ledgers_pkey PRIMARY KEY (broadcast_id);


--
-- Name: broadcast_paces broadcast_paces_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.broadcast_paces
    ADD CONSTRAINT broadcast_paces_pkey PRIMARY KEY (tenant_id);


--
-- Name: broadcast_skips broadcast_skips_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.broadcast_skips
    ADD CONSTRAINT broadcast_skips_pkey PRIMARY KEY (broadcast_id, contact_id);


--
-- Name: broadcasts broadcasts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.broadcasts
    ADD CONSTRAINT broadcasts_pkey PRIMARY KEY (id);


--
-- Name: captured_mail captured_mail_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.captured_mail
    ADD CONSTRAINT captured_mail_pkey PRIMARY KEY (id);


--
-- Name: contact_exports contact_exports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contact_exports
    ADD CONSTRAINT contact_exports_pkey PRIMARY KEY (id);


--
-- Name: contact_imports contact_imports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contact_imports
    ADD CONSTRAINT contact_imports_pkey PRIMARY KEY (id);


--
-- Name: contacts contacts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);


--
-- Name: credit_packs credit_packs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credit_packs
    ADD CONSTRAINT credit_packs_pkey PRIMARY KEY (id);


--
-- Name: delivery_attempts delivery_attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (id);


--
-- Name: domains domains_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_pkey PRIMARY KEY (id);


--
-- Name: erasures erasures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (address_hash, tenant_id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, route, idempotency_key);


--
-- Name: inbound_mails inbound_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_pkey PRIMARY KEY (id);


--
-- Name: inbound_spool inbound_spool_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_spool
    ADD CONSTRAINT inbound_spool_pkey PRIMARY KEY (id);


--
-- Name: jobs jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);


--
-- Name: key_proofs key_proofs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.key_proofs
    ADD CONSTRAINT key_proofs_pkey PRIMARY KEY (id);


--
-- Name: message_bodies message_bodies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_bodies
    ADD CONSTRAINT message_bodies_pkey PRIMARY KEY (id);


--
-- Name: message_tags message_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_tags
    ADD CONSTRAINT message_tags_pkey PRIMARY KEY (tenant_id, key, "position");


--
-- Name: messages messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);


--
-- Name: posthorn_migrations_lock posthorn_migrations_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.posthorn_migrations_lock
    ADD CONSTRAINT posthorn_migrations_lock_pkey PRIMARY KEY (id);


--
-- Name: posthorn_migrations posthorn_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.posthorn_migrations
    ADD CONSTRAINT posthorn_migrations_pkey PRIMARY KEY (name);


--
-- Name: postmaster_mails postmaster_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.postmaster_mails
    ADD CONSTRAINT postmaster_mails_pkey PRIMARY KEY (id);


--
-- Name: quota_buckets quota_buckets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quota_buckets
    ADD CONSTRAINT quota_buckets_pkey PRIMARY KEY (tenant_id, quota_window, start);


--
-- Name: segments segments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.segments
    ADD CONSTRAINT segments_pkey PRIMARY KEY (id);


--
-- Name: suppressions suppressions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_pkey PRIMARY KEY (email, tenant_id);


--
-- Name: template_versions template_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_pkey PRIMARY KEY (id);


--
-- Name: templates templates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (id);


--
-- Name: tenant_meters tenant_meters_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tenant_meters
    ADD CONSTRAINT tenant_meters_pkey PRIMARY KEY (tenant_id);


--
-- Name: tenants tenants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);


--
-- Name: webhook_deliveries webhook_deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);


--
-- Name: webhooks webhooks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);


--
-- Name: job_common_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: job_common_i10; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i11; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));


--
-- Name: job_common_i12; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);


--
-- Name: job_common_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: job_common_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: job_common_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: job_common_i6; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));


--
-- Name: job_common_i7; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));


--
-- Name: job_common_i8; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i9; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));


--
-- Name: job_dep_parent_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);


--
-- Name: queue_stats_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261122_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261122_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261122 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261123_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261123_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261123 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);


--
-- Name: api_keys_authenticate; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX api_keys_authenticate ON public.api_keys USING btree (hash);


--
-- Name: api_keys_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_keys_list ON public.api_keys USING btree (tenant_id, created_at, id);


--
-- Name: audience_members_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audience_members_list ON public.audience_members USING btree (audience_id, contact_created_at, contact_id);


--
-- Name: audience_members_of_contact; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audience_members_of_contact ON public.audience_members USING btree (contact_id);


--
-- Name: audience_members_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audience_members_purge ON public.audience_members USING btree (tenant_id, audience_id, contact_id);


--
-- Name: audiences_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audiences_list ON public.audiences USING btree (tenant_id, created_at, id);


--
-- Name: automation_enrollments_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_enrollments_by_status ON public.automation_enrollments USING btree (automation_id, status, created_at, id);


--
-- Name: automation_enrollments_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_enrollments_due ON public.automation_enrollments USING btree (automation_id, next_run_at) WHERE (next_run_at IS NOT NULL);


--
-- Name: automation_enrollments_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_enrollments_list ON public.automation_enrollments USING btree (automation_id, created_at, id);


--
-- Name: automation_enrollments_of_contact; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_enrollments_of_contact ON public.automation_enrollments USING btree (contact_id, automation_id);


--
-- Name: automation_enrollments_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX automation_enrollments_once ON public.automation_enrollments USING btree (automation_id, contact_id);


--
-- Name: automation_enrollments_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_enrollments_purge ON public.automation_enrollments USING btree (tenant_id, id);


--
-- Name: automation_mails_by_message; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX automation_mails_by_message ON public.automation_mails USING btree (message_id);


--
-- Name: automation_mails_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automation_mails_purge ON public.automation_mails USING btree (tenant_id, enrollment_id, step);


--
-- Name: automations_active; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automations_active ON public.automations USING btree (tenant_id, trigger_kind, id) WHERE (status = 'active'::text);


--
-- Name: automations_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automations_list ON public.automations USING btree (tenant_id, created_at, id);


--
-- Name: automations_unfinished; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX automations_unfinished ON public.automations USING btree (status, id) WHERE ((active_count > 0) AND (status = 'archived'::text));


--
-- Name: blobs_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX blobs_expiry ON public.blobs USING btree (expires_at, key) WHERE (expires_at IS NOT NULL);


--
-- Name: blobs_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX blobs_purge ON public.blobs USING btree (tenant_id, key);


--
-- Name: broadcast_ledgers_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX broadcast_ledgers_purge ON public.broadcast_ledgers USING btree (tenant_id, broadcast_id);


--
-- Name: broadcast_skips_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX broadcast_skips_purge ON public.broadcast_skips USING btree (tenant_id, broadcast_id, contact_id);


--
-- Name: broadcasts_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX broadcasts_by_status ON public.broadcasts USING btree (status, scheduled_at);


--
-- Name: broadcasts_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX broadcasts_list ON public.broadcasts USING btree (tenant_id, created_at, id);


--
-- Name: captured_mail_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX captured_mail_list ON public.captured_mail USING btree (created_at, id);


--
-- Name: contact_exports_expire; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_exports_expire ON public.contact_exports USING btree (expires_at) WHERE (status = 'done'::text);


--
-- Name: contact_exports_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_exports_list ON public.contact_exports USING btree (tenant_id, created_at, id);


--
-- Name: contact_exports_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_exports_open ON public.contact_exports USING btree (created_at, id) WHERE (completed_at IS NULL);


--
-- Name: contact_exports_under_way; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_exports_under_way ON public.contact_exports USING btree (tenant_id, completed_at);


--
-- Name: contact_imports_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_imports_list ON public.contact_imports USING btree (tenant_id, created_at, id);


--
-- Name: contact_imports_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_imports_open ON public.contact_imports USING btree (created_at, id) WHERE (completed_at IS NULL);


--
-- Name: contact_imports_under_way; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contact_imports_under_way ON public.contact_imports USING btree (tenant_id, completed_at);


--
-- Name: contacts_attributes; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contacts_attributes ON public.contacts USING gin (attributes_json jsonb_path_ops);


--
-- Name: contacts_by_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX contacts_by_email ON public.contacts USING btree (email, tenant_id);


--
-- Name: contacts_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contacts_by_status ON public.contacts USING btree (tenant_id, status, created_at, id);


--
-- Name: contacts_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contacts_list ON public.contacts USING btree (tenant_id, created_at, id);


--
-- Name: credit_packs_of_tenant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credit_packs_of_tenant ON public.credit_packs USING btree (tenant_id, expires_at);


--
-- Name: delivery_attempts_by_message; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_attempts_by_message ON public.delivery_attempts USING btree (message_id, attempt);


--
-- Name: delivery_attempts_by_provider_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_attempts_by_provider_id ON public.delivery_attempts USING btree (provider_message_id, message_id) WHERE (provider_message_id IS NOT NULL);


--
-- Name: delivery_attempts_in_doubt; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_attempts_in_doubt ON public.delivery_attempts USING btree (started_at) WHERE (outcome = 'in_doubt'::text);


--
-- Name: delivery_attempts_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_attempts_purge ON public.delivery_attempts USING btree (tenant_id, id);


--
-- Name: domains_by_name; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX domains_by_name ON public.domains USING btree (tenant_id, name);


--
-- Name: domains_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX domains_list ON public.domains USING btree (tenant_id, created_at, id);


--
-- Name: domains_recheck; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX domains_recheck ON public.domains USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);


--
-- Name: domains_verified_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX domains_verified_once ON public.domains USING btree (name) WHERE (status = 'verified'::text);


--
-- Name: erasures_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX erasures_purge ON public.erasures USING btree (tenant_id);


--
-- Name: events_announced; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_announced ON public.events USING btree (tenant_id, id) WHERE (message_id IS NULL);


--
-- Name: events_of_contact; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_of_contact ON public.events USING btree (contact_id, type, created_at) WHERE (contact_id IS NOT NULL);


--
-- Name: events_of_message; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_of_message ON public.events USING btree (message_id, created_at, id) WHERE (message_id IS NOT NULL);


--
-- Name: events_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_purge ON public.events USING btree (tenant_id, id);


--
-- Name: events_test_log; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX events_test_log ON public.events USING btree (tenant_id, test_position) WHERE (test_position IS NOT NULL);


--
-- Name: inbound_mails_log; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX inbound_mails_log ON public.inbound_mails USING btree (tenant_id, created_at);


--
-- Name: inbound_spool_aside; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_spool_aside ON public.inbound_spool USING btree (received_at) WHERE (due_at IS NULL);


--
-- Name: inbound_spool_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_spool_due ON public.inbound_spool USING btree (due_at) WHERE (due_at IS NOT NULL);


--
-- Name: jobs_active; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX jobs_active ON public.jobs USING btree (lease_expires_at) WHERE (state = 'active'::text);


--
-- Name: jobs_claim; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX jobs_claim ON public.jobs USING btree (queue, priority DESC, id) WHERE (state = 'waiting'::text);


--
-- Name: jobs_failed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX jobs_failed ON public.jobs USING btree (run_at) WHERE (state = 'failed'::text);


--
-- Name: message_bodies_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_bodies_age ON public.message_bodies USING btree (ages_from, id) WHERE (ages_from IS NOT NULL);


--
-- Name: message_bodies_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_bodies_purge ON public.message_bodies USING btree (tenant_id, id);


--
-- Name: message_tags_by_value; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_tags_by_value ON public.message_tags USING btree (tenant_id, key, value, "position");


--
-- Name: messages_by_provider_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_by_provider_id ON public.messages USING btree (provider_message_id, created_at) WHERE (provider_message_id IS NOT NULL);


--
-- Name: messages_claimed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_claimed ON public.messages USING btree (claim_expires_at) WHERE (claim_expires_at IS NOT NULL);


--
-- Name: messages_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_due ON public.messages USING btree (due_at) WHERE (due_at IS NOT NULL);


--
-- Name: messages_log; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX messages_log ON public.messages USING btree (tenant_id, "position");


--
-- Name: messages_of_broadcast; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX messages_of_broadcast ON public.messages USING btree (broadcast_id, contact_id) WHERE (broadcast_id IS NOT NULL);


--
-- Name: messages_of_broadcast_unsent; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_of_broadcast_unsent ON public.messages USING btree (broadcast_id, status, contact_id) WHERE ((broadcast_id IS NOT NULL) AND (status <> 'sent'::text));


--
-- Name: postmaster_mails_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX postmaster_mails_newest ON public.postmaster_mails USING btree (created_at, id);


--
-- Name: quota_buckets_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX quota_buckets_purge ON public.quota_buckets USING btree (quota_window, start);


--
-- Name: segments_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX segments_list ON public.segments USING btree (tenant_id, created_at, id);


--
-- Name: storage_changes_by_tenant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX storage_changes_by_tenant ON public.storage_changes USING btree (tenant_id);


--
-- Name: suppressions_by_reason; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX suppressions_by_reason ON public.suppressions USING btree (tenant_id, reason, created_at);


--
-- Name: suppressions_list; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX suppressions_list ON public.suppressions USING btree (tenant_id, created_at);


--
-- Name: template_versions_by_number; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX template_versions_by_number ON public.template_versions USING btree (template_id, version);


--
-- Name: template_versions_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_versions_purge ON public.template_versions USING btree (tenant_id, id);


--
-- Name: templates_by_alias; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX templates_by_alias ON public.templates USING btree (tenant_id, alias);


--
-- Name: templates_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_list ON public.templates USING btree (tenant_id, created_at, id);


--
-- Name: tenants_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tenants_list ON public.tenants USING btree (created_at, id);


--
-- Name: tenants_purge; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tenants_purge ON public.tenants USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: webhook_deliveries_by_type; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_by_type ON public.webhook_deliveries USING btree (webhook_id, type, created_at, id);


--
-- Name: webhook_deliveries_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);


--
-- Name: webhook_deliveries_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_list ON public.webhook_deliveries USING btree (tenant_id, webhook_id, created_at, id);


--
-- Name: webhook_deliveries_of_message; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_of_message ON public.webhook_deliveries USING btree (message_id, webhook_id, created_at, id) WHERE (message_id IS NOT NULL);


--
-- Name: webhook_deliveries_undelivered; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_undelivered ON public.webhook_deliveries USING btree (webhook_id, status, created_at, id) WHERE (status <> 'delivered'::text);


--
-- Name: webhooks_deleted; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhooks_deleted ON public.webhooks USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: webhooks_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhooks_list ON public.webhooks USING btree (tenant_id, created_at, id);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;


--
-- Name: queue_stats_20261122_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261122_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261122_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261122_pkey;


--
-- Name: queue_stats_20261123_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261123_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261123_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261123_pkey;


--
-- Name: job_common dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: job_common q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


