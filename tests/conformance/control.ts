/** The control plane of our sandbox (docs/sandbox.md), as far as cases need it. */
import { z } from 'zod';
import { bankAccount } from '../../src/contract/bank-account.ts';
import { createClient, type Method } from './client.ts';
import { Violation } from './outcome.ts';

export interface Control {
  /** Triggers sample events; resolves with their ids. */
  trigger(event: {
    readonly name: string;
    readonly resource?: Readonly<Record<string, unknown>>;
    readonly count?: number;
  }): Promise<readonly string[]>;
  createBankAccount(customerId: string): Promise<z.output<typeof bankAccount>>;
  moveKyc(customerId: string, to: string): Promise<void>;
  moveTerms(customerId: string, to: string): Promise<void>;
  /** A deposit, and the payout that it becomes, moved up to this state. */
  deposit(virtualAccountId: string, until: string): Promise<void>;
  redeliver(eventId: string): Promise<void>;
  addFault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  retryDelays(): Promise<readonly number[]>;
  webhooks(): Promise<readonly { id: string; averageResponseMs: number | null }[]>;
  /** Ids of the newest events of this name. */
  events(name: string): Promise<readonly string[]>;
  /** A token that has expired, or of the other environment. */
  signToken(claims: {
    readonly environment?: 'sandbox' | 'production';
    readonly expiresInSeconds?: number;
  }): Promise<string>;
}

const eventIds = z.looseObject({ eventIds: z.array(z.string()) });
const settings = z.looseObject({ retryDelaysMs: z.array(z.number()) });
const listed = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
const listedWebhooks = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), averageResponseMs: z.number().nullable() })),
});

export function createControl(controlUrl: string, controlToken: string): Control {
  const client = createClient(controlUrl, controlToken);
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    method: Method,
    path: string,
    body?: unknown,
  ): Promise<z.output<Schema>> => {
    const { status, json } = await client.call(method, path, { body });
    const result = schema.safeParse(json);
    if (status < 300 && result.success) return result.data;
    throw new Violation(`The control plane answered ${method} ${path} with ${status}`);
  };
  const tell = async (method: Method, path: string, body: unknown): Promise<void> =>
    void (await ask(z.unknown(), method, path, body));

  return {
    trigger: async (event) => (await ask(eventIds, 'POST', '/events', event)).eventIds,
    createBankAccount: async (id) =>
      (await ask(z.looseObject({ bankAccount }), 'POST', `/customers/${id}/bank-accounts`, {}))
        .bankAccount,
    moveKyc: (id, to) => tell('POST', `/customers/${id}/kyc`, { to, force: true }),
    moveTerms: (id, to) => tell('POST', `/customers/${id}/terms`, { to, force: true }),
    deposit: (id, until) =>
      tell('POST', `/virtual-accounts/${id}/deposits`, { amount: '100.00', until }),
    redeliver: (id) => tell('POST', `/events/${id}/redeliver`, {}),
    addFault: (fault) => tell('POST', '/faults', fault),
    changeSettings: (change) => tell('PATCH', '/settings', change),
    retryDelays: async () => (await ask(settings, 'GET', '/settings')).retryDelaysMs,
    webhooks: async () => (await ask(listedWebhooks, 'GET', '/list/webhooks')).items,
    events: async (name) =>
      (await ask(listed, 'GET', '/list/events')).items
        .filter((event) => event.name === name)
        .map(({ id }) => id),
    signToken: async (claims) =>
      (await ask(z.looseObject({ token: z.string() }), 'POST', '/tokens', claims)).token,
  };
}
