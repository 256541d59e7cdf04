import { expect, it } from 'vitest';
import { messageTo, recipientOf } from './messages-dialog.tsx';

const profile = {
  name: 'usd',
  status: 'incomplete',
  group: 'customer' as const,
  required: ['photo_id', 'terms_of_service'],
  pending: ['email_address'],
  held: [] as string[],
  problems: 0,
};
const view = {
  ...profile,
  complete: [],
  errors: [{ name: 'photo_id', message: 'The picture is blurred.' }],
};
const ada = {
  name: 'Ada Byron',
  isOwnName: false,
  email: 'ada@example.com',
  verificationProfiles: [view],
};

it('names each criterion and each problem once, over all profiles', () => {
  const two = { ...ada, verificationProfiles: [view, view] };
  expect(
    messageTo(two, {
      profiles: [profile, { ...profile, required: ['photo_id', 'proof_of_address'] }],
    }),
  ).toBe(
    `Dear Ada Byron,

To complete your verification, we still need the following from you:

- Photo ID
- Your acceptance of the terms of service
- Proof of address

The following needs correcting:

- Photo ID: The picture is blurred.

Please send this to us as soon as you can. If you have already sent it, you do not need to do anything more.

Kind regards`,
  );
});

it('what is held here already waits on us, and nothing needed is no message', () => {
  const held = { ...profile, held: profile.required };
  const sound = { ...ada, verificationProfiles: [{ ...view, errors: [] }] };
  expect(messageTo(sound, { profiles: [held] })).toBeNull();
  expect(messageTo(ada, { profiles: [held] })).not.toContain('we still need');
});

it.each([
  { name: 'Client 17 (slow payer)', isOwnName: true },
  { name: 'ada@example.com' },
  { name: null },
])('a name that is not the customer’s own is not said: %o', (named) => {
  const text = messageTo({ ...ada, ...named }, { profiles: [profile] });
  expect(text?.split('\n')[0]).toBe('Dear customer,');
  expect(text).not.toContain('ada@example.com');
});

it('characters that hide or turn text stand as escapes', () => {
  expect(messageTo({ ...ada, name: 'A\u202EB' }, { profiles: [profile] })).toContain('A\\u202EB');
});

it('a recipient is told by the ID, and by the name where it is the customer’s own', () => {
  const known = { ...ada, id: 'customer_1' };
  expect(recipientOf(known)).toBe('Ada Byron (customer_1)');
  expect(recipientOf({ ...known, name: 'Client 17 (slow payer)', isOwnName: true })).toBe(
    'customer_1',
  );
});
