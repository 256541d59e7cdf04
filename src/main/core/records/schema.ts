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

interface CustomerColumnsTable {
  id: string;
  record: number;
  type: string | null;
  name: string | null;
  email: string | null;
  is_unconfirmed: number;
  is_own_name: number;
  profiles: string;
  required_criteria: number;
  virtual_accounts: number;
  name_sort: string | null;
  email_sort: string | null;
  first_learned_at: string;
  last_learned_at: string;
  made_at: number;
}

interface VirtualAccountColumnsTable {
  id: string;
  record: number;
  customer_id: string | null;
  customer_name: string | null;
  source_currency: string | null;
  destination_currency: string | null;
  network: string | null;
  wallet_address: string | null;
  total_bps_rate: string | null;
  active: number | null;
  created: string | null;
  customer_name_sort: string | null;
  total_bps_sort: string | null;
  created_sort: number | null;
  made_at: number;
}

interface BankAccountColumnsTable {
  id: string;
  record: number;
  status: string | null;
  bank_name: string | null;
  account_holder_name: string | null;
  customer_id: string | null;
  customer_name: string | null;
  currency: string | null;
  account_number: string | null;
  last_learned_at: string;
  bank_name_sort: string | null;
  account_holder_name_sort: string | null;
  customer_name_sort: string | null;
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
  virtual_account_columns: VirtualAccountColumnsTable;
  bank_account_columns: BankAccountColumnsTable;
  record_search: { rowid: number; text: string };
}
