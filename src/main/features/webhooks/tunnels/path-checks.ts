/**
 * Which paths of webhooks came back through a tunnel. A proxy may pass one on and not another, so each
 * is proved on its own; what was found out counts only until the tunnel is opened again, or in doubt.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { ReachabilityFailure } from './reachability-failures.ts';
import type { TunnelFailure, TunnelFailureCode } from './tunnel.ts';

/** The last proof of one path. Times are milliseconds since 1970. */
export type PathCheck =
  | { readonly state: 'proven'; readonly at: number }
  | {
      readonly state: 'failed';
      readonly at: number;
      readonly reason: TunnelFailure;
      /** null when it never came back in this time. */
      readonly lastProvenAt: number | null;
    };

/** Something answered, so the way stands: it may be this path alone that leads elsewhere. */
const ofOnePath: readonly TunnelFailureCode[] = [
  'redirected',
  'wrong-answer',
  'answer-lost',
  'not-back',
];

export const isOfOnePath = ({ kind, failure }: ReachabilityFailure): boolean =>
  kind === 'failed' && ofOnePath.includes(failure.code);

export function createPathChecks(clock: Clock) {
  let proofs: ReadonlyMap<string, PathCheck> = new Map();
  const put = (path: string, proof: PathCheck): void => {
    proofs = new Map([...proofs, [path, proof]]);
  };
  const isOpen = (path: string): boolean => !proofs.has(path);

  return {
    /** The same object until something changes. */
    all: () => proofs,
    proven: (path: string, at: number) => put(path, { state: 'proven', at }),
    failed(path: string, { code, sentence, needsPerson }: TunnelFailure): void {
      const before = proofs.get(path);
      const lastProvenAt = before?.state === 'proven' ? before.at : (before?.lastProvenAt ?? null);
      const reason = { code, sentence, needsPerson };
      put(path, { state: 'failed', at: clock.now(), reason, lastProvenAt });
    },
    /** Nothing is known about any of them any more. */
    clear(): void {
      if (proofs.size > 0) proofs = new Map();
    },
    isAnyOpen: (paths: readonly string[]): boolean => paths.some(isOpen),
    /** What was never proved first, then the one that was looked at longest ago. */
    next(paths: readonly string[]): string | null {
      const lookedAt = (path: string) => proofs.get(path)?.at ?? Number.NEGATIVE_INFINITY;
      const [first] = paths.toSorted((one, other) => lookedAt(one) - lookedAt(other));
      return paths.find(isOpen) ?? first ?? null;
    },
    /** Those that can tell whether the tunnel works where `path` failed: all but failed ones. */
    others: (paths: readonly string[], path: string): readonly string[] =>
      paths.filter((other) => other !== path && proofs.get(other)?.state !== 'failed'),
  };
}
