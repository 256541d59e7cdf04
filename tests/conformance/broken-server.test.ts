/** A case that can't fail proves nothing: here the server is broken on purpose, and cases see it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from './case.ts';
import { runConformance } from './run-conformance.ts';
import { type OwnSandbox, startOwnSandbox } from './start-own-sandbox.ts';

/** What an answer is turned into on its way back. */
interface Passing {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are spoiled here.
  readonly body: any;
}
type Spoil = (passing: Passing) => { status?: number; body?: unknown; contentType?: string };

/** Stands before our sandbox and spoils its answers. */
async function startSpoiler(upstream: string, spoil: Spoil) {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(`${upstream}${url}`, {
      method,
      headers: Object.entries(headers)
        .filter(([name]) => /^(authorization|content-type)$/.test(name))
        .map(([name, value]): [string, string] => [name, String(value)]),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body: unknown = await answer.json();
    const spoiled = spoil({ method, path: url, status: answer.status, body });
    response.writeHead(spoiled.status ?? answer.status, {
      'content-type': spoiled.contentType ?? 'application/json',
    });
    response.end(JSON.stringify(spoiled.body ?? body));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const failuresOf = (results: readonly CaseResult[]): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);

/** Each fault, and a case that must see it. */
const faults: readonly (readonly [fault: string, seenBy: string, spoil: Spoil])[] = [
  [
    'a total fee that does not add up',
    'the total adds up for an integrator fee of 40',
    ({ body }) => ({
      body: body.fees ? { ...body, fees: { ...body.fees, totalBpsRate: '66' } } : body,
    }),
  ],
  [
    'a rate that is a number',
    'the three rates are such strings',
    ({ body }) => ({
      body: body.fees ? { ...body, fees: { ...body.fees, totalBpsRate: 65 } } : body,
    }),
  ],
  [
    'a webhook without its secret',
    'creating a webhook returns its secret',
    ({ body }) => {
      if (!body.data?.webhook) return {};
      const { secret: _, ...webhook } = body.data.webhook;
      return { body: { ...body, data: { webhook } } };
    },
  ],
  [
    'errors of v2 in a form of its own',
    'a bank account that does not exist gives form 7.2',
    ({ status, path }) =>
      status >= 400 && path.startsWith('/v2') ? { body: { message: 'Not found' } } : {},
  ],
  [
    'errors of v1 in the form of v2',
    'an event that does not exist is refused in the envelope',
    ({ status, path, body }) =>
      status >= 400 && path.startsWith('/v1')
        ? { body: { ts: body.ts, error: { general: 'No' } } }
        : {},
  ],
  [
    'refusals with status 200',
    'a bank account that does not exist gives form 7.2',
    ({ status }) => (status >= 400 ? { status: 200 } : {}),
  ],
  [
    'refusals with status 500',
    'a virtual account with sourceCurrency "GBP" is refused',
    ({ status }) => (status >= 400 ? { status: 500 } : {}),
  ],
  [
    'a success that says of itself that it failed',
    'a new customer has an id of this pattern',
    ({ path, status, body }) =>
      path === '/v2/customer' && status === 201 ? { body: { ...body, ok: false } } : {},
  ],
  [
    'one message for several missing inputs',
    'five missing inputs give five messages',
    ({ body }) =>
      body.error?.information ? { body: { ...body, error: { information: ['Required'] } } } : {},
  ],
  [
    'words of its own for a missing input',
    'a customer without type is refused with Required',
    ({ body }) =>
      body.error?.information
        ? { body: { ...body, error: { information: ['type is required'] } } }
        : {},
  ],
  [
    'one verification profile alone',
    'a new customer has two profiles, with different names',
    ({ body }) =>
      body.verificationProfiles
        ? { body: { ...body, verificationProfiles: body.verificationProfiles.slice(0, 1) } }
        : {},
  ],
  [
    'customers created under the other version as well',
    'no customer is created under /v1',
    ({ path }) => (path === '/v1/customer' ? { status: 201, body: { id: 'customer_a' } } : {}),
  ],
  [
    'webhooks created under the other version as well',
    'no webhook is created under /v2',
    ({ path }) => (path === '/v2/webhook' ? { status: 200, body: { ok: true } } : {}),
  ],
  [
    'a fee of null taken for another rate',
    'a fee of null is refused, or stands for the default',
    ({ path, status, body }) =>
      path === '/v2/virtual-account' && status === 400
        ? { status: 201, body: { ...body, fees: { integratorFee: { bpsRate: '1' } } } }
        : {},
  ],
  [
    'an individual without personalInformation refused in words of its own',
    'a customer without personalInformation is created, or refused with Required',
    ({ path, body }) =>
      path === '/v2/customer' &&
      body.verificationProfiles?.[0]?.criteria.required.includes('first_name')
        ? {
            status: 400,
            body: { ts: new Date(0).toISOString(), error: { information: ['Name?'] } },
          }
        : {},
  ],
  [
    'paymentLink.create refused in the form of v2',
    'a webhook that lists paymentLink.create is created with it, or refused',
    ({ body }) =>
      body.data?.webhook?.events.includes('paymentLink.create')
        ? { status: 400, body: { ts: body.ts, error: { general: 'Unknown event' } } }
        : {},
  ],
  [
    'ids in upper case',
    'a new customer has an id of this pattern',
    ({ body }) => (body.verificationProfiles ? { body: { ...body, id: 'customer_ABC' } } : {}),
  ],
  [
    'times without milliseconds',
    'the time of an answer is such a string, within a day of ours',
    ({ body }) => ({ body: { ...body, ts: '2026-01-31T12:00:00Z' } }),
  ],
  [
    'account numbers that are not masked',
    'both numbers are masked but for their last digits',
    ({ body }) =>
      body.accountDetails
        ? {
            body: {
              ...body,
              accountDetails: { ...body.accountDetails, accountNumber: '00012345' },
            },
          }
        : {},
  ],
  [
    'data under another key than the kind',
    'the data of an event has that key and no other',
    ({ body }) =>
      body.data?.event
        ? { body: { ...body, data: { event: { ...body.data.event, data: { resource: {} } } } } }
        : {},
  ],
  ['answers that say text', 'v1 answers JSON', () => ({ contentType: 'text/html' })],
  [
    'an envelope that says created',
    'creating a webhook answers this envelope',
    ({ body }) => (body.ok ? { body: { ...body, statusCode: 201 } } : {}),
  ],
  [
    'the same request id again and again',
    'every answer has a request id of its own',
    ({ body }) => (body.request ? { body: { ...body, request: 'request_same' } } : {}),
  ],
];

describe('a broken server', () => {
  let own: OwnSandbox;
  beforeAll(async () => {
    own = await startOwnSandbox();
  });
  afterAll(async () => {
    await own.stop();
  });

  it.each(faults)('with %s fails', async (_, seenBy, spoil) => {
    const { controlUrl = '', controlToken = '' } = own.options.control ?? {};
    await fetch(`${controlUrl}/reset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}` },
    });
    const spoiler = await startSpoiler(own.options.baseUrl, spoil);
    try {
      const results = await runConformance({
        ...own.options,
        baseUrl: spoiler.baseUrl,
        cases: (await import('./cases/index.ts')).conformanceCases.filter(
          ({ name }) => name === seenBy,
        ),
      });
      expect(failuresOf(results)).toEqual([seenBy]);
    } finally {
      await spoiler.stop();
    }
  });
});

/** Switches of our sandbox that break a sentence of the interface instead of reading it otherwise. */
const breaches: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  [
    'signs with part of the secret',
    { signatureKey: 'without-prefix' },
    'every delivery is signed with the secret of its webhook',
  ],
  [
    'answers every error as a problem',
    { errorForm: 'problem' },
    'a validation error carries the time',
  ],
  [
    'sends everything from one address',
    { deliveryAddresses: 'fixed' },
    'deliveries come from more than one address',
  ],
  [
    'takes the fee in the spelling of the example alone',
    { feeSpelling: 'integratorBpsfee' },
    'the integrator rate is the one that was sent in the spelling of the table',
  ],
];

describe('a sandbox', () => {
  it.each(breaches)('that %s fails', async (_, settings, seenBy) => {
    const own = await startOwnSandbox(settings);
    try {
      expect(failuresOf(await runConformance(own.options))).toContain(seenBy);
    } finally {
      await own.stop();
    }
  });

  it('that takes every token fails every case of a forged one', async () => {
    const own = await startOwnSandbox();
    const { token } = own.options;
    const open = await startOpenDoor(own.options.baseUrl, token);
    try {
      const results = await runConformance({ baseUrl: open.baseUrl, token });
      expect(failuresOf(results)).toEqual(
        expect.arrayContaining([
          'getEvent without a token is refused',
          'a token that has the algorithm none is refused',
          'a token that has an altered signature is refused',
        ]),
      );
    } finally {
      await open.stop();
      await own.stop();
    }
  });
});

/** Answers whoever comes with the right token put in. */
async function startOpenDoor(upstream: string, token: string) {
  const server = createServer((request, response) => {
    const authorization = `Bearer ${token}`;
    fetch(`${upstream}${request.url ?? ''}`, { headers: { authorization } }).then(
      async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(await answer.text());
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

describe('the reason of a failure', () => {
  it('holds neither the token nor a secret', async () => {
    const own = await startOwnSandbox();
    const { token } = own.options;
    const secret = 'secret_thisisnotforyoureyes';
    const spoiler = await startSpoiler(own.options.baseUrl, () => ({
      status: 418,
      body: { error: { general: `${token} ${secret} eyJhbGciOiJub25lIn0.e30.` } },
    }));
    try {
      const { control: _, ...options } = own.options;
      const results = await runConformance({ ...options, baseUrl: spoiler.baseUrl });
      const text = JSON.stringify(results);
      expect(failuresOf(results).length).toBeGreaterThan(50);
      expect(text).toContain('<token>');
      expect(text).not.toContain(token);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('eyJ');
    } finally {
      await spoiler.stop();
      await own.stop();
    }
  });

  it('says that there was no answer', async () => {
    const results = await runConformance({ baseUrl: 'http://127.0.0.1:9', token: 'x' });
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    expect(failed.length).toBeGreaterThan(10);
    expect(failed[0]?.reason).toContain('has no answer');
  });
});
