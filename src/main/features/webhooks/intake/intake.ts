/** The intake of one open profile: follows the inbox in short slices, so that nothing else waits long. */
import { createRetry } from '../../../../platform/back-off.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { errorCode } from '../../../../platform/error-code.ts';
import { createFollower } from '../../../../platform/follower.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import { nextTurn } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import {
  createKnownSecrets,
  type KnownSecrets,
} from '../../../core/foundation/secrets/known-secrets.ts';
import { createErasedBodies, nobodyErased } from '../../../core/records/erased/erased-bodies.ts';
import type { Records } from '../../../core/records/types.ts';
import { isErasedContent } from '../inbox/erased-content.ts';
import { openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox, VerifiedDelivery, WebhookPath } from '../inbox/types.ts';
import { checkSignaturesAgain } from '../signature-checks/check-signatures-again.ts';
import { verifiedBytes } from '../signature-checks/reserialised.ts';
import type { SecretLookup } from '../signature-checks/types.ts';
import { isSameLeft } from './read-body.ts';
import { createReadDeliveries } from './read-deliveries.ts';
import { hasErasedDeliveries, noteErasedDelivery, rewriteErased } from './rewrite-erased.ts';
import { type TakeInParts, takeIn } from './take-in.ts';
import type { Intake, ReadDelivery, RebuildProgress } from './types.ts';

export interface IntakeOptions {
  readonly inbox: Inbox;
  /** The profile's database, which intakeMigrations were applied to. */
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly secrets: SecretLookup;
  /** Secrets to cut by value out of what is stored. */
  readonly known?: Pick<KnownSecrets, 'values'>;
  readonly profileId: string;
  /** Private key of the profile’s inbox. */
  readonly privateKey: Uint8Array;
  readonly isProduction: boolean;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/**
 * Deliveries, and milliseconds, of one slice: one transaction, in which nothing else runs. The inbox
 * holds what it is made from, so it need not wait for the disk.
 */
const SLICE_DELIVERIES = 50;
const SLICE_MS = 12;
const RETRY_WAITS = { firstMs: 250, longestMs: 60_000 };

/** Follows the inbox until it is closed; call `catchUp` once to begin. */
export function openIntake(options: IntakeOptions): Intake {
  const { inbox, sqlite, records, profileId, privateKey, clock, log } = options;
  const deliveries = createReadDeliveries(sqlite);
  const { known = createKnownSecrets() } = options;
  const isStoredLeft: TakeInParts['isSameLeft'] = (arrival, body, isErased) => {
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind !== 'opened') return false;
    const { stored, content } = opened;
    if (!isErased && !isErasedContent(content.headers)) return false;
    return isSameLeft(verifiedBytes(stored.verdict.kind, content.body), body);
  };
  const { isProduction } = options;
  const parts = { records, deliveries, known, isProduction, isSameLeft: isStoredLeft };
  const listeners = new Set<(taken: readonly ReadDelivery[]) => void>();
  let isClosed = false;

  const yieldNow = async (): Promise<boolean> => {
    await nextTurn();
    return !isClosed;
  };

  /** The rest must not wait for it. */
  const setApart = (arrival: number, error: unknown): void => {
    if (deliveries.isDamaged(arrival)) return;
    deliveries.setApart(arrival);
    log.error({ err: error, arrival }, 'a delivery could not be opened, and is set apart');
  };

  let erased = createErasedBodies(nobodyErased);
  /** What came of an erased customer, that nothing personal of it stays in the inbox. */
  const rewrite = (): void =>
    void inTurn(() =>
      rewriteErased({
        inbox,
        sqlite,
        profileId,
        privateKey,
        figures: new Set(records.erased.names().figures),
      }).then((isDone) => {
        if (!isDone) retry.failed();
      }),
    ).catch((error: unknown) => {
      log.error({ err: error }, 'deliveries of an erased customer wait to be rewritten');
      retry.failed();
    });

  const takeOne = ({ arrival }: VerifiedDelivery): ReadDelivery | null => {
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind === 'gone') return null;
    if (opened.kind === 'damaged') {
      setApart(arrival, opened.error);
      return null;
    }
    const { stored, content } = opened;
    const body = verifiedBytes(stored.verdict.kind, content.body);
    try {
      // A savepoint: what fails half way leaves nothing behind.
      return sqlite.transaction(() => {
        const isErased = isErasedContent(content.headers);
        if (!isErased && erased.isNamedIn(body)) noteErasedDelivery(sqlite, arrival);
        return takeIn(parts, stored, body, isErased);
      });
    } catch (error) {
      if (isAboutDatabase(error)) throw error;
      setApart(arrival, error);
      return null;
    }
  };

  /** Where it stands in this inbox; what came from another one is thrown away first. */
  const begin = (): number => {
    const cursor = deliveries.cursor(inbox.inboxId);
    if (cursor !== null) return cursor;
    deliveries.clear();
    deliveries.moveTo(inbox.inboxId, 0);
    return 0;
  };

  /** Takes in the next few; false when nothing was left. */
  const takeSlice = (): boolean => {
    const taken: ReadDelivery[] = [];
    erased = createErasedBodies(records.erased.names());
    const isMore = sqlite.derive(() => {
      const next = inbox.genuineAfter(profileId, begin(), SLICE_DELIVERIES);
      const until = clock.now() + SLICE_MS;
      for (const genuine of next) {
        const read = takeOne(genuine);
        if (read !== null) taken.push(read);
        deliveries.moveTo(inbox.inboxId, genuine.sequence);
        if (clock.now() > until) return true;
      }
      return next.length === SLICE_DELIVERIES;
    });
    if (taken.length > 0) for (const listener of listeners) listener(taken);
    if (!isMore && hasErasedDeliveries(sqlite)) rewrite();
    return isMore;
  };

  const follower = createFollower(takeSlice);
  const { inTurn, catchUp } = follower;

  const rebuild = async (onProgress: (progress: RebuildProgress) => void): Promise<void> => {
    const total = inbox.genuineCount(profileId);
    let done = 0;
    const stop = listen((taken) => {
      done += taken.length;
    });
    try {
      sqlite.transaction(deliveries.clear);
      onProgress({ done, total });
      await follower.goOn(() => onProgress({ done, total: Math.max(total, done) }));
    } finally {
      stop();
    }
  };

  const listen = (listener: (taken: readonly ReadDelivery[]) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  let rebuilding: Promise<void> | null = null;

  const checkAgain = async (slotPath?: string): Promise<number> => {
    sqlite.transaction(begin);
    const changed = await checkSignaturesAgain(
      {
        inbox,
        secrets: options.secrets,
        profileId,
        privateKey,
        clock,
        yieldNow,
        onDamage: setApart,
        onOpened: (arrival) => {
          if (deliveries.isDamaged(arrival)) deliveries.takeBack(arrival);
        },
      },
      slotPath,
    );
    await follower.goOn();
    return changed;
  };

  /** Paths where something is to be judged again. */
  const owed = new Set<string>();
  let isScheduled = false;
  const settle = (): void => {
    if (isScheduled || owed.size === 0) return;
    isScheduled = true;
    inTurn(async () => {
      isScheduled = false;
      for (const path of [...owed]) {
        if (isClosed) return;
        owed.delete(path);
        await checkAgain(path).catch((error: unknown) => {
          owed.add(path);
          throw error;
        });
      }
    }).catch((error: unknown) => {
      log.error({ err: error }, 'deliveries wait to be judged again');
      retry.failed();
    });
  };
  /** Where the secrets can't be had now, judging says so and is tried again. */
  const canJudge = (slot: WebhookPath): boolean => {
    try {
      return typeof options.secrets.secretsOf(slot) !== 'string';
    } catch {
      return true;
    }
  };
  /**
   * A delivery is judged before its group is committed. Where the secret came in between, the judging
   * again that came with it has not seen the delivery: so what is held for a secret that is known by
   * now is judged again.
   */
  const judgeLate = (held: readonly string[]): void => {
    for (const path of held) {
      const slot = inbox.slot(path);
      if (slot?.profileId !== profileId) continue;
      if (canJudge(slot)) owed.add(path);
    }
    settle();
  };

  /** Until nothing is left: what a failure left behind must not wait for the next delivery. */
  const follow = (): void =>
    void catchUp().then(
      () => {
        if (owed.size === 0) retry.succeeded();
      },
      (error: unknown) => {
        log.error({ err: error }, 'the intake stopped, and goes on later');
        retry.failed();
      },
    );
  const retry = createRetry(() => {
    settle();
    follow();
  }, RETRY_WAITS);

  const stopFollowing = inbox.onChange((slotPaths, held) => {
    if (!slotPaths.some((path) => inbox.slot(path)?.profileId === profileId)) return;
    judgeLate(held);
    follow();
  });
  // Verdicts that were under way may be lost.
  const stopFollowingWriter = inbox.onWriter(({ kind }) => {
    if (kind === 'started') judgeLate(inbox.slots(profileId).map(({ path }) => path));
  });

  return {
    catchUp: () => {
      const caughtUp = catchUp();
      caughtUp.catch(retry.failed);
      return caughtUp;
    },
    rebuild: (onProgress = () => undefined) => {
      rebuilding ??= inTurn(() => rebuild(onProgress)).finally(() => {
        rebuilding = null;
      });
      return rebuilding;
    },
    checkSignaturesAgain: (slotPath) => inTurn(() => checkAgain(slotPath)),
    read: deliveries.read,
    list: deliveries.list,
    event: (eventId) => {
      const occupied = deliveries.event(eventId);
      if (occupied === null) return null;
      const { sameness: _sameness, ...shown } = occupied;
      return shown;
    },
    isDamaged: deliveries.isDamaged,
    damagedCount: deliveries.damagedCount,
    takenInUpTo: () => deliveries.cursor(inbox.inboxId) ?? 0,
    onTaken: listen,
    close: async () => {
      isClosed = true;
      retry.stop();
      stopFollowing();
      stopFollowingWriter();
      await follower.close();
      listeners.clear();
    },
  };
}

/** Errors of SQLite have a code like SQLITE_FULL: the slice is undone and taken again later. */
const isAboutDatabase = (error: unknown): boolean => errorCode(error).startsWith('SQLITE');

export const intakeMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-webhooks-intake',
    replaces: ['2026-11-20-webhooks-intake-1', '2026-11-21-webhooks-intake-2'],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE intake (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          inbox_id TEXT NOT NULL,
          cursor INTEGER NOT NULL
        ) STRICT;

        -- Event ids that genuine deliveries occupy.
        CREATE TABLE delivered_events (
          event_id TEXT PRIMARY KEY,
          event_name TEXT NOT NULL,
          first_arrival INTEGER NOT NULL,
          is_mock INTEGER NOT NULL,
          -- SHA-256 of everything but what may change from one delivery to the next.
          sameness TEXT NOT NULL,
          repeats INTEGER NOT NULL,
          differing INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE read_deliveries (
          arrival INTEGER PRIMARY KEY,
          slot_path TEXT NOT NULL,
          received_at INTEGER NOT NULL,
          role TEXT NOT NULL,
          event_id TEXT,
          event_name TEXT,
          is_mock INTEGER NOT NULL,
          -- SHA-256 of the whole event, or null where there is none.
          content TEXT,
          deviations TEXT NOT NULL
        ) STRICT;
        CREATE INDEX read_deliveries_by_slot ON read_deliveries (slot_path, arrival);
        CREATE INDEX read_deliveries_by_name ON read_deliveries (event_name, arrival);
        CREATE INDEX read_deliveries_by_event ON read_deliveries (event_id, arrival);
        CREATE INDEX read_deliveries_by_role ON read_deliveries (role, arrival);

        -- Deliveries that are stored and can't be opened: set apart, so that the rest goes on.
        CREATE TABLE damaged_deliveries (arrival INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-24-webhooks-intake-others',
    // Deliveries are gone through again: those before told nothing of wallets, addresses and payment links.
    up: (sqlite) => sqlite.exec('DELETE FROM intake'),
  },
];
