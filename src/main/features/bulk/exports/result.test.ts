import { expect, it } from 'vitest';
import type { RowInState, StoredRun } from '../runs/stored-rows.ts';
import { type ResultParts, result } from './result.ts';

const run: StoredRun = {
  ...{ number: 1, id: 'run', kind: 'virtualAccount', fileName: 'new.csv', sha256: 'ab' },
  ...{ createdAt: '2026-11-23T12:00:00.000Z', state: 'done', stateAt: null },
  ...{ cause: null, sentence: null, endedAt: null },
};

const row: RowInState = {
  ...{ row: 2, state: 'created', input: {}, key: null, resourceId: 'virtualAccount_a' },
  ...{ reason: null, name: null, reference: null, ownName: null, hasMismatch: false },
};

const body = {
  fees: { totalBpsRate: 65 },
  depositInstructions: { currency: 'USD', bankAccountNumber: 900000012345 },
};

it('numbers where the service owes text stand in a result as they do in lists', () => {
  const parts: ResultParts = {
    repository: {
      rowsAfter: (_run, after) => (after === 0 ? [row] : []),
      earlierKeys: () => new Map(),
      counts: () => new Map([['created', 1]]),
    },
    intents: { getAll: () => new Map() },
    records: {
      contents: () => new Map([['virtualAccount_a', { body, entered: {}, observations: 1 }]]),
    },
    concerns: { departing: () => new Map(), heldBack: () => new Map() },
  };
  const source = result(run, parts, 'xlsx');
  const [line = []] = [...source.parts()].flat();
  const cell = (heading: string) => line[source.headings.indexOf(heading)];
  expect(cell('totalBpsRate')).toBe('65');
  expect(cell('deposit bankAccountNumber')).toBe('900000012345');
  expect(cell('deposit bankName')).toBe('');
});
