/**
 * The one writer of the inbox: every change goes through it, one after the other, each a commit of
 * its own. Synchronous; it runs in a thread of its own, so that waiting for the disk stops nothing.
 */
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import { createAppend } from './append.ts';
import { createAppendSignatureChecks } from './append-signature-checks.ts';
import type { InboxBounds } from './bounds.ts';
import { leaveCheckpoints } from './checkpoints.ts';
import { createNumbers } from './numbers.ts';
import type { PackedGroup } from './packed-group.ts';
import { createProfileKeys } from './profile-keys.ts';
import { rememberSignatures } from './remember-signatures.ts';
import { createSealingKeys } from './sealing.ts';
import type { Appended, PathAssignment, ReplyTime, WebhookPath } from './types.ts';
import { createWaiting } from './waiting.ts';
import { createWebhookPaths } from './webhook-paths.ts';

/** What changes the inbox. Each call is durable when it returns; when it throws, nothing changed. */
export interface InboxWriter {
  reserve(slot: WebhookPath): void;
  assign(path: string, facts: PathAssignment): void;
  setProfileKey(profileId: string, publicKey: Uint8Array): void;
  append(group: PackedGroup, answered: readonly ReplyTime[]): readonly Appended[];
  appendVerdicts(
    verdicts: readonly { readonly arrival: number; readonly verdict: NewSignatureCheck }[],
    judgedAt: number,
  ): void;
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
  return {
    reserve(slot) {
      if (!profileKeys.has(slot.profileId)) {
        throw new TypeError('Set the profile’s key before reserving a path for it.');
      }
      slots.reserve(slot);
    },
    assign: slots.assign,
    setProfileKey: profileKeys.set,
    append: createAppend(parts),
    appendVerdicts: createAppendSignatureChecks(parts),
  };
}

const inboxRow = z.object({ inbox_id: z.string() });

export const readInboxId = (sqlite: Sqlite): string =>
  inboxRow.parse(sqlite.first('SELECT inbox_id FROM inbox')).inbox_id;
