/** What a supervisor tells about its tunnel: the state, the last proof, and whether the address moved. */
import type { Clock } from '../../../../platform/clock.ts';
import type { PathCheck } from './path-checks.ts';
import type { TunnelFailure } from './tunnel.ts';
import type { TunnelMove, TunnelReport, TunnelState } from './tunnel-state.ts';

export function createStatus(
  clock: Clock,
  knownOrigin: string | null,
  paths: () => ReadonlyMap<string, PathCheck>,
) {
  const listeners = new Set<() => void>();
  let state: TunnelState = { state: 'closed', since: clock.now() };
  let lastProvenAt: number | null = null;
  let moved: TunnelMove | null = null;
  let origin = knownOrigin;

  const become = (next: TunnelState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** Since when the state is what it becomes: a failure that goes on began with the first one. */
  const sinceOf = (name: TunnelState['state']): number =>
    state.state === name ? state.since : clock.now();

  return {
    report: (): TunnelReport => ({ state, lastProvenAt, moved, paths: paths() }),
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    closed: () => become({ state: 'closed', since: sinceOf('closed') }),
    /** An attempt begins. What failed before stays said until something else is known. */
    trying: () => {
      if (state.state === 'closed') become({ state: 'opening', since: clock.now() });
      else if (state.state === 'failing') become({ ...state, nextTryAt: null });
    },
    /** It is open at this address, and nothing is known about it yet. */
    opened: (at: string) => {
      if (origin !== null && origin !== at) {
        const from = moved?.from ?? origin;
        moved = from === at ? null : { from, to: at, at: clock.now() };
      }
      origin = at;
      if (state.state === 'opening' || state.state === 'proving') {
        become({ state: 'proving', since: clock.now(), publicOrigin: at });
      } else if (state.state === 'failing') become({ ...state, publicOrigin: at });
    },
    /** After a pause nothing is known about it, whatever was proven before. */
    doubted: () => {
      if (state.state !== 'proven') return;
      become({ state: 'proving', since: clock.now(), publicOrigin: state.publicOrigin });
    },
    proven: (publicOrigin: string, proof: { at: number; tookMs: number }, nextProofAt: number) => {
      lastProvenAt = proof.at;
      const { at, tookMs } = proof;
      const since = sinceOf('proven');
      become({ state: 'proven', since, publicOrigin, at, tookMs, nextProofAt });
    },
    failing: (
      reason: TunnelFailure,
      { publicOrigin, failures, nextTryAt }: Omit<Failing, 'state' | 'since' | 'reason'>,
    ) => {
      // A class instance would carry more over the bridge than these three.
      const { code, sentence, needsPerson } = reason;
      const plain = { code, sentence, needsPerson };
      const since = sinceOf('failing');
      become({ state: 'failing', since, publicOrigin, reason: plain, failures, nextTryAt });
    },
    notProvable: (publicOrigin: string, reason: TunnelFailure, nextTryAt: number) => {
      const since = sinceOf('not-provable');
      become({ state: 'not-provable', since, publicOrigin, reason, nextTryAt });
    },
    /** How long it has been proven without a failure; 0 when it is not. */
    provenForMs: (): number => (state.state === 'proven' ? clock.now() - state.since : 0),
    isProven: (): boolean => state.state === 'proven',
    isWaitingForPerson: (): boolean => state.state === 'failing' && state.reason.needsPerson,
    acknowledgeMove: () => {
      moved = null;
      become(state);
    },
  };
}

type Failing = Extract<TunnelState, { state: 'failing' }>;
