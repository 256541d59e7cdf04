/** What a person makes of a line: of the one that is shown, and what failed is said until something else is done. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LineDetail, Reconciliation } from '../../../bridge/reconcile.ts';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { stateTexts } from '../../texts/states.ts';
import { LinePanel } from './line-panel.tsx';
import { OneScreen } from './one-screen.tsx';
import { reconcileTexts } from './texts.ts';

const { line: texts, one: oneTexts } = reconcileTexts;

const payout = (id: string): NonNullable<LineDetail['payout']> => ({
  id,
  amount: '100',
  currency: 'USD',
  customerName: null,
  state: 'PAID',
  isKnownState: true,
  created: null,
  reference: null,
});

const line = (row: number, more: Partial<LineDetail> = {}): LineDetail => ({
  row,
  amount: '100',
  currency: 'USD',
  direction: 'in',
  booked: '2026-11-20',
  party: null,
  text: '',
  references: [],
  transaction: null,
  state: 'likely',
  valued: null,
  accounts: [],
  from: null,
  to: null,
  problem: null,
  payout: payout(`payout_${row}`),
  evidence: [],
  reason: null,
  named: null,
  duplicateOf: null,
  decidedAt: null,
  decidedBy: null,
  isChosen: false,
  note: '',
  candidates: [],
  candidateCount: 0,
  namedPayout: null,
  ...more,
});

const one: Reconciliation = {
  id: 'c'.repeat(32),
  kind: 'bank',
  format: 'csv',
  fileName: 'a.csv',
  sha256: '',
  status: 'ready',
  createdAt: '2026-11-20T12:00:00.000Z',
  createdBy: null,
  matchedAt: null,
  isOutdated: false,
  firstDay: null,
  lastDay: null,
  windowDays: 3,
  notes: [],
  balances: [],
  lines: 2,
  states: [{ state: 'certain', count: 2, totals: [] }],
};

const Panel = ({ row }: { row: number }) => (
  <SplitView
    list={null}
    selected={row}
    detail={(opened) => <LinePanel one={one} part="matched" row={opened} />}
  />
);

const open = (more: Answers['reconcile'] = {}, answers: Answers = {}) =>
  showPage(<Panel row={1} />, {
    reconcile: { line: ({ row }) => line(row), ...more },
    ...answers,
  });

const said = (sentence: string) => Promise.reject(new ORPCError('INVALID', { data: { sentence } }));

it('confirms its own line, and a failure of that is not said of the next', async () => {
  const confirmed = Promise.withResolvers<never>();
  const { press, show, button, asked } = open({ confirm: () => confirmed.promise });
  // Both are read: nothing but the line changes from then on.
  show(<Panel row={2} />);
  await screen.findByText('payout_2');
  show(<Panel row={1} />);
  await press(texts.confirm);
  show(<Panel row={2} />);
  await screen.findByText('payout_2');
  expect(await button(texts.confirm)).toHaveProperty('disabled', false);
  await act(async () => confirmed.reject(new Error('no')));
  expect(screen.queryByText(texts.failed)).toBeNull();
  expect(asked('reconcile.confirm')).toEqual([
    { id: one.id, profileId: 'profile_a', knownAt: null, rows: [{ row: 1, payoutId: 'payout_1' }] },
  ]);
});

it('a confirmation that failed is said no more once the line is decided otherwise', async () => {
  const { press, enter, button } = open({
    confirm: () => said('Not now.'),
    noPayout: ({ row }) => line(row, { state: 'none', payout: null, note: 'Bank fee.' }),
  });
  await press(texts.confirm);
  await screen.findByText('Not now.');
  await press(texts.noPayout);
  await enter(texts.note, 'Bank fee.');
  await press(texts.noPayoutAction);
  await button(texts.undo);
  expect(screen.queryByText('Not now.')).toBeNull();
});

it('another payout of another amount needs a note, which stays where it could not be kept', async () => {
  const choose = Promise.withResolvers<never>();
  const { press, enter, button, field, user, asked } = open(
    {
      line: ({ row }) =>
        line(row, {
          state: 'ambiguous',
          payout: null,
          candidates: [{ payout: payout('payout_9'), score: 1, evidence: [] }],
        }),
      choose: () => choose.promise,
    },
    {
      payouts: {
        get: () => ({ customerName: 'Ada', in: { amount: '90', currency: 'USD' } }),
      },
    },
  );
  await press(texts.choose);
  await enter(texts.note, ' ');
  expect(await button(texts.chooseAction)).toHaveProperty('disabled', true);
  await enter(texts.note, 'Less a fee.');
  await twice(await button(texts.chooseAction));
  await user.keyboard('{Escape}');
  await press(stateTexts.cancel);
  await act(async () => choose.reject(new ORPCError('INVALID', { data: { sentence: 'No.' } })));
  await screen.findByText('No.');
  expect((await field(texts.note)).value).toBe('Less a fee.');
  expect(asked('reconcile.choose')[0]).toEqual({
    id: one.id,
    profileId: 'profile_a',
    knownAt: null,
    row: 1,
    payoutId: 'payout_9',
    note: 'Less a fee.',
  });
});

it('a payout that is confirmed for another line says so, and is not chosen', async () => {
  const found = ['payout_8', 'payout_9'].map((id) => {
    const { amount, currency, ...row } = payout(id);
    return { ...row, in: { amount, currency } };
  });
  const { enter } = open(
    {
      confirmed: ({ payoutId }) => [
        { kind: payoutId === 'payout_8' ? 'bank' : 'chain', id: 'd'.repeat(32), row: 7 },
      ],
    },
    { payouts: { list: () => ({ rows: found }) } },
  );
  await enter(texts.others, 'payout');
  const link = await screen.findByRole('link', { name: texts.taken });
  expect(link.getAttribute('href')).toContain(`${'d'.repeat(32)}/decided/7`);
  const buttons = screen.getAllByRole('button', { name: texts.choose });
  expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([true, false]);
});

it('undoes what was decided, and shows the line as it is then', async () => {
  const { press, button, asked } = open({
    line: ({ row }) => line(row, { state: 'confirmed', decidedAt: one.createdAt }),
    undo: ({ row }) => line(row),
  });
  await press(texts.undo);
  await button(texts.confirm);
  expect(asked('reconcile.undo')).toEqual([
    { id: one.id, profileId: 'profile_a', knownAt: null, row: 1 },
  ]);
});

it('a confirmation of all says their sums and the first of them; every part says how many it has', async () => {
  const totals = [{ currency: 'USD', count: 2, amount: '12500.85' }];
  const digest = 'd'.repeat(64);
  const { press, asked } = showPage(<OneScreen id={one.id} part="matched" row={null} />, {
    reconcile: {
      get: () => ({ ...one, states: [{ state: 'certain', count: 2, totals }] }),
      lines: () => ({ rows: [], total: 2 }),
      certain: () => ({ digest, count: 2, totals, first: [line(1)] }),
      confirm: () => ({ confirmed: 2 }),
      payouts: () => ({
        rows: [],
        total: 7,
        totals: [],
        withoutAmount: 0,
        currencies: [],
        gapFrom: null,
      }),
    },
  });
  await screen.findByRole('link', { name: `${oneTexts.parts.payouts} 7` });
  await press(oneTexts.confirmCertain('2'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('12,500.85 USD')).toBeDefined();
  const named = within(await dialog.findByRole('list', { name: oneTexts.confirmLines }));
  await named.findByText(/100\.00 USD/);
  expect(named.getByText(oneTexts.confirmMore('1'))).toBeDefined();
  await press(oneTexts.confirmAction);
  // What was shown, and nothing else.
  await waitFor(() =>
    expect(asked('reconcile.confirm')).toMatchObject([{ id: one.id, rows: { digest } }]),
  );
});

it('a confirmation of all that failed is not said where it is asked anew', async () => {
  const { press } = showPage(<OneScreen id={one.id} part="matched" row={null} />, {
    reconcile: {
      get: () => one,
      lines: () => ({ rows: [], total: 0 }),
      certain: () => ({ digest: 'd'.repeat(64), count: 2, totals: [], first: [] }),
      confirm: () => said('Match again first.'),
    },
  });
  await press(oneTexts.confirmCertain('2'));
  await press(oneTexts.confirmAction);
  await screen.findByText('Match again first.');
  await press(stateTexts.cancel);
  await press(oneTexts.confirmCertain('2'));
  await screen.findByText(oneTexts.confirmBody('2'));
  await waitFor(() => expect(screen.queryByText('Match again first.')).toBeNull());
});

it('is read again and again while it is matched, and not once that was interrupted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let status: Reconciliation['status'] = 'interrupted';
  const { asked, readAgain } = showPage(<OneScreen id={one.id} part={null} row={null} />, {
    reconcile: { get: () => ({ ...one, status }) },
  });
  const reads = () => asked('reconcile.get').length;
  await screen.findByText(oneTexts.interrupted);
  const before = reads();
  await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  expect(reads()).toBe(before);
  // As matching again does.
  status = 'matching';
  await readAgain();
  await screen.findByText(oneTexts.working.matching);
  const then = reads();
  await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  expect(reads()).toBeGreaterThan(then + 5);
});
