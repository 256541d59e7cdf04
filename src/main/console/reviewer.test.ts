/** Reviewer mode of a profile: everything that could write to the service is tried, and nothing reaches it. */
import { isContractProcedure } from '@orpc/contract';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bridgeContract } from '../../bridge/contract.ts';
import { writes } from '../../contract/writes.ts';
import type { WriteOutcome } from '../core/service/outcomes.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import { clientOptions, customerInput } from '../core/service/testing/fixtures.ts';
import {
  createTestDirectory,
  newIntentKey,
  procedurePaths,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

const accountInput = {
  customerId: `customer_${'0'.repeat(32)}`,
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'base',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
};

let directory: TestDirectory;
let running: TestConsole;
/** Requests of Causeway itself, as `METHOD url`. */
let sent: string[];

const start = () =>
  directory.start({
    fetch: (input, init) => {
      const request = new Request(input, init);
      sent.push(`${request.method} ${request.url}`);
      return fetch(request);
    },
  });

const changeMode = async (mode: string): Promise<string> =>
  await submitDocument(
    running,
    (await running.bridge.profiles.changeMode({ id: 'built-in' })).path,
    {
      mode,
    },
  );

const modeNow = async () => (await running.bridge.connection.get()).mode;

const needOf = (path: string): unknown => {
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(part as object, name), bridgeContract);
  return isContractProcedure(found)
    ? z.object({ needs: z.string().optional() }).parse(found['~orpc'].meta).needs
    : null;
};
const pathsThatNeed = (need: string) => procedurePaths().filter((path) => needOf(path) === need);

/** Calls it with an input that no procedure takes: what is refused is refused before it is read. */
async function call(path: string): Promise<unknown> {
  const procedure = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(part as object, name), running.bridge);
  return (await safe((procedure as (input: object) => Promise<unknown>)({}))).error;
}

it('every call that creates, sends again, runs in bulk or moves the sandbox declares that it writes', () => {
  expect(pathsThatNeed('service-writes')).toEqual(
    expect.arrayContaining([
      'customers.create',
      'virtualAccounts.create',
      'webhooks.create',
      'unresolved.sendAgain',
      'bulk.drafts.start',
      'bulk.runs.goOn',
      'sandboxControls.payIn',
      'sandboxControls.fill',
      'retention.change',
      'erasures.erase',
    ]),
  );
  expect(pathsThatNeed('sign-offs').toSorted()).toEqual([
    'changes.signOff',
    'reports.close',
    'team.resolve',
    'unresolved.absent',
    'unresolved.exists',
    'unresolved.takeBack',
    'virtualAccounts.signOffMismatch',
  ]);
});

it('the client hands no write to the network for a reviewer', async () => {
  const fetched: unknown[] = [];
  const options = clientOptions('http://127.0.0.1:9', async (input) => {
    fetched.push(input);
    return new Response(null, { status: 500 });
  });
  const inputs: Readonly<Record<keyof typeof writes, unknown>> = {
    createCustomer: customerInput,
    createVirtualAccount: accountInput,
    createWebhook: {
      name: 'Ledger',
      url: 'https://hooks.example.com/in',
      events: ['payout.create'],
    },
  };
  const ends = async (isReadOnly: boolean) => {
    const client = createServiceClient({ ...options, isReadOnly: () => isReadOnly });
    const done: [string, string | null][] = [];
    for (const name of Object.keys(writes) as (keyof typeof writes)[]) {
      const outcome = await (client[name] as (input: unknown) => Promise<WriteOutcome>)(
        inputs[name],
      );
      done.push([outcome.kind, 'cause' in outcome ? outcome.cause : null]);
    }
    return done;
  };
  const refused: [string, string] = ['not-sent', 'reviewer'];
  expect(await ends(true)).toEqual(Object.keys(writes).map(() => refused));
  expect(fetched).toEqual([]);
  await ends(false);
  expect(fetched).toHaveLength(Object.keys(writes).length);
});

describe('a profile in reviewer mode', () => {
  beforeEach(async () => {
    sent = [];
    directory = createTestDirectory();
    running = await start();
  });
  afterEach(() => directory.remove());

  it('is refused every write of the bridge, and nothing reaches the service', async () => {
    await changeMode('sign-off');
    const before = sent.length;
    for (const path of pathsThatNeed('service-writes')) {
      expect(await call(path), path).toMatchObject({
        code: 'INVALID',
        data: { cause: 'reviewer' },
      });
    }
    expect(sent.slice(before)).toEqual([]);
    expect((await running.bridge.intents.list({})).total).toBe(0);
    // The same calls get further in full mode: they are refused for their input.
    await changeMode('full');
    expect(await call('customers.create')).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('signs off where that is allowed, and looks records up either way', async () => {
    await changeMode('review');
    for (const path of pathsThatNeed('sign-offs')) {
      expect(await call(path), path).toMatchObject({ data: { cause: 'reviewer' } });
    }
    await changeMode('sign-off');
    for (const path of pathsThatNeed('sign-offs')) {
      expect(await call(path), path).toMatchObject({ code: 'BAD_REQUEST' });
    }
    const before = sent.length;
    const input = { eventId: `event_${'0'.repeat(32)}`, profileId: 'built-in', knownAt: null };
    await safe(running.bridge.timeline.lookUp(input));
    // The token may be checked meanwhile.
    expect(sent.slice(before)).toContainEqual(expect.stringMatching(/^GET .*\/event\/event_0+$/));
  });

  it('outlives a restart, and only the answered document ends it', async () => {
    await changeMode('review');
    await running.console.dispose();
    running = await start();
    expect(await modeNow()).toBe('review');
    await running.bridge.profiles.changeMode({ id: 'built-in' });
    expect(await modeNow()).toBe('review');
    expect(await changeMode('')).toContain('Select a mode.');
    expect(await modeNow()).toBe('review');
    await changeMode('full');
    expect(await modeNow()).toBe('full');
    const { rows } = await running.bridge.audit.list({});
    expect(rows.filter(({ action }) => action === 'profile.mode-changed')).toHaveLength(2);
  });

  it('a document that was open when the mode changed sends nothing: the write path refuses', async () => {
    const { path } = await running.bridge.webhooks.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      confirmed: ['not-provable'],
      input: { name: 'Ledger', url: 'https://hooks.example.com/in', events: ['payout.create'] },
    });
    await changeMode('review');
    const before = sent.length;
    expect(await submitDocument(running, path)).toContain('in reviewer mode');
    expect(sent.slice(before)).toEqual([]);
    expect((await running.bridge.connection.get()).writesBlocked).toContain('in reviewer mode');
  });
});
