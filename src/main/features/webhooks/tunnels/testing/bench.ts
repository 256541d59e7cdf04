/** A supervisor over a tunnel and proofs that a test plays; time is the test's too. */
import { pino } from 'pino';
import { systemClock } from '../../../../../platform/clock.ts';
import type { Random } from '../../../../../platform/random.ts';
import type { ReachabilityResult, ReachabilityTarget } from '../reachability-check.ts';
import { createSupervisor, type TunnelSupervisor } from '../supervisor.ts';
import type { Tunnel, TunnelEvents, TunnelFailure } from '../tunnel.ts';

export const origin = 'https://hooks.example.com';
/** Draws the middle: waits are three quarters of the whole, periods are exact. */
const middle: Random = { bytes: (length) => Buffer.alloc(length, Buffer.from([0x80, 0, 0, 0])) };

export const failure = (code: TunnelFailure['code'], needsPerson = false): TunnelFailure => ({
  code,
  sentence: `It is ${code}.`,
  needsPerson,
});
export const failed = (code: TunnelFailure['code']): ReachabilityResult => ({
  kind: 'failed',
  failure: failure(code),
});
export const unreached: ReachabilityResult = { kind: 'unreached', failure: failure('refused') };
export const checkNow = (): ReachabilityResult => ({
  kind: 'proven',
  at: systemClock.now(),
  tookMs: 7,
});

export interface Bench {
  readonly supervisor: TunnelSupervisor;
  /** What the next openings give: an origin, or an error. The last one stays. */
  readonly openings: (string | Error)[];
  /** What the next proofs come to; `hang` never answers. The last one stays. */
  readonly proofs: ((() => ReachabilityResult) | 'hang')[];
  readonly proved: ReachabilityTarget[];
  readonly opened: () => number;
  readonly closed: () => number;
  readonly events: () => TunnelEvents;
  end(reason: TunnelFailure): void;
  state(): ReturnType<TunnelSupervisor['report']>['state'];
}

export function bench(
  options: Partial<Tunnel> & {
    knownOrigin?: string;
    paths?: string[];
    /** What proofs on a path of its own come to, whatever stands in `proofs`. */
    answers?: Record<string, () => ReachabilityResult>;
  } = {},
): Bench {
  const openings: Bench['openings'] = [];
  const proofs: Bench['proofs'] = [];
  const proved: ReachabilityTarget[] = [];
  let opened = 0;
  let closed = 0;
  let end: (reason: TunnelFailure) => void = () => undefined;
  let events: TunnelEvents | null = null;
  const next = <T>(list: T[], otherwise: T): T =>
    (list.length > 1 ? list.shift() : list[0]) ?? otherwise;
  const tunnel: Tunnel = {
    kind: 'ssh',
    lasts: true,
    proveEveryMs: 30_000,
    canReopen: true,
    open: (_port, given, signal) => {
      signal.throwIfAborted();
      opened += 1;
      events = given;
      const opening = next<string | Error>(openings, origin);
      if (opening instanceof Error) return Promise.reject(opening);
      const { promise: ended, resolve } = Promise.withResolvers<TunnelFailure>();
      end = resolve;
      const close = () => {
        closed += 1;
        return Promise.resolve();
      };
      return Promise.resolve({ publicOrigin: opening, pinnedCertificate: null, ended, close });
    },
    ...options,
  };
  const paths = options.paths ?? ['aa'];
  const supervisor = createSupervisor({
    tunnel,
    localPort: 4711,
    prover: {
      prove: (target, signal) => {
        proved.push(target);
        const own = options.answers?.[target.path];
        const proof = own ?? next<Bench['proofs'][number]>(proofs, checkNow);
        if (proof !== 'hang') return Promise.resolve(proof());
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    },
    paths: () => paths,
    knownOrigin: options.knownOrigin ?? null,
    clock: systemClock,
    random: middle,
    log: pino({ level: 'silent' }),
  });
  return {
    supervisor,
    openings,
    proofs,
    proved,
    opened: () => opened,
    closed: () => closed,
    events: () => {
      if (events === null) throw new Error('it was not opened');
      return events;
    },
    end: (reason) => end(reason),
    state: () => supervisor.report().state,
  };
}
