/** Opens the inbox of a data directory: its writer in a thread of its own, and what reads it here. */
import { z } from 'zod';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { createTurns } from '../../../../platform/turns.ts';
import { defaultBounds, type InboxBounds } from './bounds.ts';
import { readCounts, signatureCheckCounts } from './counts.ts';
import { type RewrittenBlock, rewriteDeliveries } from './erased-content.ts';
import { inboxMigrations } from './migrations.ts';
import { packGroup } from './packed-group.ts';
import { createStoredBlocks, createStoredContent } from './stored-content.ts';
import { createStoredDeliveries } from './stored-deliveries.ts';
import { type AsyncWriter, type StartThread, startThreadedWriter } from './threaded-writer.ts';
import type { Appended, Inbox, IncomingDelivery, PathCounts, WriterEvent } from './types.ts';
import { createWebhookPaths } from './webhook-paths.ts';
import { readInboxId } from './writer.ts';

/** The highest number that a delivery or a later verdict of the inbox has, or had; 0 before the first. */
const lastRow = z.object({ last: z.int() });

/** By the two keys alone, however many there are. */
export const lastSequence = (sqlite: Sqlite): number =>
  lastRow.parse(
    sqlite.first(
      `SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries),
         (SELECT coalesce(max(sequence), 0) FROM verdicts), (SELECT last FROM used_numbers)) AS last`,
    ),
  ).last;

export interface InboxOptions {
  readonly file: string;
  /** The installation's key, exactly 32 bytes: not a profile's, so that locking one stops nothing. */
  readonly key: Uint8Array;
  readonly bounds?: InboxBounds;
  /** How the writer's thread is started, unless the usual way. */
  readonly startThread?: StartThread;
  /** What a listener of changes threw: the commit that it was told of is not undone. */
  readonly onListenerError?: (error: unknown) => void;
}

/** Pages at hand on this side, which reads single deliveries and short lists. */
const CACHE_KIB = 2_048;

/** Rejects with WrongDatabaseKey and DatabaseTooNew. */
export async function openInbox(options: InboxOptions): Promise<Inbox> {
  const { file, key, startThread, bounds = defaultBounds } = options;
  const listeners = new Set<(event: WriterEvent) => void>();
  const sqlite = openSqlite({ file, key, cacheKiB: CACHE_KIB });
  try {
    // Here and not in the thread: an error keeps its class only where it was thrown.
    migrate(sqlite, inboxMigrations);
    const writer = await startThreadedWriter({
      file,
      key,
      bounds,
      ...(startThread === undefined ? {} : { startThread }),
      onEvent: (event) => {
        for (const listener of listeners) listener(event);
      },
    });
    return createInbox(sqlite, writer, listeners, options.onListenerError ?? (() => undefined));
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function createInbox(
  sqlite: Sqlite,
  writer: AsyncWriter,
  writerListeners: Set<(event: WriterEvent) => void>,
  onListenerError: (error: unknown) => void,
): Inbox {
  const inboxId = readInboxId(sqlite);
  const slots = createWebhookPaths(sqlite);
  const stored = createStoredDeliveries(sqlite, slots);
  let content = createStoredContent(sqlite, inboxId, slots);
  const listeners = new Set<Parameters<Inbox['onChange']>[0]>();
  /** A block is read here and stored in the writer: another rewrite in between would be undone. */
  const inTurn = createTurns();
  const tell = (slotPaths: ReadonlySet<string>, held: ReadonlySet<string> = new Set()) => {
    if (slotPaths.size === 0) return;
    for (const listener of listeners) {
      try {
        listener([...slotPaths], [...held]);
      } catch (error) {
        // What is durable stays durable, and the others are told.
        onListenerError(error);
      }
    }
  };
  const tellAppended = (group: readonly IncomingDelivery[], appended: readonly Appended[]) => {
    const held = group.filter((_, index) => appended[index] === 'held');
    tell(pathsOf(group), pathsOf(held));
  };
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    listeners.clear();
    writerListeners.clear();
    await writer.close();
    sqlite.close();
  };

  return {
    inboxId,

    reserve: async (slot) => {
      await writer.reserve(slot);
      slots.reload();
    },
    assign: async (path, facts) => {
      await writer.assign(path, facts);
      slots.reload();
    },
    slot: slots.get,
    slots: (profileId) =>
      slots.list().filter((slot) => profileId === undefined || slot.profileId === profileId),
    setProfileKey: writer.setProfileKey,

    append: async (group, answered = []) => {
      const appended = await writer.append(packGroup(group), answered);
      tellAppended(group, appended);
      return appended;
    },
    appendFrom: async (group, from) => {
      const appended = await writer.appendFrom(packGroup(group), from);
      if (typeof appended !== 'string') tellAppended(group, appended);
      return appended;
    },
    appendVerdicts: async (verdicts, judgedAt) => {
      // Before: what turns out to be a repeat is not there any more after it.
      const paths = verdicts.flatMap(({ arrival }) => stored.slotPathOf(arrival) ?? []);
      await writer.appendVerdicts(verdicts, judgedAt);
      tell(new Set(paths));
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onWriter: (listener) => {
      writerListeners.add(listener);
      return () => writerListeners.delete(listener);
    },

    deliveries: stored.list,
    delivery: stored.get,
    isFromBackup: stored.isFromBackup,
    verdicts: stored.verdicts,
    content: (arrival, privateKey) => content(arrival, privateKey),
    rewrite: ({ profileId, privateKey, arrivals }, rewrite) =>
      inTurn(async () => {
        const open = createStoredBlocks(sqlite, inboxId);
        const openBlock = (block: number) => open(block, profileId, privateKey);
        const store = (blocks: readonly RewrittenBlock[]) =>
          writer.replaceBlocks(profileId, blocks);
        await rewriteDeliveries({ sqlite, openBlock, store }, arrivals, rewrite).finally(() => {
          // What was opened last is not what is stored now.
          content = createStoredContent(sqlite, inboxId, slots);
        });
      }),
    scrub: writer.scrub,
    waiting: stored.waiting,
    genuineAfter: stored.genuineAfter,
    lastWaitingAt: stored.lastWaitingAt,
    genuineCount: stored.genuineCount,
    lastSequence: () => lastSequence(sqlite),

    counts: (path): PathCounts => {
      const slot = slots.get(path);
      if (slot === null) throw new TypeError('No such webhook path is reserved.');
      const counts = readCounts(sqlite, slot.slot);
      const answers = counts.get('answers') ?? 0;
      const microseconds = counts.get('answer-microseconds') ?? 0;
      return {
        slotPath: path,
        verdicts: signatureCheckCounts(counts),
        repeats: counts.get('repeats') ?? 0,
        droppedFromQuarantine: counts.get('dropped-from-quarantine') ?? 0,
        refusedHoldFull: counts.get('refused-hold-full') ?? 0,
        ...stored.waitingCounts(slot.slot),
        lastReceivedAt: stored.lastReceivedAt(slot.slot),
        answers,
        averageAnswerMs: answers === 0 ? null : microseconds / answers / 1000,
      };
    },

    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

const pathsOf = (group: readonly { readonly slotPath: string }[]): ReadonlySet<string> =>
  new Set(group.map(({ slotPath }) => slotPath));
