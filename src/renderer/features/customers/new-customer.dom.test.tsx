/** The form of a new customer: what is sent is what is shown, once, and for the profile that is open. */
import { ORPCError } from '@orpc/client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { requestLabels } from '../../../contract/fields.ts';
import { ProfileScope } from '../../app/profile-scope.tsx';
import { type Answers, connection, now, showPage, twice } from '../../app/testing/show-page.tsx';
import { formTexts } from '../../texts/forms.ts';
import { frameTexts } from '../../texts/frame.ts';
import { customersFeature } from './feature.tsx';
import { NewCustomerScreen } from './new-customer-screen.tsx';
import { customerTexts } from './texts.ts';

const { form: texts, problems } = customerTexts;
const fields = requestLabels.customer;
const firstName = fields['personalInformation.firstName'];
const email = 'ada@example.com';

type Create = NonNullable<NonNullable<Answers['customers']>['create']>;

/** @param shown id of the profile */
function openForm(create: Create, shown = () => connection.profileId) {
  const page = showPage(
    <ProfileScope>
      <NewCustomerScreen />
    </ProfileScope>,
    {
      connection: { get: () => ({ ...connection, profileId: shown() }) },
      customers: { create },
    },
    '/customers/new',
  );
  const sent = () => page.asked('customers.create') as { intentKey: string; input: object }[];
  return { ...page, sent };
}

const failed = (code: string) =>
  Promise.reject(new ORPCError(code, { data: { sentence: `Said ${code}.` } }));

it('asks before the page goes while a draft holds what was typed, also from another screen', async () => {
  const { enter, field, show, asksBeforeUnload } = openForm(() => failed('REFUSED'));
  await field(fields.email);
  expect(asksBeforeUnload()).toBe(false);
  await enter(fields.email, email);
  expect(asksBeforeUnload()).toBe(true);
  show(null);
  expect(asksBeforeUnload()).toBe(true);
});

it('is sent once by two presses, and not by Enter; what is sent stays as it is meanwhile', async () => {
  const created = Promise.withResolvers<{ id: string }>();
  const { enter, button, field, user, sent } = openForm(() => created.promise);
  await enter(fields.email, email);
  await user.keyboard('{Enter}');
  expect(sent()).toEqual([]);
  await twice(await button(texts.action));
  await user.type(await field(fields.email), 'x');
  expect((await field(fields.email)).value).toBe(email);
  expect(sent()).toEqual([
    {
      intentKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      profileId: 'profile_a',
      knownAt: null,
      confirmed: [],
      ownName: '',
      input: { type: 'individual', email },
    },
  ]);
  await act(async () => created.resolve({ id: 'customer_1' }));
  await waitFor(() => expect(location.hash).toBe('#/customers/customer_1'));
  expect((await field(fields.email)).value).toBe('');
});

it('keeps what was typed where the service refuses, and sends that as another request', async () => {
  const { enter, press, field, sent } = openForm(() => failed('REFUSED'));
  await enter(fields.email, email);
  await press(texts.action);
  await screen.findByText('Said REFUSED.');
  expect((await field(fields.email)).value).toBe(email);
  await press(texts.action);
  const [first, second] = sent();
  expect(second).toEqual({
    ...first,
    intentKey: expect.not.stringMatching(first?.intentKey ?? ''),
  });
});

it('what was surely not sent is not called unknown once its form is left', async () => {
  const useNotices = customersFeature.useNotices ?? (() => []);
  const Notices = () => useNotices().map(({ key, line }) => <div key={key}>{line}</div>);
  for (const [code, words] of [
    ['NOT_SENT', frameTexts.outcomes.unsent],
    ['ASKS_FIRST', frameTexts.outcomes.unsent],
    ['UNKNOWN_OUTCOME', customerTexts.outcome.failed],
  ] as const) {
    const { enter, press, show } = openForm(() => failed(code));
    await enter(fields.email, email);
    await press(texts.action);
    await screen.findByText(`Said ${code}.`);
    show(<Notices />);
    await screen.findByText(words);
    cleanup();
  }
});

it('one whose outcome is unknown is not sent again, and another one is another request', async () => {
  const { enter, press, button, sent } = openForm(() => failed('UNKNOWN_OUTCOME'));
  await enter(fields.email, email);
  await press(texts.action);
  await screen.findByText('Said UNKNOWN_OUTCOME.');
  const action = await button(texts.action);
  expect(action).toHaveProperty('disabled', true);
  await twice(action);
  expect(sent()).toHaveLength(1);
  await enter(fields.email, 'bo@example.com');
  expect(screen.queryByText('Said UNKNOWN_OUTCOME.')).toBeNull();
  await press(texts.action);
  expect(new Set(sent().map(({ intentKey }) => intentKey)).size).toBe(2);
});

it('a business is sent without the person that was typed before, and keeps its own name here', async () => {
  const { enter, choose, press, sent } = openForm(() => new Promise(() => undefined));
  await enter(firstName, 'Ada');
  await enter(fields.email, email);
  await choose(fields.type, 'business');
  await enter(texts.ownName, 'Byron Ltd');
  await press(texts.action);
  expect(sent()).toEqual([
    expect.objectContaining({ input: { type: 'business', email }, ownName: 'Byron Ltd' }),
  ]);
});

it('says what is missing beside the fields that would do, until one of them holds something', async () => {
  const { enter, press, field, user, sent } = openForm(() => new Promise(() => undefined));
  const named = [fields.email, fields.phone, firstName];
  const marked = async () =>
    (await Promise.all(named.map(field))).map((input) => input.getAttribute('aria-invalid'));
  await press(texts.action);
  expect(await marked()).toEqual(['true', 'true', 'true']);
  expect(document.activeElement).toBe(await field(fields.email));
  expect(screen.getByText(problems.nobody.individual)).toBeDefined();
  await enter(fields.phone, '12');
  await user.tab();
  await screen.findByText(problems.phone);
  expect((await marked()).map((one) => one === 'true')).toEqual([false, true, false]);
  await press(texts.action);
  expect(document.activeElement).toBe(await field(fields.phone));
  expect(sent()).toEqual([]);
});

it('what is typed in one profile is in no other, nor does its late answer lead anywhere', async () => {
  const created = Promise.withResolvers<{ id: string }>();
  let shown = 'profile_a';
  const { enter, press, field, readAgain, sent } = openForm(
    () => created.promise,
    () => shown,
  );
  await enter(fields.email, email);
  await press(texts.action);
  shown = 'profile_b';
  await readAgain();
  await waitFor(() => expect(location.hash).toBe('#/customers'));
  expect((await field(fields.email)).value).toBe('');
  await enter(fields.email, 'bo@example.com');
  await act(async () => created.resolve({ id: 'customer_1' }));
  expect(location.hash).toBe('#/customers');
  expect((await field(fields.email)).value).toBe('bo@example.com');
  await press(texts.action);
  expect(sent().at(-1)).toMatchObject({
    profileId: 'profile_b',
    input: { email: 'bo@example.com' },
  });
});

it('is not sent while Causeway does not respond, and says so', async () => {
  const { enter, button, loseBridge, sent } = openForm(() => Promise.resolve({ id: 'customer_1' }));
  await enter(fields.email, email);
  await loseBridge(now);
  expect(await button(texts.action)).toHaveProperty('disabled', true);
  await screen.findByText(formTexts.blocked);
  expect(sent()).toEqual([]);
});
