/** A customer whose personal data is everywhere, at a service that is not there, for tests of erasing. */
import { sign } from '../../../../contract/signature.ts';
import {
  addProfile,
  addTunnel,
  createReviewed,
  newIntentKey,
  submitDocument,
  type TestConsole,
} from '../../testing/console.ts';
import { refusingOrigin, until } from '../../testing/webhooks.ts';

const baseUrl = 'https://service.example.com';
const webhookSecret = 'secret_Hk4Vt82bNw61RcXe9Ju3';
export const ada = 'customer_ada-1';
const account = 'virtualAccount_ada-2';
export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

export const person = {
  type: 'individual' as const,
  email: 'zelda.quux@wyvern.example',
  phone: '+4915799912345',
  address: {
    line1: 'Vellichor Lane 77',
    city: 'Brixelborough',
    state: 'Kvothia',
    postalCode: 'QZ9-4417',
    country: 'Freedonia',
  },
  personalInformation: {
    firstName: 'Zeldabeth',
    lastName: 'Quuxington',
    taxIdentificationNumber: '998-87-7665',
    taxIdentificationNumberType: 'ssn',
  },
};
/** In small letters; none of them stands in anything that stays. */
export const marks = [
  'zelda.quux',
  'wyvern',
  '15799912345',
  'vellichor',
  'brixelborough',
  'kvothia',
  'qz9-4417',
  'freedonia',
  'zeldabeth',
  'quuxington',
  '998-87-7665',
  wallet.toLowerCase(),
  'grimwald',
  '4455667788',
  'noted about',
  'quuxlabel',
  'quuxref',
  'nickname zq',
  '1987-06-05',
];

const moment = '2026-01-31T12:00:00.000Z';
const profiles = [
  {
    name: 'basic',
    status: 'incomplete',
    criteria: {
      complete: ['email_address'],
      pending: [],
      required: ['photo_id'],
      errors: [{ name: 'photo_id', message: 'Zeldabeth is blurred' }],
    },
  },
];
const accountBody = {
  id: account,
  active: true,
  created: moment,
  updated: moment,
  fees: { totalBpsRate: '40', integratorFee: { bpsRate: '0' }, platformFee: { bpsRate: '40' } },
  depositInstructions: {
    currency: 'usd',
    bankName: 'Bank of Wyvern',
    bankAccountNumber: '4455667788',
    bankRoutingNumber: '021000021',
    bankBeneficiaryName: 'Zeldabeth Quuxington',
    bankBeneficiaryAddress: 'Vellichor Lane 77',
  },
  destination: { currency: 'usdc', walletAddress: wallet, network: 'ethereum' },
};
const bank = {
  id: 'bankAccount_ada-3',
  status: 'active',
  bankName: 'Bank',
  customer: ada,
  currency: 'usd',
  accountHolderName: 'Zeldabeth Quuxington',
  accountName: 'Grimwald Savings',
  accountDetails: { accountNumber: '****7788', routingNumber: '****0021', accountType: 'savings' },
};
export const eventOf = (id: string, name: string, data: object) => ({
  id,
  name,
  data,
  webhookRecords: [],
  mock: false,
  created: moment,
  updated: moment,
});
const payout = {
  id: 'payout_ada_4',
  status: 'successful',
  customer: ada,
  virtualAccount: account,
  source: { amount: '125.50', currency: 'USD', sender: 'Grimwald Quuxington' },
  destination: { amount: '124.99', currency: 'USDC', walletAddress: wallet },
  fee: { amount: '0.51', currency: 'USD' },
  transactionHash: '0xgrimwald77',
  created: moment,
  updated: moment,
};

const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/customer': { id: ada, ...person, verificationProfiles: profiles },
  'POST /v2/virtual-account': accountBody,
  [`GET /v2/customers/${ada}/bank-account/bankAccount_ada-3`]: bank,
  'GET /v1/event/event_looked': eventOf('event_looked', 'customer.create', {
    customer: { id: ada, ...person, dateOfBirth: '1987-06-05', verificationProfiles: profiles },
  }),
};
export const service: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(baseUrl)) return await fetch(input, init);
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  const text = await request.text();
  if (text.includes('refuse-me')) {
    const error = { information: [`${person.email} is on a list`] };
    return Response.json({ ts: moment, error }, { status: 400 });
  }
  const body = bodies[asked];
  if (text.includes('bob@')) {
    return Response.json({ id: 'customer_bob', type: 'individual', email: 'bob@other.example' });
  }
  return body === undefined
    ? Response.json({ ts: moment, error: { general: 'Not found' } }, { status: 404 })
    : Response.json(body);
};

export async function openHosted(running: TestConsole) {
  const { bridge } = running;
  const { id: profileId } = await addProfile(running, {
    name: 'Hosted',
    environment: 'sandbox',
    baseUrl,
  });
  await bridge.profiles.select({ id: profileId });
  const type = async (
    purpose: Parameters<TestConsole['bridge']['vault']['openSecretEntry']>[0],
    typed: Readonly<Record<string, string>>,
  ) => submitDocument(running, (await bridge.vault.openSecretEntry(purpose)).path, typed);
  await type({ purpose: 'token', profileId }, { token: 'Zq7Kx93mPq27TzLw8YvB4' });
  const publicUrl = await refusingOrigin();
  const { id } = await addTunnel(running, { kind: 'own-url', name: 'Proxy', publicUrl });
  await bridge.tunnels.open({ id });
  const { addresses } = await bridge.webhooks.prepare();
  const url = addresses.find(({ tunnelId }) => tunnelId === id)?.url ?? '';
  const webhook = { webhookId: 'webhook_own', url, name: 'Desk' };
  await type({ purpose: 'webhook-secret', profileId, ...webhook }, { secret: webhookSecret });
  const { receiver } = await bridge.webhooks.list();
  return { profileId, deliverTo: `${receiver.origin}${new URL(url).pathname}` };
}

export async function deliver(to: string, body: unknown, isSigned = true): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const signature = isSigned ? sign(bytes, webhookSecret) : 'f'.repeat(64);
  await fetch(to, { method: 'POST', headers: { signature }, body: bytes });
}

export const indexed = (running: TestConsole, count: number) =>
  until(running.bridge, async () => {
    const { indexed: done, total } = await running.bridge.timeline.indexing();
    return done >= count && done === total;
  });

/** Everything that a desk knows of one customer. */
export async function fill(
  running: TestConsole,
  { profileId, deliverTo }: { profileId: string; deliverTo: string },
) {
  const { bridge } = running;
  const create = (input: object) =>
    bridge.customers.create({
      profileId,
      intentKey: newIntentKey(),
      ownName: 'Nickname ZQ',
      input: input as typeof person,
    });
  await create({ ...person, address: { ...person.address, line2: 'refuse-me' } }).catch(() => null);
  await create(person);
  await bridge.customers.create({
    profileId,
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'bob@other.example' },
  });
  await createReviewed(bridge, {
    profileId,
    input: {
      customerId: ada,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: wallet,
    },
  });
  await bridge.bankAccounts.lookUp({
    profileId,
    customerId: ada,
    bankAccountId: 'bankAccount_ada-3',
  });
  await bridge.timeline.lookUp({ profileId, eventId: 'event_looked' });
  await deliver(
    deliverTo,
    eventOf('event_1', 'customer.create', { customer: { id: ada, ...person } }),
  );
  await deliver(deliverTo, eventOf('event_2', 'payout.successful', { payout }));
  await deliver(
    deliverTo,
    eventOf('event_3', 'customer.create', { customer: { id: 'customer_bob' } }),
  );
  await deliver(deliverTo, { what: 'is this', of: person.email });
  await deliver(
    deliverTo,
    eventOf('event_4', 'customer.create', { customer: { id: ada, ...person } }),
    false,
  );
  await indexed(running, 3);
  const of = { profileId, kind: 'customer', id: ada } as const;
  await bridge.annotations.addNote({ ...of, text: 'Noted about her: called' });
  await bridge.annotations.setLabels({ ...of, labels: ['quuxlabel'] });
  await bridge.annotations.setReference({ ...of, reference: 'quuxref-1' });
  const note = { profileId, kind: 'customer', id: 'customer_bob' } as const;
  await bridge.annotations.addNote({
    ...note,
    text: `Shares a flat with ${person.email}, she says`,
  });
  await bridge.annotations.setLabels({ ...note, labels: [person.email] });
  await bridge.annotations.setReference({ ...note, reference: `with ${person.email}` });
  await bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    label: `Friend of ${person.email}`,
  });
  await bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address: wallet,
    label: 'Grimwald’s',
  });
  await bridge.savedViews.save({
    profileId,
    list: 'timeline',
    id: '00112233445566aa',
    name: `of ${person.email}`,
    query: `search=${person.email}`,
  } as never);
}
