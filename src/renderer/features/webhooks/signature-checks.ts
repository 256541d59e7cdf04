/** Verdicts in tones and sums. */
import type { z } from 'zod';
import type { signatureCheckKind } from '../../../bridge/deliveries.ts';
import type { SignatureCheckCounts } from '../../../bridge/webhooks.ts';
import type { Tone } from '../../components/status-mark.tsx';

export type SignatureCheckKind = z.infer<typeof signatureCheckKind>;

export const signatureCheckKinds: readonly SignatureCheckKind[] = [
  'genuine',
  'genuine-reserialised',
  'duplicate-keys',
  'other-webhook',
  'wrong',
  'missing',
  'not-yet-judged',
];

const tones: Record<SignatureCheckKind, Tone> = {
  genuine: 'green',
  // Genuine, and yet something between the service and here changed the bytes.
  'genuine-reserialised': 'amber',
  'duplicate-keys': 'red',
  'other-webhook': 'amber',
  wrong: 'red',
  missing: 'red',
  'not-yet-judged': 'blue',
};

export const toneOfSignatureCheck = (kind: SignatureCheckKind): Tone => tones[kind];

export const isVerified = (kind: SignatureCheckKind): boolean =>
  kind === 'genuine' || kind === 'genuine-reserialised';

/** What a list has room for. */
export function summaryOf(counts: SignatureCheckCounts): {
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
export function countedSignatureChecks(
  counts: SignatureCheckCounts,
): { kind: SignatureCheckKind; count: number }[] {
  const byKind: Record<SignatureCheckKind, number> = {
    genuine: counts.genuine,
    'genuine-reserialised': counts.genuineReserialised,
    'duplicate-keys': counts.duplicateKeys,
    'other-webhook': counts.otherWebhook,
    wrong: counts.wrong,
    missing: counts.missing,
    'not-yet-judged': counts.notYetJudged,
  };
  return signatureCheckKinds
    .map((kind) => ({ kind, count: byKind[kind] }))
    .filter(({ count }) => count > 0);
}
