/** Asking the team for approval of a new customer: of what is shown, and of nothing that was asked before. */
import { ORPCError } from '@orpc/client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApprovalRule } from '../../../bridge/approvals.ts';
import { requestLabels } from '../../../contract/fields.ts';
import { hashHref } from '../../app/hash-location.ts';
import { ProfileScope } from '../../app/profile-scope.tsx';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { formTexts } from '../../texts/forms.ts';
import { stateTexts } from '../../texts/states.ts';
import { NewCustomerScreen } from './new-customer-screen.tsx';
import { customerTexts } from './texts.ts';

const { email } = requestLabels.customer;
const rule: ApprovalRule = {
  of: 'createCustomer',
  network: null,
  isNewAddress: false,
  approvers: 1,
  feeAtLeast: null,
  rowsAtLeast: null,
};

type Propose = NonNullable<NonNullable<Answers['approvals']>['propose']>;

async function openForm(propose: Propose, usedToday = 0, mostPerDay = 1_200) {
  const page = showPage(
    <ProfileScope>
      <NewCustomerScreen />
    </ProfileScope>,
    {
      approvals: {
        status: () => ({
          policy: { rules: [rule], limits: [], allowWithoutDatabase: false },
          sentences: ['New customers need approval.'],
          limits: [{ of: 'createCustomer', mostPerDay, usedToday }],
        }),
        propose,
      },
    },
    '/customers/new',
  );
  await page.enter(email, 'ada@example.com');
  const asked = () =>
    page.asked('approvals.propose') as { request: { intentKey: string; confirmed: string[] } }[];
  return { ...page, asked };
}

const asksFirst = () =>
  Promise.reject(
    new ORPCError('ASKS_FIRST', { data: { sentence: 'Sure?', asks: ['customer_0'] } }),
  );

it('asks for one request by two presses, which nothing changes meanwhile', async () => {
  const proposed = Promise.withResolvers<{ id: string }>();
  const { button, field, user, asked } = await openForm(() => proposed.promise);
  expect(screen.queryByRole('button', { name: customerTexts.form.action })).toBeNull();
  // Among the buttons of the form, which stay in sight.
  const { parentElement: besides } = await button(formTexts.start);
  expect(besides?.contains(await button('Request approval'))).toBe(true);
  await twice(await button('Request approval'));
  expect(new Set(asked().map(({ request }) => request.intentKey)).size).toBe(1);
  await user.type(await field(email), 'x');
  expect((await field(email)).value).toBe('ada@example.com');
  expect(await button(formTexts.start)).toHaveProperty('disabled', true);
  await act(async () => proposed.resolve({ id: 'f'.repeat(64) }));
  await waitFor(() => expect(location.hash).toBe(`#/approvals/mine/${'f'.repeat(64)}`));
  expect((await field(email)).value).toBe('');
});

it('goes on in spite of the question that was read, and of no question about another request', async () => {
  const { press, enter, button, asked } = await openForm(asksFirst);
  await press('Request approval');
  await press('Request approval anyway');
  expect(asked().map(({ request }) => request.confirmed)).toEqual([[], ['customer_0']]);
  await button('Request approval anyway');
  await enter(email, 'bo@example.com');
  expect(screen.queryByText('Sure?')).toBeNull();
  await press('Request approval');
  expect(asked().at(-1)?.request).toMatchObject({
    confirmed: [],
    input: { email: 'bo@example.com' },
  });
});

it('asks before a note to the approvers is lost, and not about the form, which is kept', async () => {
  const { user, enter } = await openForm(asksFirst);
  const leave = async () => await user.click(screen.getByRole('link', { name: /back|customers/i }));
  await enter('Note for the approvers', 'As agreed by phone.');
  history.replaceState(null, '', hashHref('/customers/new'));
  await leave();
  await screen.findByRole('dialog', { name: formTexts.leave.title });
  expect(location.hash).toBe('#/customers/new');
  await user.click(screen.getByRole('button', { name: stateTexts.cancel }));
  await enter('Note for the approvers', ' ');
  await leave();
  expect(location.hash).toBe('#/customers');
});

it('says how much of the limit of the day is used, and when nothing more is sent', async () => {
  await openForm(asksFirst, 1_199);
  await screen.findByText(/used today \(UTC\).*: 1,199 of 1,200 customers/);
  expect(screen.queryByText(/before 00:00 UTC/)).toBeNull();
  cleanup();
  await openForm(asksFirst, 1_200);
  await screen.findByText(
    /1,200 of 1,200 customers\. Nothing more of this kind is sent before 00:00 UTC/,
  );
  cleanup();
  await openForm(asksFirst, 0, 0);
  await screen.findByText('The team’s policy allows no new customers.');
});
