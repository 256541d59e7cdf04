/**
 * Reads the deliveries of a profile out of a backup's inbox, which is a copy: which of them are not here, in the
 * order in which they were verified or held. In a thread.
 */
import { z } from 'zod';
import { headers as named } from '../../../contract/headers.ts';
import { isoTime } from '../../../platform/clock.ts';
import { folded } from '../../../platform/folded-text.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { isBusy, openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { holdsId } from '../../core/records/erased/erased-bodies.ts';
import { lastingBytes } from '../../core/records/erased/lasting.ts';
import { erasedHeaders, isErasedContent } from '../../features/webhooks/inbox/erased-content.ts';
import { inboxKeysOf } from '../../features/webhooks/inbox/sealing.ts';
import { createStoredContent } from '../../features/webhooks/inbox/stored-content.ts';
import type {
  DeliveryContent,
  IncomingDelivery,
  WebhookPath,
} from '../../features/webhooks/inbox/types.ts';
import { createWebhookPaths } from '../../features/webhooks/inbox/webhook-paths.ts';
import { readInboxId } from '../../features/webhooks/inbox/writer.ts';
import { isVerified, signatureCheckKinds } from '../../features/webhooks/signature-checks/types.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { ErasedFacts } from './erased-facts.ts';

/** A database of the installation: nothing in it is sealed under its key. */
type InboxFile = Pick<DatabaseFile, 'file' | 'key'>;

export interface ListOrder {
  /** The backup's, of the schema of now. */
  readonly from: InboxFile;
  readonly here: InboxFile;
  readonly profileId: string;
}

/** Rows that are compared at once. */
const PAGE = 5_000;

/**
 * What a delivery is told by: the signature that proved it, or before that, when it came and its size. Raw bytes that
 * were signed are one more than the same in another spelling (stored-signatures.ts).
 */
const ROWS = `
  SELECT d.arrival, s.path, d.received_at, d.size, coalesce(w.pool, 'kept') AS keeping,
    coalesce(v.sequence, d.arrival) AS number, coalesce(v.kind, d.verdict) AS kind,
    CASE WHEN v.kind IS NULL THEN d.webhook_id ELSE v.webhook_id END AS webhook_id,
    CASE WHEN v.kind IS NULL THEN d.fingerprint ELSE v.fingerprint END AS fingerprint,
    lower(hex(coalesce(v.signature, d.signature))) AS signature,
    d.received_at || ' ' || d.size AS coming
  FROM deliveries d CROSS JOIN slots s USING (slot) LEFT JOIN waiting w USING (arrival)
  LEFT JOIN verdicts v ON v.sequence =
    (SELECT max(sequence) FROM verdicts WHERE verdicts.arrival = d.arrival)
  WHERE s.profile_id = ?`;
const MARK = `
  CASE WHEN signature = '' THEN coming WHEN kind = 'genuine' THEN signature || ' raw' ELSE signature END`;
/** A repair of a damaged inbox may leave rows without content. */
const HERE = `
  SELECT arrival, path, coming, signature, ${MARK} AS mark
  FROM (${ROWS} AND d.arrival > ? AND EXISTS (SELECT 1 FROM blocks WHERE block = d.block))
  ORDER BY arrival LIMIT ${PAGE}`;
const hereRows = z.array(
  z.object({
    arrival: z.int(),
    path: z.string(),
    coming: z.string(),
    signature: z.string(),
    mark: z.string(),
  }),
);

/** Lists in the copy what is not here. Refused ones are not listed. */
export function listDeliveries({ from, here, profileId }: ListOrder): void {
  const copy = openSqlite(from);
  try {
    copy.exec(`
      DROP TABLE IF EXISTS here; DROP TABLE IF EXISTS brought;
      CREATE TABLE here (path TEXT, mark TEXT, PRIMARY KEY (path, mark)) STRICT, WITHOUT ROWID`);
    copy.transaction(() => {
      noteHere(copy, here, profileId);
      copy.run(
        `CREATE TABLE brought AS SELECT * FROM (${ROWS}) AS one
         WHERE keeping <> 'quarantined' AND NOT EXISTS
           (SELECT 1 FROM here WHERE path = one.path AND mark = ${MARK})`,
        [profileId],
      );
      copy.exec('CREATE UNIQUE INDEX brought_by_number ON brought (number)');
    });
  } finally {
    copy.close();
  }
}

function noteHere(copy: Sqlite, here: InboxFile, profileId: string): void {
  const sqlite = openSqlite({ ...here, waitMs: 10_000 });
  try {
    for (let after = 0; ; ) {
      const rows = hereRows.parse(sqlite.all(HERE, [profileId, after]));
      for (const { path, coming, signature, mark } of rows) {
        for (const one of new Set([coming, signature, mark]))
          if (one !== '')
            copy.run('INSERT INTO here VALUES (?, ?) ON CONFLICT DO NOTHING', [path, one]);
      }
      after = rows.at(-1)?.arrival ?? after;
      if (rows.length < PAGE) return;
    }
  } finally {
    sqlite.close();
  }
}

export interface NextOrder {
  readonly from: InboxFile;
  /** Seal key of the profile in the backup: 32 bytes. */
  readonly sealKey: Uint8Array;
  /** Number of the last one that was read; 0 before the first. */
  readonly after: number;
  readonly erased: ErasedFacts;
}

export interface NextDeliveries {
  /** Number after which the next deliveries follow; null: there are no more. */
  readonly after: number | null;
  readonly deliveries: readonly IncomingDelivery[];
  /** Their paths as the backup has them. */
  readonly paths: readonly WebhookPath[];
  /** Could not be opened, or nobody has checked them and they tell of an erased customer. */
  readonly left: number;
}

/** Most deliveries of one step, and about as many bytes as follow. */
const SOME = 200;
const MOST_BYTES = 4 * 1024 * 1024;
const NEXT = `SELECT * FROM brought WHERE number > ? ORDER BY number LIMIT ${SOME}`;
const broughtRows = z.array(
  z.object({
    arrival: z.int(),
    number: z.int(),
    path: z.string(),
    received_at: z.int(),
    size: z.int(),
    kind: z.enum(signatureCheckKinds),
    webhook_id: z.string().nullable(),
    fingerprint: z.string().nullable(),
    signature: z.string(),
  }),
);
type Row = z.infer<typeof broughtRows>[number];

/** The next of those that `listDeliveries` listed, without personal data of erased customers. */
export function nextDeliveries({ from, sealKey, after, erased }: NextOrder): NextDeliveries {
  const { privateKey } = inboxKeysOf(sealKey);
  const sqlite = openSqlite(from);
  try {
    const known = createWebhookPaths(sqlite);
    const contentOf = createStoredContent(sqlite, readInboxId(sqlite), known);
    const rows = broughtRows.parse(sqlite.all(NEXT, [after]));
    const paths = new Map<string, WebhookPath>();
    const deliveries: IncomingDelivery[] = [];
    let reached = after;
    let bytes = 0;
    let left = 0;
    for (const row of rows) {
      if (bytes > MOST_BYTES) break;
      reached = row.number;
      const content = openedOrNull(() => contentOf(row.arrival, privateKey));
      const delivery = content === null ? null : deliveryOf(row, content, erased);
      if (delivery === null) left += 1;
      else deliveries.push(delivery);
      bytes += row.size;
      const path = known.get(row.path);
      if (path !== null && delivery !== null) paths.set(row.path, path);
    }
    return {
      after: rows.length === 0 ? null : reached,
      deliveries,
      left,
      paths: [...paths.values()],
    };
  } finally {
    sqlite.close();
    overwrite(privateKey);
  }
}

/** null where the content is damaged. */
function openedOrNull(open: () => DeliveryContent | null): DeliveryContent | null {
  try {
    return open();
  } catch (error) {
    if (isBusy(error)) throw error;
    return null;
  }
}

/** As it was received and checked then. null: it is left. */
function deliveryOf(
  row: Row,
  content: DeliveryContent,
  erased: ErasedFacts,
): IncomingDelivery | null {
  const { path, received_at: receivedAt, kind, webhook_id: webhookId, fingerprint } = row;
  const isGone = !isErasedContent(content.headers) && tellsOf(erased, content.body, receivedAt);
  const isChecked = isVerified(kind);
  // Without its body it could not be checked any more.
  if (isGone && !isChecked) return null;
  const signature = row.signature === '' ? signatureIn(content.headers) : row.signature;
  if (isChecked && signature === null) return null;
  const figures = new Set(erased.figures);
  return {
    slotPath: path,
    receivedAt,
    rawHeaders: isGone ? erasedHeaders : content.headers.flat(),
    body: isGone ? lastingBytes(content.body, { figures }) : content.body,
    verdict: { kind, webhookId, fingerprint, signature: isChecked ? signature : null },
  };
}

const signatureIn = (headers: DeliveryContent['headers']): string | null =>
  headers.find(([name]) => name.toLowerCase() === named.signature)?.[1].toLowerCase() ?? null;

/** It names an erased customer, what is theirs, or what tells who that is. */
function tellsOf({ ids, texts }: ErasedFacts, body: Uint8Array, receivedAt: number): boolean {
  if (ids.length === 0) return false;
  const at = isoTime(receivedAt);
  const text = Buffer.from(body).toString('utf8');
  const ends = new Map(ids);
  if (holdsId(text, (id) => at < (ends.get(id) ?? ''))) return true;
  const words = folded(text);
  return texts.some(([one, end]) => at < end && words.includes(one));
}
