/**
 * The schema of the state. Times are milliseconds since the epoch; `body` is the record as JSON, as in
 * responses.
 */
import type { Migration } from '../../platform/migrations.ts';

/** States from before migrations were recorded have all of it already. */
const first = `
CREATE TABLE IF NOT EXISTS meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS customers (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kyc TEXT NOT NULL,
  terms TEXT NOT NULL,
  body TEXT NOT NULL,
  entered TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS virtual_accounts (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  customer_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS bank_accounts (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  customer_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS payouts (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  customer_id TEXT NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- body is the record without its secret and without what is counted from attempts.
CREATE TABLE IF NOT EXISTS webhooks (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  secret TEXT NOT NULL,
  active INTEGER NOT NULL,
  updated TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- body is the bare event, byte for byte what is delivered.
CREATE TABLE IF NOT EXISTS events (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- body: the bytes to send where they are not the event's own. signing: how to sign them.
CREATE TABLE IF NOT EXISTS deliveries (
  sequence INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  body TEXT,
  signing TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (webhook_id, next_at, sequence) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (event_id);

CREATE TABLE IF NOT EXISTS attempts (
  sequence INTEGER PRIMARY KEY,
  delivery INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  started INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  delivered INTEGER NOT NULL,
  problem TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS attempts_of_event ON attempts (event_id);
CREATE INDEX IF NOT EXISTS attempts_of_webhook ON attempts (webhook_id, sequence);
CREATE INDEX IF NOT EXISTS attempts_of_delivery ON attempts (delivery);
`;

export const sandboxMigrations: readonly Migration[] = [
  { id: '2026-11-23-sandbox-1', up: (sqlite) => sqlite.exec(first) },
];
