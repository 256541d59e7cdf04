/** Verdicts in tones and sums. */
import type { z } from 'zod';
import type { verdictKind } from '../../../bridge/deliveries.ts';
import type { VerdictCounts } from '../../../bridge/webhooks.ts';
import type { Tone } from '../../components/status-mark.tsx';

export type VerdictKind = z.infer<typeof verdictKind>;

export const verdictKinds: readonly VerdictKind[] = [
  'genuine',
  'genuine-reserialised',
  'duplicate-keys',
  'other-webhook',
  'wrong',
  'missing',
  'not-yet-judged',
];

const tones: Record<VerdictKind, Tone> = {
  genuine: 'green',
  // Genuine, and yet something between the service and here changed the bytes.
  'genuine-reserialised': 'amber',
  'duplicate-keys': 'red',
  'other-webhook': 'amber',
  wrong: 'red',
  missing: 'red',
  'not-yet-judged': 'blue',
};

export const toneOfVerdict = (kind: VerdictKind): Tone => tones[kind];

export const isGenuine = (kind: VerdictKind): boolean =>
  kind === 'genuine' || kind === 'genuine-reserialised';

/** What a list has room for. */
export function summaryOf(counts: VerdictCounts): {
  genuine: number;
  notProved: number;
  waiting: number;
} {
  return {
    genuine: counts.genuine + counts.genuineReserialised,
    notProved: counts.otherWebhook + counts.duplicateKeys + counts.wrong + counts.missing,
    waiting: counts.notYetJudged,
  };
}

/** Kinds that occurred, with how often. */
export function countedVerdicts(counts: VerdictCounts): { kind: VerdictKind; count: number }[] {
  const byKind: Record<VerdictKind, number> = {
    genuine: counts.genuine,
    'genuine-reserialised': counts.genuineReserialised,
    'duplicate-keys': counts.duplicateKeys,
    'other-webhook': counts.otherWebhook,
    wrong: counts.wrong,
    missing: counts.missing,
    'not-yet-judged': counts.notYetJudged,
  };
  return verdictKinds
    .map((kind) => ({ kind, count: byKind[kind] }))
    .filter(({ count }) => count > 0);
}
