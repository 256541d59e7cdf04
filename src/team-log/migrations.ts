/**
 * The schema of a team's database, step by step. A step is never changed once released, and steps only add,
 * so computers of an earlier version go on. The owner runs them (`npm run team -- init`).
 */

export interface DatabaseMigration {
  /** From 1. */
  readonly version: number;
  /** Run as causeway_owner, in one transaction. */
  readonly sql: string;
}

/** Group roles: who migrates, computers of people, relays. Logins are members of one of the last two. */
export const groupRoles = ['causeway_owner', 'causeway_desk', 'causeway_relay'] as const;

export const migrations: readonly DatabaseMigration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE causeway.migrations (
  version integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

-- The log. Readers go by (transaction, position); position alone commits out of order.
CREATE TABLE causeway.entries (
  position bigint GENERATED ALWAYS AS IDENTITY,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  team bytea NOT NULL CHECK (length(team) = 32),
  stream bytea NOT NULL CHECK (length(stream) = 16),
  author bytea NOT NULL CHECK (length(author) = 32),
  sequence bigint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  epoch integer NOT NULL CHECK (epoch >= 0),
  previous bytea NOT NULL CHECK (length(previous) = 32),
  follows bytea CHECK (length(follows) = 32),
  at text NOT NULL CHECK (length(at) BETWEEN 1 AND 40),
  payload bytea NOT NULL CHECK (length(payload) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  bytes bytea NOT NULL CHECK (length(bytes) <= 4194304),
  login name NOT NULL DEFAULT current_user,
  -- With the login, so that nobody takes the place of another one's next entry by something forged.
  PRIMARY KEY (team, stream, author, sequence, login)
);
-- Sealed bytes don't get smaller.
ALTER TABLE causeway.entries ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX entries_in_order ON causeway.entries (team, stream, transaction, position);
-- Two owners can't change the membership at once.
CREATE UNIQUE INDEX entries_follow ON causeway.entries (team, follows) WHERE follows IS NOT NULL;

CREATE TABLE causeway.joins (
  team bytea NOT NULL CHECK (length(team) = 32),
  invitation bytea NOT NULL CHECK (length(invitation) = 32),
  request bytea NOT NULL CHECK (length(request) <= 65536),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team, invitation)
);

CREATE TABLE causeway.presence (
  team bytea NOT NULL CHECK (length(team) = 32),
  author bytea NOT NULL CHECK (length(author) = 32),
  said bytea NOT NULL CHECK (length(said) <= 16384),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team, author)
);

-- Whatever is granted later: the log is only added to.
CREATE FUNCTION causeway.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'causeway.% is only added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON causeway.entries
  FOR EACH STATEMENT EXECUTE FUNCTION causeway.refuse();

GRANT USAGE ON SCHEMA causeway TO causeway_desk, causeway_relay;
GRANT SELECT ON causeway.migrations, causeway.entries TO causeway_desk, causeway_relay;
-- Not transaction, position and login: where an entry is read, and who wrote it, is not the writer's to say.
GRANT INSERT (team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature, bytes)
  ON causeway.entries TO causeway_desk, causeway_relay;
GRANT SELECT, INSERT (team, invitation, request) ON causeway.joins TO causeway_desk;
GRANT SELECT, INSERT (team, author, said, signature), UPDATE (said, signature, at)
  ON causeway.presence TO causeway_desk, causeway_relay;

-- A relay reads the team's own stream (its members and paths) and deliveries, and adds deliveries alone.
ALTER TABLE causeway.entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_reads ON causeway.entries FOR SELECT TO causeway_desk USING (true);
CREATE POLICY desk_adds ON causeway.entries FOR INSERT TO causeway_desk WITH CHECK (true);
CREATE POLICY relay_reads ON causeway.entries FOR SELECT TO causeway_relay
  USING (kind = 'deliveries' OR stream = substring(team FROM 1 FOR 16));
CREATE POLICY relay_adds ON causeway.entries FOR INSERT TO causeway_relay
  WITH CHECK (kind = 'deliveries' AND follows IS NULL);
`,
  },
  {
    version: 2,
    sql: `
-- Deliveries that the team forwards once to a target: who does, until when, and what came of it.
CREATE TABLE causeway.forwards (
  team bytea NOT NULL CHECK (length(team) = 32),
  -- A keyed hash of the target and the delivery.
  name bytea NOT NULL CHECK (length(name) = 32),
  holder bytea CHECK (length(holder) = 32),
  held_until timestamptz CHECK (isfinite(held_until)),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  not_before timestamptz NOT NULL DEFAULT now() CHECK (isfinite(not_before)),
  -- A computer that held it let its time pass: it may have been forwarded.
  is_doubtful boolean NOT NULL DEFAULT false,
  outcome text CHECK (outcome IN ('delivered', 'failed')),
  ended_by bytea CHECK (length(ended_by) = 32),
  -- Of name and outcome, by ended_by.
  signature bytea CHECK (length(signature) = 64),
  PRIMARY KEY (team, name),
  CHECK ((holder IS NULL) = (held_until IS NULL)),
  CHECK (outcome IS NULL OR (ended_by IS NOT NULL AND signature IS NOT NULL))
);
-- Nobody holds one up for good: longer than a computer holds one, and than the longest pause between attempts.
CREATE FUNCTION causeway.bound_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.held_until IS NOT NULL THEN
    NEW.held_until := least(NEW.held_until, clock_timestamp() + interval '10 minutes');
  END IF;
  NEW.not_before := least(NEW.not_before, clock_timestamp() + interval '12 hours');
  NEW.attempts := least(NEW.attempts, 1000);
  RETURN NEW;
END $$;
CREATE TRIGGER forwards_bounded BEFORE INSERT OR UPDATE ON causeway.forwards
  FOR EACH ROW EXECUTE FUNCTION causeway.bound_forward();
GRANT SELECT, INSERT (team, name, holder, held_until),
  UPDATE (holder, held_until, attempts, not_before, is_doubtful, outcome, ended_by, signature)
  ON causeway.forwards TO causeway_desk;

-- When somebody was seen is the database's to say: nobody makes another one look gone.
CREATE FUNCTION causeway.seen_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER presence_is_now BEFORE INSERT OR UPDATE ON causeway.presence
  FOR EACH ROW EXECUTE FUNCTION causeway.seen_now();

-- A relay says when it received, too.
DROP POLICY relay_adds ON causeway.entries;
CREATE POLICY relay_adds ON causeway.entries FOR INSERT TO causeway_relay
  WITH CHECK (kind IN ('deliveries', 'coverage') AND follows IS NULL);
`,
  },
  {
    version: 3,
    sql: `
-- Whatever a relay adds it reads: at its next start it goes on behind its last entry.
DROP POLICY relay_reads ON causeway.entries;
CREATE POLICY relay_reads ON causeway.entries FOR SELECT TO causeway_relay
  USING (kind IN ('deliveries', 'coverage') OR stream = substring(team FROM 1 FOR 16));

-- Presence, with a row of each login that says it: nobody replaces or refreshes another one's. Computers of an
-- earlier version go on in causeway.presence.
CREATE TABLE causeway.presence_by_login (
  team bytea NOT NULL CHECK (length(team) = 32),
  author bytea NOT NULL CHECK (length(author) = 32),
  login name NOT NULL DEFAULT current_user,
  said bytea NOT NULL CHECK (length(said) <= 16384),
  -- Of login and said.
  signature bytea NOT NULL CHECK (length(signature) = 64),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team, author, login)
);
CREATE TRIGGER presence_by_login_is_now BEFORE INSERT OR UPDATE ON causeway.presence_by_login
  FOR EACH ROW EXECUTE FUNCTION causeway.seen_now();
GRANT SELECT, INSERT (team, author, said, signature), UPDATE (said, signature)
  ON causeway.presence_by_login TO causeway_desk, causeway_relay;
ALTER TABLE causeway.presence_by_login ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_read ON causeway.presence_by_login FOR SELECT TO causeway_desk, causeway_relay USING (true);
CREATE POLICY own_added ON causeway.presence_by_login FOR INSERT TO causeway_desk, causeway_relay
  WITH CHECK (login = current_user);
CREATE POLICY own_changed ON causeway.presence_by_login FOR UPDATE TO causeway_desk, causeway_relay
  USING (login = current_user);
`,
  },
];

/** What this version of Causeway needs. */
export const databaseVersion = migrations.length;
