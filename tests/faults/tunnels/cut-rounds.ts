/**
 * Cuts a tunnel over a real sshd, by reset and by silence in turns, at moments that the seed draws,
 * and measures from the cut to the return of the next nonce. A proof counts only if the cut was seen
 * (`failing`) and its nonce came back afterwards. Once a cut was seen, no report may say `proven` with
 * a proof from before it: each one is looked at, for as long as the round lasts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import type { TunnelSupervisor } from '../../../src/main/features/webhooks/tunnels/supervisor.ts';
import { startPublicSide } from '../../tunnels/support/public-side.ts';
import { isProven, until } from '../../tunnels/support/until.ts';

export type CutKind = 'reset' | 'silence';

export interface Cut {
  readonly kind: CutKind;
  /** From the cut to the next nonce that came back, in milliseconds; null when none did within 30 s. */
  readonly provenAgainMs: number | null;
}

export interface CutReport {
  readonly cuts: readonly Cut[];
  /** Cuts of each kind. */
  readonly resets: number;
  readonly silences: number;
  /** Proven again within 5 s of the cut. */
  readonly inTime: number;
  /** What did not hold, a sentence each. */
  readonly breaches: readonly string[];
}

export const inTimeMs = 5_000;
const givenUpMs = 30_000;

export async function cutRounds(options: {
  readonly cuts: number;
  readonly seed: number;
  readonly onCut?: (cut: Cut) => void;
}): Promise<CutReport> {
  const draw = seeded(options.seed);
  const cuts: Cut[] = [];
  const breaches: string[] = [];
  await using side = await startPublicSide();
  const { supervisor, relay } = side;
  supervisor.start();
  await until(supervisor, isProven);
  for (let round = 1; round <= options.cuts; round++) {
    // So that cuts fall on every moment between two keepalives.
    await pause(500 + draw() * 2_000);
    const kind: CutKind = round % 2 === 1 ? 'reset' : 'silence';
    const cutAt = Date.now();
    if (kind === 'reset') relay.reset();
    else relay.silence();
    const watch = watchForStale(supervisor, cutAt);
    const cut = { kind, provenAgainMs: await provenAgain(supervisor, cutAt) };
    if (watch.end()) breaches.push(`cut ${round} by ${kind}: an old proof was shown after it`);
    cuts.push(cut);
    options.onCut?.(cut);
    if (cut.provenAgainMs === null) {
      const { state } = supervisor.report();
      breaches.push(`cut ${round} by ${kind}: not proven within 30 s: ${JSON.stringify(state)}`);
    }
  }
  const inTime = cuts.filter(({ provenAgainMs: ms }) => ms !== null && ms <= inTimeMs).length;
  const count = (wanted: CutKind) => cuts.filter(({ kind }) => kind === wanted).length;
  return { cuts, resets: count('reset'), silences: count('silence'), inTime, breaches };
}

/** `end` tells whether a report called it proven by a proof from before the cut, once that was seen. */
function watchForStale(supervisor: TunnelSupervisor, cutAt: number): { end(): boolean } {
  let isSeen = false;
  let isStale = false;
  const stop = supervisor.onChange(() => {
    const { state } = supervisor.report();
    if (state.state === 'failing') isSeen = true;
    if (isSeen && state.state === 'proven' && state.at < cutAt) isStale = true;
  });
  return {
    end() {
      stop();
      return isStale;
    },
  };
}

/** It must have been seen failing first: a proof from before the cut doesn't count. */
async function provenAgain(supervisor: TunnelSupervisor, cutAt: number): Promise<number | null> {
  const left = () => Math.max(1, cutAt + givenUpMs - Date.now());
  try {
    await until(supervisor, ({ state }) => state.state === 'failing', left());
    const { lastProvenAt } = await until(supervisor, isProven, left());
    return lastProvenAt === null || lastProvenAt < cutAt ? null : lastProvenAt - cutAt;
  } catch {
    return null;
  }
}
