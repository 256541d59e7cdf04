/** What cases work with: the client, and the few resources that all of them share. */
import { type BankAccount, bankAccount } from '../../src/contract/bank-account.ts';
import { type Customer, customer } from '../../src/contract/customer.ts';
import { webhookEnvelope } from '../../src/contract/envelope.ts';
import { readEvent } from '../../src/contract/event-forms.ts';
import { listedEventNames } from '../../src/contract/event-names.ts';
import { requestExamples } from '../../src/contract/examples.ts';
import type { JsonObject } from '../../src/contract/scalars.ts';
import { type VirtualAccount, virtualAccount } from '../../src/contract/virtual-account.ts';
import type { CreatedWebhook } from '../../src/contract/webhook.ts';
import { demand, shaped, succeeded } from './checks.ts';
import type { Answer, Client } from './client.ts';
import type { Control } from './control.ts';
import { Skip } from './outcome.ts';
import type { Inbox, Receiver } from './receiver.ts';

/** Things that exist on the server already, given by whoever starts the run. */
export interface KnownIds {
  readonly eventId?: string;
  readonly customerId?: string;
  readonly bankAccountId?: string;
}

/** A webhook, what it was asked for with, and the answer that created it. */
export interface MadeWebhook {
  readonly webhook: CreatedWebhook;
  readonly url: string;
  readonly answer: Answer;
}

/** A webhook and where its deliveries arrive. */
export interface Subscription {
  readonly webhook: CreatedWebhook;
  readonly inbox: Inbox;
}

export interface Context {
  readonly client: Client;
  readonly token: string;
  /** @throws Skip when there is none. */
  control(): Control;
  /** Created once in a run, with {@link customerBody}. */
  customer(): Promise<Customer>;
  /** Creates one of its own: `POST /v2/virtual-account` for the shared customer. */
  createVirtualAccount(changes?: JsonObject): Promise<VirtualAccount>;
  /** The one webhook that writing takes. It listens to every listed name, one of them given twice. */
  webhook(): Promise<MadeWebhook>;
  /** Listens to every listed name on a receiver. Created once. @throws Skip without a receiver. */
  subscription(): Promise<Subscription>;
  /** Listens to `wallet.create` alone. Created once. */
  narrowSubscription(): Promise<Subscription>;
  /** @throws Skip when none is known. */
  bankAccount(): Promise<BankAccount>;
  /** An event as answered by 4.5. @throws Skip when none is known. */
  event(): Promise<{ readonly event: JsonObject; readonly answer: Answer }>;
  readEvent(id: string): Promise<{ readonly event: JsonObject; readonly answer: Answer }>;
}

export interface ContextParts {
  readonly client: Client;
  readonly token: string;
  readonly known: KnownIds;
  readonly control: Control | null;
  readonly receiver: Receiver | null;
  readonly allowWrites: boolean;
}

/** Everything that 4.1 names, so that a server which requires more than `type` takes it too. */
export const customerBody = requestExamples.createCustomer;

/** Where nobody listens: the name is reserved (RFC 6761) and resolves nowhere. */
const unreachableUrl = 'https://conformance.invalid/causeway';

export function createContext(parts: ContextParts): Context {
  const { client, token, known } = parts;
  const control = (): Control => {
    if (parts.control === null) throw new Skip('needs the control plane');
    return parts.control;
  };
  const theCustomer = once(async () => {
    needsWrites(parts);
    const answer = await client.call('POST', '/v2/customer', { body: customerBody });
    return shaped(customer, succeeded(answer, 'A new customer'), 'The customer');
  });
  const theWebhook = once(async () => {
    needsWrites(parts);
    const url = parts.receiver?.open().url ?? unreachableUrl;
    return await createWebhook(client, url, [...listedEventNames, 'wallet.create']);
  });
  const subscribe = (events: readonly string[]) =>
    once(async () => {
      const inbox = receiverOf(parts).open();
      const { webhook } = await createWebhook(client, inbox.url, events);
      return { webhook, inbox };
    });
  const readOne = async (id: string) => {
    const answer = await client.call('GET', `/v1/event/${id}`);
    const read = readEvent(succeeded(answer, 'GET /v1/event/{event_id}'));
    demand(read !== null, 'The answer holds no event, neither in the envelope nor bare');
    return { event: read.event, answer };
  };

  return {
    client,
    token,
    control,
    customer: theCustomer,
    createVirtualAccount: async (changes = {}) => {
      const { id } = await theCustomer();
      const { integratorBpsFee: _, ...body } = requestExamples.createVirtualAccount;
      const answer = await client.call('POST', '/v2/virtual-account', {
        body: { ...body, customerId: id, ...changes },
      });
      if (answer.status === 403) throw new Skip('this customer may not have a virtual account yet');
      return shaped(virtualAccount, succeeded(answer, 'A new virtual account'), 'The account');
    },
    webhook: theWebhook,
    subscription: subscribe(listedEventNames),
    narrowSubscription: subscribe(['wallet.create']),
    bankAccount: once(async () => {
      const [customerId, bankAccountId] = await bankAccountIds(parts, theCustomer);
      const path = `/v2/customers/${customerId}/bank-account/${bankAccountId}`;
      const answer = await client.call('GET', path);
      return shaped(bankAccount, succeeded(answer, 'GET a bank account'), 'The bank account');
    }),
    event: once(async () => {
      if (known.eventId !== undefined) return await readOne(known.eventId);
      if (parts.control === null) throw new Skip('needs the id of an event: --event-id');
      const [id = ''] = await parts.control.trigger({ name: 'wallet.create' });
      return await readOne(id);
    }),
    readEvent: readOne,
  };
}

function needsWrites({ allowWrites }: ContextParts): void {
  if (!allowWrites) throw new Skip('needs --allow-writes');
}

function receiverOf({ receiver }: ContextParts): Receiver {
  if (receiver === null) throw new Skip('needs a receiver for deliveries');
  return receiver;
}

async function bankAccountIds(
  { known, control }: ContextParts,
  theCustomer: () => Promise<Customer>,
): Promise<readonly [string, string]> {
  if (known.customerId !== undefined && known.bankAccountId !== undefined) {
    return [known.customerId, known.bankAccountId];
  }
  if (control === null) {
    throw new Skip('needs the ids of a bank account: --customer-id and --bank-account-id');
  }
  const { id } = await theCustomer();
  return [id, (await control.createBankAccount(id)).id];
}

async function createWebhook(
  client: Client,
  url: string,
  events: readonly string[],
): Promise<MadeWebhook> {
  const body = { name: 'Conformance', description: 'Made by a conformance run', url, events };
  const answer = await client.call('POST', '/v1/webhook', { body });
  const envelope = shaped(webhookEnvelope, succeeded(answer, 'A new webhook'), 'The envelope');
  return { webhook: envelope.data.webhook, url, answer };
}

/** The first result, whoever asks, failures too: trying again could use up another webhook. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
