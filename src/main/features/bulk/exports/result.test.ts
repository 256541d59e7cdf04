import { expect, it } from 'vitest';
import type { RowIssue } from '../../../../bridge/bulk.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import { nothingYet } from '../drafts/summary.ts';
import type { RowInState, StoredRun } from '../runs/stored-rows.ts';
import { problems, type ResultParts, requested, result, unsent } from './result.ts';

const run: StoredRun = {
  number: 1,
  id: 'run',
  kind: 'virtualAccount',
  fileName: 'new.csv',
  sha256: 'ab',
  createdAt: '2026-11-23T12:00:00.000Z',
  state: 'done',
  stateAt: null,
  cause: null,
  sentence: null,
  endedAt: null,
  knownUntil: null,
};

const row: RowInState = {
  row: 2,
  state: 'created',
  input: {},
  key: null,
  resourceId: 'virtualAccount_a',
  reason: null,
  name: null,
  reference: null,
  ownName: null,
  hasMismatch: false,
};

const body = {
  fees: { totalBpsRate: 65 },
  depositInstructions: {
    currency: 'USD',
    bankAccountNumber: 900000012345,
    depositReference: 'BRGX7T2K',
  },
};

const partsOf = (concerns: Partial<ResultParts['concerns']> = {}): ResultParts => ({
  repository: {
    rowsAfter: (_run, after) => (after === 0 ? [row] : []),
    earlierKeys: () => new Map(),
    counts: () => new Map([['created', 1]]),
  },
  intents: { getAll: () => new Map() },
  records: {
    contents: () => new Map([['virtualAccount_a', { body, entered: {}, observations: 1 }]]),
  },
  concerns: {
    departing: () => new Map(),
    heldBack: () => new Map(),
    followed: () => Promise.resolve(),
    ...concerns,
  },
});

async function firstLine(source: ReturnType<typeof result>) {
  for await (const [line] of source.parts()) if (line !== undefined) return line;
  throw new Error('There is no line.');
}

it('numbers where the service owes text stand in a result as they do in lists', async () => {
  const source = result(run, partsOf(), 'xlsx');
  const line = await firstLine(source);
  const cell = (heading: string) => line[source.headings.indexOf(heading)];
  expect(cell('totalBpsRate')).toBe('65');
  expect(cell('deposit bankAccountNumber')).toBe('900000012345');
  expect(cell('deposit bankName')).toBe('');
  expect(cell('other instructions')).toBe('depositReference: BRGX7T2K');
});

it('holds instructions back of which a change is known, and not looked through yet', async () => {
  const held = new Map<string, readonly string[]>();
  const parts = partsOf({
    heldBack: () => held,
    async followed() {
      await Promise.resolve();
      held.set('virtualAccount_a', ['It changed.']);
    },
  });
  const source = result(run, parts, 'csv');
  const line = await firstLine(source);
  const cell = (heading: string) => line[source.headings.indexOf(heading)];
  expect(cell('instructions withheld because')).toBe('It changed.');
  expect(cell('deposit bankAccountNumber')).toEqual({ text: '' });
});

it('holds what keeps rows from being sent, with the value that stands in the file', () => {
  const remark = (severity: 'error' | 'warning', sentence: string): RowIssue => ({
    severity,
    code: 'x',
    sentence,
    like: null,
    field: 'walletAddress',
    column: 'Wallet',
  });
  const bad: CheckedFileRow = {
    row: 7,
    input: null,
    fingerprint: null,
    sameness: null,
    customerName: null,
    doubts: [],
    reference: null,
    ownName: null,
    values: [{ field: 'walletAddress', value: '0x12' }],
    remarks: [
      remark('error', 'Too short.'),
      remark('warning', 'Look at it.'),
      { ...remark('error', 'Blank.'), field: 'network', column: null },
    ],
  };
  const summary = { ...nothingYet, errors: 2, lists: { ...nothingYet.lists, bad: [bad] } };
  const { headings, parts, total } = problems({ summary });
  expect(headings).toEqual(['row', 'column', 'value', 'problem']);
  expect([...parts()].flat()).toEqual([
    [7, 'Wallet', '0x12', 'Too short.'],
    [7, 'network', '', 'Blank.'],
  ]);
  expect(total).toBe(2);
});

const toSend = { customerId: 'customer_ada', walletAddress: '0x12', network: 'base' };
/** As an erasure or the retention leaves it. */
const reduced = { customerId: 'customer_ada', network: 'base' };

function unsentOf(...inputs: readonly object[]) {
  const rows = inputs.map(
    (input, at): RowInState => ({ ...row, state: 'unsent', row: at + 2, input: { ...input } }),
  );
  const repository = {
    neverSent: (_run: number, after: number, limit: number) =>
      rows.filter((one) => one.row > after).slice(0, limit),
    counts: () => new Map([['unsent', rows.length]] as const),
  };
  return unsent(run, repository, new Set());
}

it('rows that were not sent are a file to send, without those whose content was removed', () => {
  const { headings, parts } = unsentOf(reduced, toSend);
  const wallets = [...parts()].flat().map((line) => line[headings.indexOf('walletAddress')]);
  expect(wallets).toEqual(['0x12']);
  // However many come before the first of them.
  const many = Array.from({ length: 150 }, () => reduced);
  expect([...unsentOf(...many, toSend).parts()].flat()).toHaveLength(1);
});

it.each([
  ['no row was left', [], 'every row of this run was sent'],
  ['what they say was removed', [reduced, reduced], 'Use the original file'],
])('says that there is no file of rows to send where %s', (_, inputs, said) => {
  expect(() => unsentOf(...inputs)).toThrow(said);
});

it('rows that were requested and not sent are the same file, with what is kept beside them', () => {
  const more = { reference: 'INV-7', ownName: null };
  const rows = [reduced, toSend].map((input) => ({ ...more, input }));
  const { headings, parts } = requested({ kind: 'virtualAccount', rows }, new Set());
  const [line = [], ...others] = [...parts()].flat();
  expect(others).toEqual([]);
  expect(headings).toEqual(unsentOf(toSend).headings);
  expect(line[headings.indexOf('walletAddress')]).toBe('0x12');
  expect(line[headings.indexOf('reference')]).toBe('INV-7');
});
