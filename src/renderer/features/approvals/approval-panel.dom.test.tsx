/** What is done with a request for approval: about the one that is shown, and what came of it is said there. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApprovalDetail } from '../../../bridge/approvals.ts';
import { groupsOfFour } from '../../../contract/addresses/groups.ts';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { fileTexts } from '../../texts/exports.ts';
import { stateTexts } from '../../texts/states.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { ApprovalsScreen } from './approvals-screen.tsx';
import { approvalTexts as texts } from './texts.ts';

const ada = 'a'.repeat(64);
const bo = 'b'.repeat(64);
const mine = { computer: null, person: null, isOwn: true, isMine: true };
const at = '2026-11-20T12:00:00.000Z';

const proposal = (id: string): ApprovalDetail => ({
  id,
  what: 'createCustomer',
  title: id.slice(0, 4),
  state: 'approved',
  given: 1,
  needed: 1,
  maker: mine,
  repeats: null,
  proposedAt: at,
  expiresAt: at,
  may: ['send', 'withdraw'],
  reasons: [],
  fields: [],
  rows: [],
  rowCount: 0,
  facts: [],
  warnings: [],
  note: '',
  decisions: [],
  withdrawn: null,
  disbelieved: [],
  blocked: null,
  resourceId: null,
  runId: null,
  hasRowsToSave: false,
});

const Panel = ({ id }: { id: string }) => (
  <SplitView
    list={null}
    selected={id}
    detail={(opened) => <ApprovalPanel id={opened} part="mine" />}
  />
);

function open(more: Answers['approvals']) {
  const page = showPage(<Panel id={ada} />, {
    approvals: { get: ({ id }) => proposal(id), ...more },
  });
  return {
    ...page,
    async withdraw() {
      await page.press(texts.withdraw);
      const dialog = within(await screen.findByRole('dialog'));
      await page.user.click(dialog.getByRole('button', { name: texts.withdraw }));
    },
  };
}

const failed = (code: string, more = {}) =>
  Promise.reject(new ORPCError(code, { data: { sentence: `Said ${code}.`, ...more } }));

it('says where the own request of another computer is sent, unless that one is gone', async () => {
  const maker = { ...mine, computer: 'Laptop', isOwn: false };
  const gone = 'The maker’s computer is no longer a member.';
  const of = { maker, may: [] };
  open({ get: ({ id }) => ({ ...proposal(id), ...of }) });
  await screen.findByText(texts.elsewhere('Laptop'));
  open({ get: ({ id }) => ({ ...proposal(id), ...of, blocked: gone }) });
  await screen.findByText(gone);
  expect(screen.getAllByText(texts.elsewhere('Laptop'))).toHaveLength(1);
});

it('a withdrawal that failed says so in its dialog, until that is opened anew', async () => {
  const { press, withdraw } = open({ withdraw: () => failed('INVALID') });
  await withdraw();
  await screen.findByText('Said INVALID.');
  await press(stateTexts.cancel);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(texts.withdraw);
  await screen.findByText(texts.withdrawBody);
  expect(screen.queryByText('Said INVALID.')).toBeNull();
});

it('the dialog of a withdrawal that is under way stays until the answer', async () => {
  const withdrawn = Promise.withResolvers<object>();
  const { press, withdraw, user, asked } = open({ withdraw: () => withdrawn.promise });
  await withdraw();
  await user.keyboard('{Escape}');
  await press(stateTexts.cancel);
  expect(screen.getByRole('dialog')).toBeDefined();
  await act(async () => withdrawn.resolve({}));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('approvals.withdraw')).toEqual([{ profileId: 'profile_a', id: ada }]);
});

it('sends in spite of the question that was read, and not by going back from it', async () => {
  const { press, button, user, asked } = open({
    send: ({ confirmed = [] }) =>
      confirmed.length === 0
        ? failed('ASKS_FIRST', { asks: ['customer_0'] })
        : new Promise(() => undefined),
  });
  await press(texts.send);
  await screen.findByText('Said ASKS_FIRST.');
  await press(stateTexts.cancel);
  expect(asked('approvals.send')).toHaveLength(1);
  await press(texts.send);
  await user.click(await button(`${texts.send} anyway`));
  const of = { profileId: 'profile_a', id: ada };
  expect(asked('approvals.send')).toEqual([
    { ...of, confirmed: [] },
    { ...of, confirmed: [] },
    { ...of, confirmed: ['customer_0'] },
  ]);
});

it('what came of sending one late is not said beside the next, nor is a dialog of it left open', async () => {
  const sent = Promise.withResolvers<never>();
  const { press, show, button } = open({ send: () => sent.promise });
  await press(texts.send);
  show(<Panel id={bo} />);
  await button(texts.send);
  await act(async () => sent.reject(new ORPCError('REFUSED', { data: { sentence: 'No.' } })));
  expect(screen.queryByText('No.')).toBeNull();
  await press(texts.withdraw);
  show(<Panel id={ada} />);
  await button(texts.send);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens one window to decide in by two presses, and says so until it is decided', async () => {
  let given = 0;
  const { button, asked, readAgain } = showPage(<Panel id={ada} />, {
    approvals: {
      get: ({ id }) => ({ ...proposal(id), state: 'waiting', given, may: ['decide'] }),
      decide: () => ({ path: 'window:1' }),
    },
  });
  await twice(await button(texts.decide));
  await screen.findByText(vaultTexts.entry.opened);
  expect(screen.queryByRole('link', { name: vaultTexts.entry.open })).toBeNull();
  expect(asked('approvals.decide')).toEqual([{ profileId: 'profile_a', id: ada }]);
  given = 1;
  await readAgain();
  await waitFor(() => expect(screen.queryByText(vaultTexts.entry.opened)).toBeNull());
});

it.each([
  ['approved', true],
  ['sent', false],
  ['withdrawn', false],
] as const)('says when a request expires only while it can: %s', async (state, isSaid) => {
  open({ get: ({ id }) => ({ ...proposal(id), state }) });
  await screen.findByText(texts.facts.maker);
  expect(screen.queryByText(texts.facts.expires) !== null).toBe(isSaid);
});

it('the list says how much of each limit of the day is used', async () => {
  const limits = [
    { of: 'createCustomer', mostPerDay: 5, usedToday: 2 },
    { of: 'createWebhook', mostPerDay: 1, usedToday: 1 },
  ] as const;
  showPage(<ApprovalsScreen first={null} second={null} />, {
    approvals: { status: () => ({ limits }), list: () => ({ rows: [], total: 0 }) },
  });
  await screen.findByText(/used today .*: 2 of 5 customers and 1 of 1 webhook\./);
});

it('shows a wallet address in groups, which copy as the address', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const written = groupsOfFour(address).join(' ');
  const fields: ApprovalDetail['fields'] = [['Wallet address', written]];
  open({ get: ({ id }) => ({ ...proposal(id), fields }) });
  expect((await screen.findByTitle(address)).textContent).toBe(address);
});

it('has the rows of a file that was refused, to be chosen anew', async () => {
  const refused: ApprovalDetail = { ...proposal(ada), what: 'bulk', state: 'refused', may: [] };
  const { press, asked } = open({ get: () => ({ ...refused, hasRowsToSave: true }) });
  await press(fileTexts.action(texts.saveRows, fileTexts.formats.xlsx));
  await waitFor(() => expect(asked('approvals.file')).toEqual([{ id: ada, format: 'xlsx' }]));
});
