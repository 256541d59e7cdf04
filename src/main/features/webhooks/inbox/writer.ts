/**
 * The one writer of the inbox: every change goes through it, one after the other, each a commit of
 * its own. Synchronous; it runs in a thread of its own, so that waiting for the disk stops nothing.
 */
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import { createAppend, createNumbers } from './append.ts';
import { createAppendSignatureChecks } from './append-signature-checks.ts';
import type { InboxBounds } from './bounds.ts';
import { leaveCheckpoints } from './checkpoints.ts';
import { createReplaceBlocks, type RewrittenBlock, scrub } from './erased-content.ts';
import { isDamage } from './open-delivery.ts';
import type { PackedGroup } from './packed-group.ts';
import { createProfileKeys } from './profile-keys.ts';
import { createSealingKeys } from './sealing.ts';
import { createSignatureIndex, type SignatureIndex } from './signature-index.ts';
import type { Appended, GroupSource, PathAssignment, ReplyTime, WebhookPath } from './types.ts';
import { createWaiting } from './waiting.ts';
import { createWebhookPaths } from './webhook-paths.ts';

/** Fills the index of signatures from what is stored, when the writer opens. */
const lastRow = z.object({ last: z.int() });

/** Few at a time: what stands in memory for longer is not given back at once. */
const PAGE = 250;

/** As much of it as the index takes, and the arrival, as one text: objects and buffers would cost several times as much. */
const TAKEN = 'hex(substr(signature, 1, 8)) || arrival';
const DIGITS = 16;

/** By the number under which each became genuine: of two with one signature the later one supersedes. */
const LAST = `
  SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries),
             (SELECT coalesce(max(sequence), 0) FROM verdicts)) AS last`;
const GENUINE = `
  SELECT taken FROM (
    SELECT arrival AS number, ${TAKEN} AS taken FROM deliveries
    WHERE keeping = 'kept' AND arrival BETWEEN ? AND ?
    UNION ALL
    SELECT sequence, ${TAKEN} FROM verdicts
    WHERE signature IS NOT NULL AND sequence BETWEEN ? AND ?)
  ORDER BY number`;

/** The newest of them, as many as the capacity allows. */
function rememberSignatures(sqlite: Sqlite, capacity: number): SignatureIndex {
  const index = createSignatureIndex(capacity);
  const { last } = lastRow.parse(sqlite.first(LAST));
  let after = Math.max(0, last - capacity);
  for (; after < last; after += PAGE) {
    for (const one of readable(sqlite, after + 1, after + PAGE)) {
      index.add(one.slice(0, DIGITS), Number(one.slice(DIGITS)));
    }
  }
  return index;
}

/** Without what is damaged: of that a repeat is stored again, which is as well. */
function readable(sqlite: Sqlite, first: number, last: number): readonly string[] {
  try {
    return sqlite.texts(GENUINE, [first, last, first, last]);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (first === last) return [];
    const middle = Math.floor((first + last) / 2);
    return [...readable(sqlite, first, middle), ...readable(sqlite, middle + 1, last)];
  }
}

/** What changes the inbox. Each call is durable when it returns; when it throws, nothing changed. */
export interface InboxWriter {
  reserve(slot: WebhookPath): void;
  assign(path: string, facts: PathAssignment): void;
  setProfileKey(profileId: string, publicKey: Uint8Array): void;
  append(group: PackedGroup, answered: readonly ReplyTime[]): readonly Appended[];
  appendFrom(
    group: PackedGroup,
    from: GroupSource | 'backup',
  ): readonly Appended[] | 'known' | 'no-room';
  appendVerdicts(
    verdicts: readonly { readonly arrival: number; readonly verdict: NewSignatureCheck }[],
    judgedAt: number,
  ): void;
  replaceBlocks(profileId: string, blocks: readonly RewrittenBlock[]): void;
  scrub(): boolean;
}

export interface InboxWriterOptions {
  readonly file: string;
  readonly key: Uint8Array;
  readonly bounds: InboxBounds;
  readonly clock: Clock;
  readonly random: Random;
}

/** Pages at hand: what is written goes to the ends of few tables. */
const CACHE_KIB = 2_048;

/** Opens the database for writing; inboxMigrations were applied to it. */
export function openInboxWriter(
  options: InboxWriterOptions,
): InboxWriter & { readonly close: () => void } {
  const sqlite = openSqlite({ ...options, cacheKiB: CACHE_KIB });
  try {
    leaveCheckpoints(sqlite);
    return { ...createWriter(sqlite, options), close: sqlite.close };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function createWriter(sqlite: Sqlite, { clock, random, bounds }: InboxWriterOptions): InboxWriter {
  sqlite.run('INSERT INTO inbox (only, inbox_id) VALUES (1, ?) ON CONFLICT DO NOTHING', [
    randomHex(random, 16),
  ]);
  const profileKeys = createProfileKeys(
    sqlite,
    readInboxId(sqlite),
    createSealingKeys({ clock, random }),
  );
  const slots = createWebhookPaths(sqlite);
  const parts = {
    sqlite,
    slots,
    profileKeys,
    waiting: createWaiting(sqlite, bounds),
    signatures: rememberSignatures(sqlite, bounds.rememberedSignatures),
    numbers: createNumbers(sqlite),
  };
  const append = createAppend(parts);
  return {
    reserve(slot) {
      if (!profileKeys.has(slot.profileId)) {
        throw new TypeError('Set the profile’s key before reserving a path for it.');
      }
      slots.reserve(slot);
    },
    assign: slots.assign,
    setProfileKey: profileKeys.set,
    append: (group, answered) => append(group, answered),
    appendFrom: createAppendFrom(sqlite, append),
    appendVerdicts: createAppendSignatureChecks(parts),
    replaceBlocks: createReplaceBlocks(sqlite, profileKeys),
    scrub: () => scrub(sqlite),
  };
}

const inboxRow = z.object({ inbox_id: z.string() });

export const readInboxId = (sqlite: Sqlite): string =>
  inboxRow.parse(sqlite.first('SELECT inbox_id FROM inbox')).inbox_id;

const sourceRow = z.object({ last: z.int() });

class HoldFull extends Error {}

const NOTE_SOURCE =
  'INSERT INTO sources (source, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last';
const NOTE_BACKUP = `
  INSERT INTO from_backups (first, last)
  SELECT min(arrival), max(arrival) FROM deliveries WHERE arrival > ? HAVING count(*) > 0`;

/**
 * Appends deliveries that another computer took, in numbered groups of a source, each once; or that a backup
 * brings back, whose arrivals are noted.
 */
function createAppendFrom(sqlite: Sqlite, append: ReturnType<typeof createAppend>) {
  return (
    group: PackedGroup,
    from: GroupSource | 'backup',
  ): readonly Appended[] | 'known' | 'no-room' => {
    if (from !== 'backup') {
      const row = sqlite.first('SELECT last FROM sources WHERE source = ?', [from.source]);
      if (row !== undefined && from.sequence <= sourceRow.parse(row).last) return 'known';
    }
    const { last } = lastRow.parse(sqlite.first(LAST));
    try {
      return append(group, [], true, (appended) => {
        if (appended.includes('hold-full')) throw new HoldFull();
        if (from === 'backup') sqlite.run(NOTE_BACKUP, [last]);
        else sqlite.run(NOTE_SOURCE, [from.source, from.sequence]);
      });
    } catch (error) {
      if (error instanceof HoldFull) return 'no-room';
      throw error;
    }
  };
}
