/** Tables of records, for the query builder. What they mean is said in migrations/. */
import type { Generated } from 'kysely';

interface ObservationsTable {
  arrival: Generated<number>;
  observation_id: string;
  kind: string;
  id: string;
  source: string;
  is_entered: number;
  effective_at: number;
  rank: number;
  body_sha256: string;
  observed_at: string;
  happened_at: string | null;
  event_id: string | null;
  intent_key: string | null;
  deviations: string;
  body: string;
  raw_sealed: Uint8Array | null;
}

interface RecordsTable {
  record: Generated<number>;
  kind: string;
  id: string;
  body: string;
  entered: string;
  provenance: string;
  entered_provenance: string;
  first_learned_at: string;
  last_learned_at: string;
  observations: number;
}

/** Those of its columns that are asked for one by one (list-table.ts has the others). */
interface CustomerColumnsTable {
  id: string;
  name: string | null;
  is_unconfirmed: number;
  profiles: string;
  virtual_accounts: number;
}

interface CustomerQueueTable {
  id: string;
  record: number;
  state: string;
  waits_on: string;
  since: string;
  since_at: number;
  is_since_told: number;
  missing: string;
}

export interface RecordsSchema {
  observations: ObservationsTable;
  records: RecordsTable;
  derivation: { only: number; version: number };
  customer_columns: CustomerColumnsTable;
  customer_queue: CustomerQueueTable;
  customer_statuses: { status: string; customer_id: string };
  record_search: { rowid: number; text: string };
}
