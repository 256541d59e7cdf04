/**
 * Keeps the selected profile open, and no other:
 *
 *     closed ──vault unlocked──▶ open ──profile switched──▶ open (the other)
 *        ▲                        │
 *        └──locked, stopped───────┘      an opening that fails is told by every call, and tried again
 *                                        at the next switch or unlock
 */
import { fileErrorInWords } from '../../platform/file-error.ts';
import { isDamaged } from '../../platform/sqlite.ts';
import type { Log } from '../core/foundation/log.ts';
import { invalid } from '../core/intents/failed.ts';
import type { Stopping } from './console.ts';
import { locked } from './locked.ts';
import type { ProfileSession } from './profile-session.ts';
import { shutdownTimeoutMs, withinTimeout } from './shutdown-timeout.ts';

/** What is asked of a session here. */
interface Kept {
  readonly profileId: string;
  close(patienceMs: number, stopping?: Stopping): Promise<void>;
}

export interface SessionManager<Session extends Kept = ProfileSession> {
  /** The open profile. Throws Failed: LOCKED, or INVALID with why it could not be opened. */
  session(): Session;
  current(): Session | null;
  /** Why the wanted profile is not open, in a sentence; null when it is, or when none is wanted. */
  failure(): string | null;
  /** Resolves when what is being opened or closed is so. Never rejects. */
  settled(): Promise<void>;
  /**
   * Whether it is closed and nothing holds its files, after at most so many milliseconds: writes under
   * way keep it open.
   */
  closed(profileId: string, patienceMs: number): Promise<boolean>;
  /** Resolves when what was closed so far holds nothing any more. Never rejects. */
  drained(): Promise<void>;
  /** Opens what is wanted now, and closes what is not. One step at a time. */
  refresh(): Promise<void>;
  /** Closes what is open and opens it again. */
  reopen(): Promise<void>;
  /** Does something while no profile is open; calls are told why, as it is then. Then opens what is wanted. */
  whileClosed<Result>(why: () => string, work: () => Promise<Result>): Promise<Result>;
  /** Closes for good. Writes under way get this long, in milliseconds, unless somebody hurries. */
  close(patienceMs: number, stopping?: Stopping): Promise<void>;
}

export interface SessionManagerOptions<Session extends Kept> {
  /** Id of the profile that should be open; null while nothing can be. */
  readonly wanted: () => string | null;
  readonly open: (profileId: string) => Promise<Session>;
  /** After every opening and closing. */
  readonly onChange: () => void;
  /** Around what is done while no profile is open: keeps others from the files. */
  readonly alone?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly log: Log;
}

/** What closing takes beside the writes under way. */
const closingMs = 2_000;

export function createSessionManager<Session extends Kept>(
  options: SessionManagerOptions<Session>,
): SessionManager<Session> {
  const { wanted, open, onChange, alone = (work) => work(), log } = options;
  const draining = new Map<string, Promise<void>>();
  let current: Session | null = null;
  let failure: (() => string) | null = null;
  let isClosed = false;
  let turn: Promise<void> = Promise.resolve();

  const retire = (patienceMs: number, stopping: Stopping = {}): void => {
    const session = current;
    if (session === null) return;
    current = null;
    const done = session
      .close(patienceMs, stopping)
      .catch((error: unknown) => log.error({ err: error }, 'a profile did not close well'))
      .finally(() => draining.delete(session.profileId));
    draining.set(session.profileId, done);
  };

  const step = async (): Promise<void> => {
    const id = isClosed ? null : wanted();
    const isAsWanted =
      current === null ? id === null && failure === null : current.profileId === id;
    if (isAsWanted) return;
    // A switch never cuts a write off.
    retire(shutdownTimeoutMs);
    failure = null;
    if (id !== null) {
      try {
        // The same file is never open twice.
        await draining.get(id);
        current = await open(id);
      } catch (error) {
        const sentence = sentenceOf(error);
        failure = () => sentence;
        log.error({ err: error, profileId: id }, 'the profile could not be opened');
      }
    }
    onChange();
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return {
    session() {
      if (current !== null) return current;
      if (failure !== null) throw invalid(failure(), 'not-open');
      throw locked();
    },
    current: () => current,
    failure: () => failure?.() ?? null,
    settled: () => turn,
    closed: async (id, patienceMs) => {
      await turn;
      await atMost(draining.get(id) ?? Promise.resolve(), patienceMs);
      return current?.profileId !== id && !draining.has(id);
    },
    drained: async () => void (await Promise.all(draining.values())),
    refresh: () => inTurn(step),
    reopen: () =>
      inTurn(async () => {
        retire(shutdownTimeoutMs);
        await step();
      }),
    whileClosed: <Result>(why: () => string, work: () => Promise<Result>) => {
      const done = turn.then(async () => {
        retire(shutdownTimeoutMs);
        failure = why;
        onChange();
        await Promise.all(draining.values());
        try {
          return await alone(work);
        } finally {
          await step();
        }
      });
      turn = done.then(
        () => undefined,
        () => undefined,
      );
      return done;
    },
    close: (patienceMs, stopping = {}) => {
      isClosed = true;
      return inTurn(async () => {
        retire(patienceMs, stopping);
        const closed = Promise.all(draining.values());
        const { hurry } = stopping;
        await withinTimeout(closed, patienceMs + closingMs, hurry === undefined ? {} : { hurry });
        // Whoever hurried gave up the writes, not the closing of what is left.
        if (hurry?.aborted) await atMost(closed, closingMs);
      });
    },
  };
}

/** Errors of the modules below are sentences for people; anything else is only logged. */
function sentenceOf(error: unknown): string {
  const names = [
    'VaultError',
    'ProfileError',
    'WrongDatabaseKey',
    'DatabaseMissing',
    'DatabaseTooNew',
    'DatabaseTooOld',
  ];
  if (error instanceof Error && names.includes(error.name)) return error.message;
  if (isDamaged(error)) return 'The database of this profile is damaged. Nothing was changed.';
  const why = fileErrorInWords(error) ?? 'The log shows why.';
  return `The data of this profile can’t be opened. ${why} Nothing was changed.`;
}

/** Waits for the work, or for that many milliseconds, whichever ends first. The work goes on. */
async function atMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
