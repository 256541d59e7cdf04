import { expect, it } from 'vitest';
import type { AuditEntry } from '../../core/audit/types.ts';
import { auditedWithin } from './close-audit.ts';

const entry = (sequence: number, at: string): AuditEntry => ({
  sequence,
  at,
  action: 'drift.signed-off',
  facts: {},
  hash: '',
});

it('what a clock that was set back dated before the period hides nothing that came earlier', async () => {
  const log = [
    entry(1, '2026-11-02T12:00:00.000Z'),
    // Set back for longer than a page of the log.
    ...Array.from({ length: 450 }, (_, index) => entry(index + 2, '2026-09-01T12:00:00.000Z')),
    entry(452, '2026-11-03T12:00:00.000Z'),
    entry(453, '2026-12-01T12:00:00.000Z'),
  ].toReversed();
  const list = ({ offset, limit }: { offset: number; limit: number }) => ({
    rows: log.slice(offset, offset + limit),
    total: log.length,
  });
  const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
  const found = await auditedWithin({ list }, november, new AbortController().signal);
  expect(found.map(({ sequence }) => sequence)).toEqual([1, 452]);
});
