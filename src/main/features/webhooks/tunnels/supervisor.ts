/**
 * Keeps one tunnel open and proved: after opening, when asked (before a webhook is registered), on a
 * schedule, and after a pause. Each path is proved: all at once after opening, then in turn. It opens
 * again with back-off, and tells when the address changed.
 */
import { aroundMs, drawnMs } from '../../../../platform/back-off.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { probePath } from '../inbox/webhook-paths.ts';
import { createPathChecks, isOfOnePath } from './path-checks.ts';
import type { ReachabilityCheck, ReachabilityResult } from './reachability-check.ts';
import type { ReachabilityFailure } from './reachability-failures.ts';
import { createStatus } from './status.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelFailure } from './tunnel.ts';
import type { TunnelReport } from './tunnel-state.ts';
import { checkPeriodMs } from './watched-paths.ts';

export interface TunnelSupervisor {
  /** Opens it and keeps it open. Nothing when it runs. */
  start(): void;
  /** Closes it. Resolves when it is closed; idempotent. */
  stop(): Promise<void>;
  report(): TunnelReport;
  /** Called after every change of the report. @returns what ends it. */
  onChange(listener: () => void): () => void;
  /**
   * Proves it now, on this path or on the one in turn, and opens it first where it is not. Resolves
   * with what came of that attempt, for the path in `paths`; at once when nobody wants it open.
   */
  prove(path?: string): Promise<TunnelReport>;
  /** The computer woke up, or the network changed (powerMonitor). Jumps of the clock are noticed. */
  resumed(): void;
  /** Other paths have to be proved from now on: those that never were are proved at once. */
  pathsChanged(): void;
  /** A person has seen that the address changed. */
  acknowledgeMove(): void;
}

export interface SupervisorOptions {
  readonly tunnel: Tunnel;
  /** Port of the receiver (plain HTTP). */
  readonly localPort: number;
  readonly prover: ReachabilityCheck;
  /** Paths to prove at this public origin, slots that the receiver knows: never empty. */
  readonly paths: (publicOrigin: string) => readonly string[];
  /** Public address at the last run, to notice that it changed; null at the first. */
  readonly knownOrigin: string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Two lost proofs in a row, and what can be opened anew is. */
const reopenAfter = 2;
const WAITS = { firstMs: 200, longestMs: 60_000 };
/** Proven for less than this, it counts on where it failed before: a tunnel that flaps is slowed. */
const heldMs = 2_000;

/** The tunnel that is open. */
interface Held {
  readonly open: OpenTunnel;
  /** The address it has now; a provider may give it another. */
  origin: string;
  ended: TunnelFailure | null;
  lostProofs: number;
  /** Ends the proof that is under way. */
  interrupt: () => void;
}

interface Asked {
  readonly path: string | null;
  readonly answer: (report: TunnelReport) => void;
}

/** Milliseconds to wait; null until somebody asks. */
type Pause = number | null;

export function createSupervisor(options: SupervisorOptions): TunnelSupervisor {
  const { tunnel, prover, clock, random, log } = options;
  const pathChecks = createPathChecks(clock);
  const status = createStatus(clock, options.knownOrigin, pathChecks.all);
  const wake = createWake();
  let running: AbortController | null = null;
  /** Resolves when the last run has closed its tunnel: a new run begins after that. */
  let ended: Promise<void> = Promise.resolve();
  let held: Held | null = null;
  let asked: Asked[] = [];
  let isDisturbed = false;
  let failures = 0;
  /** Address that was reached from the network that we are in. */
  let reachedOrigin: string | null = null;

  const answer = (served: readonly Asked[]): void => {
    asked = asked.filter((one) => !served.includes(one));
    for (const one of served) one.answer(status.report());
  };

  const disturb = (): void => {
    isDisturbed = true;
    wake.ring();
  };

  const fail = (reason: TunnelFailure): Pause => {
    failures = status.provenForMs() >= heldMs ? 1 : failures + 1;
    log.info({ tunnel: tunnel.kind, code: reason.code, failures }, 'tunnel failing');
    const pause = reason.needsPerson ? null : drawnMs(failures, WAITS, random);
    const nextTryAt = pause === null ? null : clock.now() + pause;
    pathChecks.clear();
    status.failing(reason, { publicOrigin: held?.origin ?? null, failures, nextTryAt });
    answer(asked);
    return pause;
  };

  const letGo = async (): Promise<void> => {
    const { open } = held ?? {};
    held = null;
    await open?.close();
  };

  /** Opens it; null when that worked. */
  const open = async (signal: AbortSignal): Promise<TunnelFailure | null> => {
    status.trying();
    let own: Held | null = null;
    const events = {
      moved: (origin: string) => {
        // A word that comes before it is open is in what open gives.
        if (own === null || own !== held) return;
        own.origin = origin;
        pathChecks.clear();
        status.opened(origin);
        disturb();
      },
      disturbed: disturb,
    };
    try {
      const opened = await tunnel.open(options.localPort, events, signal);
      const now: Held = {
        open: opened,
        origin: opened.publicOrigin,
        ended: null,
        lostProofs: 0,
        interrupt: () => undefined,
      };
      own = now;
      held = now;
      pathChecks.clear();
      void opened.ended.then((failure) => {
        now.ended = failure;
        now.interrupt();
        wake.ring();
      });
      status.opened(now.origin);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TunnelError) return error;
      log.error({ tunnel: tunnel.kind, err: error }, 'a tunnel could not be opened');
      return internalFailure;
    }
  };

  /** null when the tunnel ended under it. */
  const proveOnce = async (
    own: Held,
    path: string,
    signal: AbortSignal,
  ): Promise<ReachabilityResult | null> => {
    const over = new AbortController();
    own.interrupt = () => over.abort();
    const { pinnedCertificate } = own.open;
    const target = { publicOrigin: own.origin, pinnedCertificate, path };
    try {
      return await prover.prove(target, AbortSignal.any([signal, over.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (own.ended !== null) return null;
      throw error;
    }
  };

  const proveAndNote = async (
    own: Held,
    path: string,
    signal: AbortSignal,
  ): Promise<ReachabilityResult | null> => {
    const result = await proveOnce(own, path, signal);
    if (result?.kind === 'proven') pathChecks.proven(path, result.at);
    else if (result !== null && isOfOnePath(result)) pathChecks.failed(path, result.failure);
    return result;
  };

  /** Where something else answered on this path, others tell whether the tunnel works. */
  const proveThrough = async (
    own: Held,
    path: string,
    signal: AbortSignal,
  ): Promise<ReachabilityResult | null> => {
    const first = await proveAndNote(own, path, signal);
    if (first === null || first.kind === 'proven' || !isOfOnePath(first)) return first;
    for (const other of pathChecks.others(options.paths(own.origin), path)) {
      const result = await proveAndNote(own, other, signal);
      if (result === null || result.kind === 'proven' || !isOfOnePath(result)) return result;
    }
    return first;
  };

  const proven = (own: Held, proof: Extract<ReachabilityResult, { kind: 'proven' }>): Pause => {
    own.lostProofs = 0;
    reachedOrigin = own.origin;
    const paths = options.paths(own.origin);
    const periodMs = checkPeriodMs(tunnel.proveEveryMs, paths.length);
    const pause = pathChecks.isAnyOpen(paths) ? 0 : aroundMs(periodMs, random);
    status.proven(own.origin, proof, clock.now() + pause);
    return pause;
  };

  const notProven = async (own: Held, { kind, failure }: ReachabilityFailure): Promise<Pause> => {
    if (kind === 'failed') reachedOrigin = own.origin;
    else if (tunnel.kind !== 'sandbox' && reachedOrigin !== own.origin) {
      const pause = aroundMs(tunnel.proveEveryMs, random);
      status.notProvable(own.origin, failure, clock.now() + pause);
      answer(asked);
      return pause;
    }
    own.lostProofs += 1;
    const pause = fail(failure);
    if (tunnel.canReopen && own.lostProofs >= reopenAfter) await letGo();
    return pause;
  };

  /** Opens what is not open, proves what is. @returns how long to wait before the next step. */
  const step = async (signal: AbortSignal): Promise<Pause> => {
    isDisturbed = false;
    if (held === null) {
      const failure = await open(signal);
      if (failure !== null) return fail(failure);
    } else status.trying();
    const own = held;
    if (own === null) return 0;
    const path = asked[0]?.path ?? pathChecks.next(options.paths(own.origin)) ?? probePath;
    const served = asked.filter((one) => one.path === null || one.path === path);
    const result = own.ended === null ? await proveThrough(own, path, signal) : null;
    signal.throwIfAborted();
    if (result === null || own.ended !== null) {
      await letGo();
      return fail(own.ended ?? (await own.open.ended));
    }
    if (result.kind !== 'proven') return await notProven(own, result);
    const pause = proven(own, result);
    answer(served);
    return pause;
  };

  const isUrgent = (): boolean =>
    asked.length > 0 || (held !== null && held.ended !== null) || isDisturbed;

  /** What nobody foresaw is a failure like others: the tunnel must not be left unwatched. */
  const safeStep = async (signal: AbortSignal): Promise<Pause> => {
    try {
      return await step(signal);
    } catch (error) {
      if (signal.aborted) return 0;
      log.error({ tunnel: tunnel.kind, err: error }, 'a step of a tunnel failed');
      await letGo();
      return fail(internalFailure);
    }
  };

  const live = async (signal: AbortSignal): Promise<void> => {
    const endWatch = watchClock(clock, resumed);
    while (!signal.aborted) await wake.pause(await safeStep(signal), isUrgent, signal);
    endWatch();
    await letGo();
  };

  const resumed = (): void => {
    if (running === null || status.isWaitingForPerson()) return;
    failures = 0;
    // It may be another network.
    reachedOrigin = null;
    pathChecks.clear();
    status.doubted();
    disturb();
  };

  const start = (): void => {
    if (running !== null) return;
    const stop = new AbortController();
    failures = 0;
    const done = ended.then(() => live(stop.signal));
    ended = done;
    running = stop;
  };

  return {
    start,
    stop: async () => {
      running?.abort(new DOMException('The tunnel was closed.', 'AbortError'));
      running = null;
      await ended;
      if (running !== null) return;
      status.closed();
      answer(asked);
    },
    report: status.report,
    onChange: status.onChange,
    prove: (path) => {
      if (running === null) return Promise.resolve(status.report());
      return new Promise((resolve) => {
        asked = [...asked, { path: path ?? null, answer: resolve }];
        wake.ring();
      });
    },
    resumed,
    pathsChanged: () => {
      const isOpen = held !== null && pathChecks.isAnyOpen(options.paths(held.origin));
      if (isOpen && status.isProven()) disturb();
    },
    acknowledgeMove: status.acknowledgeMove,
  };
}

const internalFailure: TunnelFailure = {
  code: 'internal',
  sentence: 'The tunnel could not be opened. Try again. The log has the details.',
  needsPerson: false,
};

const tickMs = 1_000;
/** A busy computer is late too. */
const jumpMs = 5_000;

/**
 * Notices that the computer slept, or that its clock was set: both are a reason to prove anew.
 * Calls `onJump` after each jump, either way. @returns what ends it.
 */
function watchClock(clock: Clock, onJump: () => void): () => void {
  let last = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    const isJump = Math.abs(now - last - tickMs) > jumpMs;
    last = now;
    if (isJump) onJump();
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A pause that something can end early. */
interface Wake {
  /** Ends the pause that is under way, if its reason holds. */
  ring(): void;
  /**
   * Resolves after `ms` (null: never by itself), when `signal` aborts, or as soon as `isUrgent` holds
   * at the start or at a ring.
   */
  pause(ms: number | null, isUrgent: () => boolean, signal: AbortSignal): Promise<void>;
}

function createWake(): Wake {
  let check: () => void = () => undefined;
  return {
    ring: () => check(),
    pause: (ms, isUrgent, signal) =>
      new Promise((resolve) => {
        const done = () => {
          if (timer !== null) clearTimeout(timer);
          signal.removeEventListener('abort', done);
          check = () => undefined;
          resolve();
        };
        const timer = ms === null ? null : setTimeout(done, ms);
        signal.addEventListener('abort', done, { once: true });
        check = () => {
          if (signal.aborted || isUrgent()) done();
        };
        check();
      }),
  };
}
