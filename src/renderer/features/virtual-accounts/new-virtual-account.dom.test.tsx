/** The form of a new virtual account: what is sent is what is shown, and for nobody else. */
import { ORPCError } from '@orpc/client';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { addressTexts } from '../address-book/texts.ts';
import { NewVirtualAccountScreen } from './new-virtual-account-screen.tsx';
import { virtualAccountTexts } from './texts.ts';
import { useVirtualAccountDrafts } from './virtual-account-values.ts';

const ada = { customerId: 'customer_ada', customerName: 'Ada Byron' };
const bo = { customerId: 'customer_bo', customerName: 'Bo Diddley' };

/** Without a checksum: the review asks whether it was compared. */
const walletOfAda = '0x52908400098527886e0f7030069857d2e4169ee7';

const answers: Answers = {
  addressBook: {
    list: () => ({ rows: [], total: 0 }),
    check: ({ network, address }) => ({ network, address, known: null, lookAlikes: [] }),
  },
};

/** As the button beside a customer does. */
function Open({ seed }: { seed: typeof ada }) {
  const drafts = useVirtualAccountDrafts();
  return (
    <button type="button" onClick={() => drafts.getState().open('profile_a', seed)}>
      Open {seed.customerName}
    </button>
  );
}

function openForm(more: Answers = {}) {
  const page = showPage(
    <>
      <Open seed={ada} />
      <Open seed={bo} />
      <NewVirtualAccountScreen />
    </>,
    { ...answers, ...more },
    '/virtual-accounts/new',
  );
  const fillIn = async (wallet: string) => {
    await page.enter('Wallet address', wallet);
    await page.choose('Network', 'polygon');
    await page.choose('Destination currency', 'USDT');
  };
  return { ...page, fillIn };
}

const tick = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /I compared/ });

it('what is typed for one customer is not in the form for the next, and nothing is confirmed twice', async () => {
  const { press, fillIn, field, user } = openForm();
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await user.click(await tick());

  await press('Open Bo Diddley');
  expect((await field('Customer')).value).toBe('Bo Diddley · customer_bo');
  expect((await field('Wallet address')).value).toBe('');
  expect((await field('Network')).value).toBe('');

  await press('Open Ada Byron');
  expect((await field('Wallet address')).value).toBe(walletOfAda);
  await press('Review');
  expect((await tick()).checked).toBe(false);
});

it('another customer in the same form has to be confirmed anew', async () => {
  const { press, fillIn, enter, user } = openForm();
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await user.click(await tick());
  await press('Back');
  await enter('Customer', bo.customerId);
  await press('Review');
  expect((await tick()).checked).toBe(false);
});

it('sends what the review shows, once, on a double click too', async () => {
  const created = Promise.withResolvers<{ id: string }>();
  const { press, fillIn, button, user, asked } = openForm({
    virtualAccounts: { create: () => created.promise },
  });
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await user.click(await tick());
  const review = await screen.findByRole('main');
  expect(review.textContent).toContain(walletOfAda);
  expect(review.textContent).toContain('USDT on polygon');
  const create = await button('Create virtual account');
  await twice(create);
  await user.click(create);
  expect(asked('virtualAccounts.create')).toEqual([
    {
      intentKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      profileId: 'profile_a',
      knownAt: null,
      confirmed: [],
      input: {
        customerId: ada.customerId,
        sourceCurrency: 'USD',
        destinationCurrency: 'USDT',
        network: 'polygon',
        walletAddress: walletOfAda,
      },
      reviewedAddress: walletOfAda,
      confirmations: [expect.stringContaining(walletOfAda)],
    },
  ]);
  created.resolve({ id: 'virtualAccount_1' });
  await vi.waitFor(() => expect(location.hash).toBe('#/virtual-accounts/virtualAccount_1'));
});

it('a possible duplicate is created only by a press on its question, under the same key, once', async () => {
  const asks = ['virtualAccount_0'];
  const { press, fillIn, button, user, asked } = openForm({
    virtualAccounts: {
      create: ({ confirmed = [] }) =>
        confirmed.length === 0
          ? Promise.reject(new ORPCError('ASKS_FIRST', { data: { sentence: 'Sure?', asks } }))
          : new Promise(() => undefined),
    },
  });
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await user.click(await tick());
  await press('Create virtual account');
  await press('Cancel');
  expect(asked('virtualAccounts.create')).toHaveLength(1);
  await press('Create virtual account');
  const anyway = await button('Create virtual account anyway');
  await twice(anyway);
  const [first, ...others] = asked('virtualAccounts.create') as { intentKey: string }[];
  expect(others).toEqual([first, { ...first, confirmed: asks }]);
});

it('says how many uses of an address are other customers’, and of how many customers', async () => {
  const use = (id: string, { customerId, customerName } = ada) => ({
    id,
    customerId,
    customerName,
  });
  const cy = { customerId: 'customer_cy', customerName: 'Cy Young' };
  const said = async (uses: number, recentUses: ReturnType<typeof use>[], words: string) => {
    const { press, fillIn } = openForm({
      addressBook: {
        list: () => ({ rows: [], total: 0 }),
        check: ({ network, address }) => ({
          network,
          address,
          lookAlikes: [],
          known: { id: 1, uses, customers: 2, label: null },
        }),
        get: () => ({ recentUses }),
      },
    });
    await press('Open Ada Byron');
    await fillIn(walletOfAda);
    await press('Review');
    expect(await screen.findByText(words)).toBeDefined();
    cleanup();
  };
  const known = (count: string) => `used by ${count} known to Causeway`;
  const three = known('3 virtual accounts');
  await said(3, [use('1'), use('2'), use('3', bo)], `${three}, 1 of another customer: Bo Diddley`);
  await said(
    3,
    [use('1'), use('2', bo), use('3', cy)],
    `${three}, 2 of other customers: Bo Diddley, Cy Young`,
  );
  await said(1, [use('1', bo)], `${known('1 virtual account')}, of another customer: Bo Diddley`);
});

it('sends nothing where main has another address than the one shown', async () => {
  const other = walletOfAda.replace('52908', '52909');
  const { press, fillIn, button, user } = openForm({
    addressBook: {
      list: () => ({ rows: [], total: 0 }),
      check: ({ network }) => ({ network, address: other, known: null, lookAlikes: [] }),
    },
  });
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await user.click(await tick());
  expect(await screen.findByText(addressTexts.notAsReviewed)).toBeDefined();
  expect(await button('Create virtual account')).toHaveProperty('disabled', true);
});

it('asks to select a network, and says of a fee that it can’t be read, or is not the only one', async () => {
  const { press, enter } = openForm();
  await press('Open Ada Byron');
  await enter('Integrator fee (bps)', '12x');
  expect(screen.getByText(virtualAccountTexts.form.unreadable)).toBeDefined();
  await enter('Integrator fee (bps)', '12');
  expect(screen.queryByText(virtualAccountTexts.form.unreadable)).toBeNull();
  const { samples, sampleHint } = virtualAccountTexts.review;
  expect(samples).toContain('integrator fee');
  expect(screen.getByText(sampleHint).textContent).toContain('also takes its platform fee');
  await press('Review');
  expect(await screen.findByText(virtualAccountTexts.problems.noNetwork)).toBeDefined();
});

it('says before anything is typed that the team may open none today', async () => {
  const none = { of: 'createVirtualAccount', mostPerDay: 0, usedToday: 0 } as const;
  openForm({
    approvals: {
      status: () => ({
        policy: { rules: [], limits: [], allowWithoutDatabase: false },
        sentences: [],
        limits: [none],
      }),
    },
  });
  await screen.findByText('The team’s policy allows no new virtual accounts.');
});

it('a note for the approvers stays while what is confirmed is asked about anew', async () => {
  const again = Promise.withResolvers<{ approvers: number; reasons: string[] }>();
  const need = { approvers: 1, reasons: ['New accounts need approval.'] };
  const rule = { of: 'createVirtualAccount', approvers: 1 } as const;
  const { press, fillIn, enter, field, user, asked } = openForm({
    approvals: {
      status: () => ({
        policy: { rules: [rule], limits: [], allowWithoutDatabase: false },
        sentences: need.reasons,
        limits: [],
      }),
      needed: (of) =>
        'confirmations' in of && of.confirmations?.length === 1 ? again.promise : need,
    },
  });
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  await press('Review');
  await enter('Note for the approvers', 'From the signed contract.');
  await user.click(await tick());
  expect(asked('approvals.needed')).toHaveLength(2);
  expect((await field('Note for the approvers')).value).toBe('From the signed contract.');
  expect(screen.queryByRole('button', { name: 'Create virtual account' })).toBeNull();
  await act(async () => again.resolve(need));
  expect((await field('Note for the approvers')).value).toBe('From the signed contract.');
});

it('the same address pasted again is no alarm, unless a program puts another in its place', async () => {
  const { press, fillIn, field, user } = openForm();
  const { differsTitle } = addressTexts.paste;
  await press('Open Ada Byron');
  await fillIn(walletOfAda);
  const input = await field('Wallet address');
  const pasteAgain = async () => {
    await user.click(input);
    input.setSelectionRange(0, input.value.length);
    await user.paste(walletOfAda);
  };
  await pasteAgain();
  await user.keyboard('{Backspace}');
  expect(input.value).toBe(walletOfAda.slice(0, -1));
  expect(screen.queryByText(differsTitle)).toBeNull();

  await user.keyboard('7');
  await pasteAgain();
  fireEvent.change(input, { target: { value: walletOfAda.replace('52908', '52909') } });
  expect(screen.getByText(differsTitle)).toBeDefined();
});
