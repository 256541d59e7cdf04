import { describe, expect, it } from 'vitest';
import type { SignatureCheckCounts } from '../../../bridge/webhooks.ts';
import {
  countedSignatureChecks,
  isVerified,
  signatureCheckKinds,
  summaryOf,
  toneOfSignatureCheck,
} from './signature-checks.ts';

const counts: SignatureCheckCounts = {
  genuine: 100,
  genuineReserialised: 20,
  duplicateKeys: 2,
  otherWebhook: 3,
  wrong: 0,
  missing: 5,
  notYetJudged: 7,
};

describe('verdicts', () => {
  it('a summary loses none of them', () => {
    const { genuine, notProved, waiting } = summaryOf(counts);
    expect({ genuine, notProved, waiting }).toEqual({ genuine: 120, notProved: 10, waiting: 7 });
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(genuine + notProved + waiting).toBe(all);
  });

  it('kinds that never occurred are left out', () => {
    expect(countedSignatureChecks(counts)).toEqual([
      { kind: 'genuine', count: 100 },
      { kind: 'genuine-reserialised', count: 20 },
      { kind: 'duplicate-keys', count: 2 },
      { kind: 'other-webhook', count: 3 },
      { kind: 'missing', count: 5 },
      { kind: 'not-yet-judged', count: 7 },
    ]);
  });

  it('only what is genuine on its exact bytes is green', () => {
    expect(signatureCheckKinds.filter((kind) => toneOfSignatureCheck(kind) === 'green')).toEqual([
      'genuine',
    ]);
  });

  it('only what is genuine can be forwarded', () => {
    expect(signatureCheckKinds.filter(isVerified)).toEqual(['genuine', 'genuine-reserialised']);
  });
});
