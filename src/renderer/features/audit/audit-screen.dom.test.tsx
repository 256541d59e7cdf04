/** Pages of the audit log: what stands there is the page that was turned to last. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditEntryView } from '../../../bridge/audit.ts';
import { type Answers, showPage } from '../../app/testing/show-page.tsx';
import { AuditScreen } from './audit-screen.tsx';
import { auditTexts as texts } from './texts.ts';

const total = 250;
/** The first two of a page: more would only take time. */
const rowsFrom = (offset: number): AuditEntryView[] =>
  Array.from({ length: 2 }, (_, index) => ({
    sequence: total - offset - index,
    at: new Date(Date.parse('2026-11-20T12:00:00.000Z') - (offset + index) * 1_000).toISOString(),
    action: 'vault.unlocked',
    facts: {},
    hash: 'f'.repeat(64),
  }));

type List = NonNullable<NonNullable<Answers['audit']>['list']>;

function open(list: List = ({ offset = 0 }) => ({ rows: rowsFrom(offset), total })) {
  const page = showPage(<AuditScreen />, { audit: { list } }, '/audit');
  const first = () => screen.getAllByRole('row')[1]?.firstElementChild?.textContent;
  const shows = (sequence: number) => waitFor(() => expect(first()).toBe(String(sequence)));
  return { ...page, shows };
}

it('older and newer turn a page, and an older page keeps to what there was', async () => {
  const { press, button, shows, asked } = open();
  await shows(250);
  expect(await button(texts.newer)).toHaveProperty('disabled', true);
  await press(texts.older);
  await shows(150);
  await press(texts.older);
  await shows(50);
  expect(await button(texts.older)).toHaveProperty('disabled', true);
  await press(texts.newer);
  await shows(150);
  await press(texts.newer);
  await shows(250);
  const of = (to: string | null, offset: number) =>
    expect.objectContaining({ offset, filter: expect.objectContaining({ to }) });
  const until = '2026-11-20T12:00:00.001Z';
  expect(asked('audit.list')).toEqual([of(null, 0), of(until, 100), of(until, 200)]);
});

it('a page that comes late is not shown over the one that was turned to since, nor under its numbers', async () => {
  const late = Promise.withResolvers<{ rows: AuditEntryView[]; total: number }>();
  const { press, shows } = open(({ offset = 0 }) =>
    offset === 100 ? late.promise : { rows: rowsFrom(offset), total },
  );
  await shows(250);
  expect(screen.getByText(texts.range('1', '2', '250'))).toBeDefined();
  await press(texts.older);
  await shows(250);
  expect(screen.queryByText(texts.range('101', '102', '250'))).toBeNull();
  await press(texts.newer);
  await act(async () => late.resolve({ rows: rowsFrom(100), total }));
  await shows(250);
  expect(screen.getByText(texts.range('1', '2', '250'))).toBeDefined();
});

it('shows IDs of the team’s log short, also several of one fact, each to be copied whole', async () => {
  const one = 'ab'.repeat(32);
  const other = 'cd'.repeat(32);
  const facts = { proposal: one, approvals: [one, other] };
  const { shows } = open(() => ({
    rows: rowsFrom(0).map((row) => ({ ...row, action: 'approval.sent', facts })),
    total,
  }));
  await shows(250);
  const copied = screen.getAllByRole('button').filter(({ title }) => title.length === 64);
  expect(copied.slice(0, 3).map(({ title }) => title)).toEqual([one, one, other]);
  expect(document.body.textContent).not.toContain(one);
});

it.each(['abc', '2026-1', '2026-02-30'])(
  'says that “%s” is no day, and filters nothing by it',
  async (text) => {
    const { enter, user, shows, field, asked } = open();
    await shows(250);
    await enter(texts.filters.from, text);
    await user.tab();
    expect(await screen.findByText(texts.filters.wrongDay)).toBeDefined();
    expect((await field(texts.filters.from)).getAttribute('aria-invalid')).toBe('true');
    expect(asked('audit.list')).toHaveLength(1);
    await enter(texts.filters.from, '2026-11-01');
    await waitFor(() => expect(asked('audit.list')).toHaveLength(2));
    expect(screen.queryByText(texts.filters.wrongDay)).toBeNull();
  },
);

it('checks every entry at each opening, also where an earlier check passed', async () => {
  const state = () => ({
    entries: total,
    head: null,
    alarm: null,
    person: null,
    fingerprint: 'ab12',
    verification: { state: 'intact' as const, at: '2026-11-20T08:00:00.000Z', entries: 2 },
  });
  const list: List = () => ({ rows: rowsFrom(0), total });
  const { asked, show } = showPage(<AuditScreen />, { audit: { list, state } }, '/audit');
  await waitFor(() => expect(asked('audit.verify')).toHaveLength(1));
  show(null);
  show(<AuditScreen />);
  await waitFor(() => expect(asked('audit.verify')).toHaveLength(2));
});

it('shortens a digest among the facts, and has it whole to copy and on hover', async () => {
  const sha256 = `${'1'.repeat(60)}abcd`;
  const [entry] = rowsFrom(0);
  open(() => ({ rows: entry === undefined ? [] : [{ ...entry, facts: { sha256 } }], total: 1 }));
  const digest = await screen.findByTitle(sha256);
  expect(digest.textContent).toContain('111111…abcd');
  expect(digest.textContent).toContain('SHA-256');
  expect(screen.queryByText(sha256)).toBeNull();
});
