/** What a person says became of a request: of the one that is shown, as it was read, and nothing of it is lost. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PossibleMatch, UnresolvedView } from '../../../bridge/unresolved.ts';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { stateTexts } from '../../texts/states.ts';
import { RequestPanel } from './request-panel.tsx';
import { unresolvedTexts } from './texts.ts';

const { settle, existsDialog, absentDialog, anotherDialog, again, against } = unresolvedTexts;
const ada = 'a'.repeat(32);
const bo = 'b'.repeat(32);
const at = '2026-11-20T12:00:00.000Z';

const match = (resourceId: string): PossibleMatch => ({
  resourceId,
  source: 'delivery',
  happenedAt: at,
  observedAt: at,
  fitsOthers: 0,
  eventId: null,
  eventName: null,
  same: ['Email'],
});

const request = (
  key: string,
  state: 'unknown' | 'absent',
  proposals: PossibleMatch[] = [],
): UnresolvedView => ({
  intent: {
    key,
    operation: 'createCustomer',
    state,
    input: { email: `${key.at(0)}@example.com` },
    journalledAt: at,
    settledAt: null,
    resourceId: null,
    sentence: '',
    messages: [],
    requestId: null,
    status: null,
    retryAt: null,
    repeats: null,
  },
  customerName: null,
  bulkRow: null,
  mismatches: [],
  history: [],
  repeatedBy: [],
  proposals,
  resolveBlocked: null,
  sendAgainBlocked: null,
});

const Panel = ({ id }: { id: string }) => (
  <SplitView
    list={null}
    selected={id}
    detail={(opened) => <RequestPanel intentKey={opened} part="unknown" />}
  />
);

const open = (more: Answers['unresolved'], state: 'unknown' | 'absent' = 'unknown') =>
  showPage(<Panel id={ada} />, { unresolved: { get: ({ key }) => request(key, state), ...more } });

const said = (sentence: string) => new ORPCError('INVALID', { data: { sentence } });
const checkedAs = (resourceId: string) => ({ resourceId, isCompared: true, mismatches: [] });
const inDialog = async () => within(await screen.findByRole('dialog'));

it('what was checked is what is kept, also where an answer to something else comes late', async () => {
  const late = Promise.withResolvers<ReturnType<typeof checkedAs>>();
  const { press, enter, user, asked } = open({
    check: ({ answer }) => ('id' in answer ? late.promise : checkedAs('customer_json')),
  });
  await press(settle.exists);
  await enter(existsDialog.id, 'customer_id');
  await press(existsDialog.check);
  await user.click(screen.getByText(existsDialog.byJson));
  await enter(existsDialog.json, '{"id":"customer_json"}');
  await press(existsDialog.check);
  await screen.findByText('customer_json');
  await act(async () => late.resolve(checkedAs('customer_id')));
  expect(screen.queryByText('customer_id')).toBeNull();
  await press(existsDialog.keep);
  expect(asked('unresolved.exists')).toEqual([
    {
      key: ada,
      profileId: 'profile_a',
      knownAt: null,
      read: [],
      answer: { json: '{"id":"customer_json"}' },
    },
  ]);
});

it('keeps the mismatches that were read, and says in its dialog that it could not', async () => {
  const kept = Promise.withResolvers<never>();
  const { press, enter, user, asked } = open({
    check: () => ({
      ...checkedAs('customer_id'),
      mismatches: [{ field: 'email', sentence: 'Another email.' }],
    }),
    exists: () => kept.promise,
  });
  await press(settle.exists);
  await enter(existsDialog.id, 'customer_id');
  await press(existsDialog.check);
  await screen.findByText('Another email.');
  await press(existsDialog.keep);
  await user.keyboard('{Escape}');
  await press(stateTexts.cancel);
  await act(async () => kept.reject(said('Nothing was saved.')));
  await screen.findByText('Nothing was saved.');
  expect(asked('unresolved.exists')).toMatchObject([{ read: ['Another email.'] }]);
  await press(existsDialog.back);
  expect((await (await inDialog()).findByLabelText<HTMLInputElement>(existsDialog.id)).value).toBe(
    'customer_id',
  );
});

it('takes a secret out of the field that it was pasted into, and checks nothing without a text', async () => {
  const { press, enter, field, user, asked } = open({});
  await press(settle.exists);
  await user.click(await screen.findByText(existsDialog.byJson));
  await enter(existsDialog.json, `{"secret":"secret_${'k'.repeat(32)}"}`);
  expect((await field(existsDialog.json)).value).toBe('');
  expect(screen.getByText(existsDialog.secret)).toBeDefined();
  await press(existsDialog.check);
  await screen.findByText(existsDialog.empty);
  expect(asked('unresolved.check')).toEqual([]);
});

it('does not say “not created” over a possible match that came while it was asked', async () => {
  let proposals: PossibleMatch[] = [];
  const { press, button, readAgain, asked } = open({
    get: ({ key }) => request(key, 'unknown', proposals),
  });
  await press(settle.absent);
  const keep = await button(absentDialog.keep);
  proposals = [match('customer_new')];
  await readAgain();
  await screen.findByText(unresolvedTexts.arrived);
  await twice(keep);
  expect(asked('unresolved.absent')).toEqual([]);
  await press(stateTexts.cancel);
  await screen.findByText('customer_new');
  await press(settle.absent);
  await press(absentDialog.keep);
  expect(asked('unresolved.absent')).toEqual([
    { key: ada, profileId: 'profile_a', knownAt: null, seen: ['customer_new'] },
  ]);
});

it('says of which row of which run it is, also where it is decided', async () => {
  const bulkRow = { runId: 'run_1', fileName: 'list.csv', row: 7 };
  const { press } = open({ get: ({ key }) => ({ ...request(key, 'unknown'), bulkRow }) });
  const name = unresolvedTexts.bulkRow('list.csv', 7);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toContain('/bulk/runs/run_1');
  for (const action of [settle.exists, settle.absent]) {
    await press(action);
    expect((await inDialog()).getByText(name)).toBeDefined();
    await press(stateTexts.cancel);
  }
});

it('says of no match that it is another one where that came while it was asked', async () => {
  let proposals = [match('customer_old')];
  const { press, button, readAgain, asked } = open({
    get: ({ key }) => request(key, 'absent', proposals),
  });
  await press(against.another);
  const keep = await button(anotherDialog.keep);
  proposals = [match('customer_old'), match('customer_new')];
  await readAgain();
  await screen.findByText(unresolvedTexts.arrived);
  await twice(keep);
  expect(asked('unresolved.absent')).toEqual([]);
  await press(stateTexts.cancel);
  await press(against.anotherMany);
  await press(anotherDialog.keep);
  expect(asked('unresolved.absent')).toMatchObject([{ seen: ['customer_old', 'customer_new'] }]);
});

it('a failure is said until the question is asked anew, and no dialog goes with another request', async () => {
  const { press, show, button } = open({ absent: () => Promise.reject(said('No.')) });
  // Both are read: nothing but the request changes from then on.
  show(<Panel id={bo} />);
  await button(settle.absent);
  show(<Panel id={ada} />);
  await press(settle.absent);
  await press(absentDialog.keep);
  await screen.findByText('No.');
  await press(stateTexts.cancel);
  await press(settle.absent);
  await button(absentDialog.keep);
  expect(screen.queryByText('No.')).toBeNull();
  show(<Panel id={bo} />);
  await button(settle.absent);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('sends again under one key, and once it ended offers no sending under that key', async () => {
  let lost = Promise.withResolvers<never>();
  const { press, button, asked } = open({ sendAgain: () => lost.promise }, 'absent');
  await press(again.action);
  await twice(await button(again.confirm));
  await screen.findByText(again.sending);
  const keys = new Set(
    (asked('unresolved.sendAgain') as { intentKey: string }[]).map(({ intentKey }) => intentKey),
  );
  expect(keys.size).toBe(1);
  await act(async () =>
    lost.reject(new ORPCError('NOT_SENT', { data: { sentence: 'Nothing was sent.' } })),
  );
  await screen.findByText('Nothing was sent.');
  expect(screen.queryByRole('button', { name: again.confirm })).toBeNull();
  await press(stateTexts.cancel);
  lost = Promise.withResolvers();
  await press(again.action);
  await press(again.confirm);
  expect(asked('unresolved.sendAgain').at(-1)).toMatchObject({
    repeats: ada,
    intentKey: expect.not.stringMatching([...keys].join()),
  });
  await waitFor(() => expect(screen.queryByText('Nothing was sent.')).toBeNull());
});

it('the question stays while the team is asked, and says that it was not', async () => {
  const proposed = Promise.withResolvers<never>();
  const rule = { of: 'createCustomer', approvers: 1 } as const;
  const { press, user } = showPage(<Panel id={ada} />, {
    unresolved: { get: ({ key }) => request(key, 'absent') },
    approvals: {
      status: () => ({ policy: { rules: [rule], limits: [] }, sentences: ['Ask.'] }),
      needed: () => ({ approvers: 1, reasons: ['Ask.'] }),
      propose: () => proposed.promise,
    },
  });
  await press(again.action);
  await press('Request approval');
  await user.keyboard('{Escape}');
  await press(stateTexts.cancel);
  await act(async () => proposed.reject(said('The database was not reached.')));
  await screen.findByText('The database was not reached.');
  await press(stateTexts.cancel);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
