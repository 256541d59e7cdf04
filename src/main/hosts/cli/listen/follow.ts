/** Prints one line a delivery and a replay, when its verdict and what came of forwarding it are known. */

import type { Bridge } from '../../../../bridge/contract.ts';
import type { DeliveryRow } from '../../../../bridge/deliveries.ts';
import type { ForwardTargetView, ForwardView } from '../../../../bridge/forwarding.ts';
import { jsonLine, textLine } from './lines.ts';
import type { ListenOptions } from './options.ts';

/** What listening needs, whichever console it is on. */
export interface ListenParts {
  readonly bridge: Bridge;
  readonly options: Pick<ListenOptions, 'forwardTo' | 'events' | 'json' | 'create' | 'trigger'>;
  /** Whether a person can open the page of this console, where secrets are shown. */
  readonly hasPage: boolean;
  readonly newIntentKey: () => string;
  /** stdout. */
  readonly print: (line: string) => void;
  /** stderr. */
  readonly say: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

const pageSize = 200;

/** How long a line waits for its verdict, or for what came of forwarding it, in milliseconds. */
const patienceMs = 3_000;

export interface Following {
  readonly webhookId: string;
  readonly target: ForwardTargetView;
  readonly after: number;
  readonly notices: AsyncIterator<unknown>;
}

/** Resolves when `signal` is aborted, or the notices end. Throws what the bridge throws. */
export async function follow(parts: ListenParts, following: Following): Promise<void> {
  const { bridge, options, signal } = parts;
  const { webhookId, target, notices } = following;
  const print = (row: DeliveryRow, forward: ForwardView | null) =>
    parts.print((options.json ? jsonLine : textLine)({ row, forward }));
  const pending = new Map<string, Pending>();
  let { after } = following;
  let newestForward: string | null = null;

  const gather = async (): Promise<void> => {
    let before: number | null = null;
    const from = after;
    for (;;) {
      const { rows, next } = await bridge.deliveries.list({ webhookId, before, limit: pageSize });
      const fresh = rows.filter(({ arrival }) => arrival > from);
      for (const { arrival } of fresh) pending.set(`${arrival}`, firstLook(arrival));
      after = Math.max(after, ...fresh.map(({ arrival }) => arrival));
      if (next === null || fresh.length < rows.length) return;
      before = next;
    }
  };
  const gatherReplays = async (): Promise<void> => {
    const fresh = await resultsSince(parts, target.id, newestForward);
    newestForward = fresh[0]?.id ?? newestForward;
    for (const { id, arrival, isReplay } of fresh)
      if (isReplay) pending.set(id, firstLook(arrival, id));
  };
  const flush = async (): Promise<void> => {
    const due = [...pending].filter(([, { lookAt }]) => lookAt <= performance.now());
    for (const [key, seen] of due.toSorted(([, one], [, other]) => one.arrival - other.arrival)) {
      const row = await bridge.deliveries.get({ arrival: seen.arrival });
      const forward = row.forwarded.find((each) => isOf(each, target.id, seen.replay)) ?? null;
      if (!isNews(row, forward, seen)) continue;
      pending.delete(key);
      // A replay is wanted by whoever asked for it.
      if (seen.replay === null && !isWanted(row, options.events)) continue;
      print(row, forward);
      // One that is tried again gets another line then.
      if (forward?.state === 'waiting') pending.set(key, afterTry(seen, forward));
    }
  };
  const step = async (): Promise<void> => {
    await gather();
    await gatherReplays();
    await flush();
  };
  const tick = setInterval(() => pending.size > 0 && wake(), 1_000);
  const { wake, work } = inTurn(step);
  const toTheEnd = async (): Promise<void> => {
    for (wake(); !signal.aborted; wake()) if ((await notices.next()).done === true) return;
  };
  try {
    await Promise.race([toTheEnd(), work.failed]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(tick);
  }
}

/** Newest first. The target is made for this run, so whatever is forwarded to it is of this run. */
export async function resultsSince(
  { bridge }: ListenParts,
  targetId: string,
  last: string | null,
): Promise<ForwardView[]> {
  const fresh: ForwardView[] = [];
  for (;;) {
    const { rows } = await bridge.forwarding.list({
      targetId,
      offset: fresh.length,
      limit: pageSize,
    });
    const known = rows.findIndex(({ id }) => id === last);
    fresh.push(...(known < 0 ? rows : rows.slice(0, known)));
    if (known >= 0 || rows.length < pageSize) return fresh;
  }
}

/** A delivery that a line, or another one, is due for. Times are of performance.now(). */
interface Pending {
  readonly arrival: number;
  /** Its forward, where a person asked for it; null where it arrived. */
  readonly replay: string | null;
  readonly seenAt: number;
  /** When to look what came of it. */
  readonly lookAt: number;
  /** Tries that the last line told of; null before the first line. */
  readonly told: number | null;
}

const firstLook = (arrival: number, replay: string | null = null): Pending => {
  const seenAt = performance.now();
  return { arrival, replay, seenAt, lookAt: seenAt, told: null };
};

function afterTry(
  { arrival, replay }: Pending,
  { attempts, lastTriedAt, nextTryAt }: ForwardView,
): Pending {
  const seenAt = performance.now();
  const pause =
    lastTriedAt === null || nextTryAt === null
      ? 0
      : Date.parse(nextTryAt) - Date.parse(lastTriedAt);
  return { arrival, replay, seenAt, lookAt: seenAt + pause, told: attempts };
}

const isOf = (forward: ForwardView, targetId: string, replay: string | null): boolean =>
  replay === null ? forward.targetId === targetId && !forward.isReplay : forward.id === replay;

function isNews(row: DeliveryRow, forward: ForwardView | null, { told, seenAt }: Pending): boolean {
  if (told !== null) return (forward?.attempts ?? 0) > told;
  return isSettled(row, forward) || performance.now() - seenAt > patienceMs;
}

/** Runs the step again and again, never twice at once. */
function inTurn(step: () => Promise<void>) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  let isRunning = false;
  let isWanted = false;
  const wake = (): void => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (isWanted) {
        isWanted = false;
        await step();
      }
    })()
      .catch(reject)
      .finally(() => {
        isRunning = false;
      });
  };
  return { wake, work: { failed } };
}

const isVerified = ({ verdict }: DeliveryRow): boolean => verdict.kind.startsWith('genuine');

/** Nothing more is to be learned soon: it is refused, or was tried to be forwarded once. */
function isSettled(row: DeliveryRow, forward: ForwardView | null): boolean {
  if (row.verdict.kind === 'not-yet-judged') return false;
  return !isVerified(row) || (forward !== null && forward.attempts > 0);
}

/** Whether a delivery's line is wanted. An unverified delivery always is, because its event is not known. */
const isWanted = (row: DeliveryRow, events: readonly string[]): boolean =>
  events.length === 0 ||
  !isVerified(row) ||
  (row.eventName !== null && events.includes(row.eventName));
