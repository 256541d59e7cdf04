import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listedEventNames } from '../../../../contract/event-names.ts';
import {
  addProfile,
  addTarget,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from '../../../console/testing/console.ts';
import {
  control,
  createWebhook,
  startTestReceiver,
  type TestReceiver,
} from '../../../console/testing/webhooks.ts';
import { type ListenConsole, runListen } from './run-listen.ts';

let directory: TestDirectory;
let receiver: TestReceiver;
beforeEach(async () => {
  directory = createTestDirectory();
  receiver = await startTestReceiver();
});
afterEach(async () => {
  await receiver.close();
  await directory.remove();
});

/** Runs it on a console, until it is stopped. */
function startListen(
  running: Pick<TestConsole, 'attached'>,
  args: readonly string[] = [],
  isAttached = true,
) {
  const stop = new AbortController();
  const lost = Promise.withResolvers<void>();
  const printed: string[] = [];
  const said: string[] = [];
  const waiting: (() => void)[] = [];
  const attached: ListenConsole = {
    bridge: running.attached,
    closed: lost.promise,
    close: () => undefined,
  };
  const exit = runListen({
    args: ['--forward-to', receiver.url, ...args],
    defaultDataDir: directory.path,
    signal: stop.signal,
    print(line) {
      printed.push(line);
      for (const done of waiting.splice(0)) done();
    },
    say: (line) => void said.push(line),
    newIntentKey,
    readPassphrase: () => null,
    attach: async () => (isAttached ? attached : null),
    open: async () => attached,
    explain: () => null,
  });
  onTestFinished(async () => {
    stop.abort();
    await exit.catch(() => undefined);
  });
  return {
    said,
    printed,
    exit,
    stop: () => stop.abort(),
    lose: () => lost.resolve(),
    /** The line at this place, when it was printed. */
    async line(index: number): Promise<string> {
      while (printed[index] === undefined) {
        const next = new Promise<void>((done) => void waiting.push(done));
        await Promise.race([next, exit]);
      }
      return printed[index] ?? '';
    },
  };
}

describe('npm run listen', () => {
  it('makes a webhook on the built-in sandbox, forwards, and prints one line a delivery', async () => {
    const running = await directory.start();
    const listening = startListen(running, ['--events', 'payout.create']);
    expect(await listening.line(0)).toContain(`Forwarding to ${receiver.url}`);
    await control(running, '/events', { name: 'payout.create' });
    expect(await listening.line(1)).toMatch(
      /payout\.create +verified {2}→ 200 in \d+ ms {2}event_/,
    );
    expect(receiver.heard).toHaveLength(1);
    listening.stop();
    expect(await listening.exit).toBe(0);
    expect(await running.bridge.forwarding.targets()).toEqual([]);
  });

  it('triggers events itself, without a page', async () => {
    const running = await directory.start();
    const args = ['--ephemeral', '--events', 'wallet.create', '--trigger', 'wallet.create'];
    const listening = startListen(running, args, false);
    expect(await listening.line(1)).toMatch(/wallet\.create +verified {2}→ 200 in/);
    listening.stop();
    expect(await listening.exit).toBe(0);
  });

  it.each([
    [true, [], 'is on the webhook’s page'],
    [false, [], 'is on the webhook’s page'],
    [false, ['--ephemeral'], 'open Causeway and start this command beside it'],
  ])('says where the secret is (attached: %j, %j)', async (isAttached, args, sentence) => {
    const listening = startListen(await directory.start(), args, isAttached);
    await listening.line(0);
    expect(listening.said.join(' ')).toContain(sentence);
  });

  it('makes one for all that section 6 lists where no events are named', async () => {
    const running = await directory.start();
    const listening = startListen(running);
    await listening.line(0);
    const { rows } = await running.bridge.webhooks.list();
    expect(rows.map(({ events }) => events.toSorted())).toEqual([listedEventNames.toSorted()]);
    listening.stop();
    expect(await listening.exit).toBe(0);
  });

  it('forwards what came of a webhook that it creates before its target was added', async () => {
    const running = await directory.start();
    const { forwarding, deliveries } = running.attached;
    const hasCome = async () => (await deliveries.list({})).rows[0]?.verdict.kind === 'genuine';
    const late: typeof forwarding.lendTarget = async (...input) => {
      await expect.poll(hasCome).toBe(true);
      return await forwarding.lendTarget(...input);
    };
    const attached = new Proxy(running.attached, {
      get: (bridge, name) =>
        name === 'forwarding'
          ? { targets: forwarding.targets, list: forwarding.list, lendTarget: late }
          : Reflect.get(bridge, name),
    });
    const listening = startListen({ attached });
    await listening.line(0);
    expect(await listening.line(1)).toMatch(/webhook\.create +verified {2}→ 200 in/);
    expect(receiver.heard).toHaveLength(1);
  });

  it('uses a webhook that is there, and takes no other place', async () => {
    const running = await directory.start();
    const { id } = await createWebhook(running, { events: ['payout.create', 'wallet.create'] });
    const listening = startListen(running, ['--json', '--events', 'wallet.create']);
    expect(JSON.parse(await listening.line(0))).toMatchObject({
      listening: { webhookId: id, state: 'proven' },
    });
    await control(running, '/events', { name: 'payout.create' });
    await control(running, '/events', { name: 'wallet.create' });
    expect(JSON.parse(await listening.line(1))).toMatchObject({
      event: 'wallet.create',
      verdict: 'genuine',
      role: 'first',
      forward: { state: 'delivered', status: 200, attempts: 1 },
    });
    expect((await running.bridge.webhooks.list()).known).toBe(1);
  });

  it('says what was refused, and what could not be forwarded', async () => {
    const running = await directory.start();
    const { slot } = await createWebhook(running, { events: ['payout.create'] });
    receiver.answerWith = () => 500;
    const listening = startListen(running);
    await listening.line(0);
    const { origin } = (await running.bridge.webhooks.list()).receiver;
    await fetch(`${origin}/hooks/${slot?.path}`, { method: 'POST', body: '{}' });
    expect(await listening.line(1)).toContain('REJECTED: unsigned');
    await control(running, '/events', { name: 'payout.create' });
    expect(await listening.line(2)).toMatch(
      /FAILED in \d+ ms: Refused with status 500\. Next attempt/,
    );
  });

  it('says on stop how many deliveries were not accepted', async () => {
    const running = await directory.start();
    await createWebhook(running, { events: ['payout.create'] });
    const listening = startListen(running);
    await listening.line(0);
    await control(running, '/events', { name: 'payout.create' });
    await listening.line(1);
    receiver.answerWith = () => 410;
    await control(running, '/events', { name: 'payout.create' });
    await listening.line(2);
    listening.stop();
    expect(await listening.exit).toBe(0);
    expect(listening.said.at(-1)).toBe(
      'Stopped. 1 delivery was not accepted; replay it under Webhooks, Deliveries.',
    );
  });

  it('prints another line when a later try is taken', async () => {
    const running = await directory.start();
    await createWebhook(running, { events: ['payout.create'] });
    receiver.answerWith = () => 503;
    const listening = startListen(running);
    await listening.line(0);
    await control(running, '/events', { name: 'payout.create' });
    expect(await listening.line(1)).toMatch(/^\d\d:\d\d:\d\d\.\d{3} .* FAILED .* Next attempt at/);
    receiver.answerWith = () => 204;
    expect(await listening.line(2)).toMatch(/payout\.create .* → 204 in \d+ ms on attempt 2/);
    const [first, second] = listening.printed.slice(1).map((line) => line.slice(0, 12));
    expect(second).not.toBe(first);
  });

  it('prints a line for a replay, beside that of the arrival', async () => {
    const running = await directory.start();
    await createWebhook(running, { events: ['payout.create'] });
    const listening = startListen(running, ['--events', 'payout.create']);
    await listening.line(0);
    await control(running, '/events', { name: 'payout.create' });
    expect(await listening.line(1)).not.toContain('(replay)');
    const [target] = await running.bridge.forwarding.targets();
    const { rows } = await running.bridge.deliveries.list({});
    const replay = {
      targetId: target?.id ?? '',
      selection: { by: 'one', arrival: rows[0]?.arrival ?? 0 },
    } as const;
    expect(await running.bridge.forwarding.replay(replay)).toMatchObject({ queued: 1 });
    expect(await listening.line(2)).toMatch(/payout\.create .* → 200 in \d+ ms {2}\(replay\)/);
  });

  it('says it and ends with 1 when a person removes its address', async () => {
    const running = await directory.start();
    const listening = startListen(running);
    await listening.line(0);
    const [target] = await running.bridge.forwarding.targets();
    expect(target).toMatchObject({ isLent: true, url: receiver.url });
    await running.bridge.forwarding.removeTarget({ id: target?.id ?? '' });
    expect(await listening.exit).toBe(1);
    expect(listening.said.at(-1)).toContain('was removed in Causeway');
  });

  it('says it when the address is forwarded to already', async () => {
    const running = await directory.start();
    await createWebhook(running);
    await addTarget(running, { name: 'Ledger', url: receiver.url });
    const listening = startListen(running);
    await listening.line(0);
    expect(listening.said.join(' ')).toContain('each delivery is sent there twice');
  });

  it('says how to unlock when Causeway is locked', async () => {
    const running = await directory.start({ passphrase: 'correct horse battery' });
    await running.bridge.vault.lock();
    const listening = startListen(running, ['--passphrase-file', '/not/read']);
    expect(await listening.exit).toBe(1);
    expect(listening.said.at(-1)).toContain('Unlock it in its window');
    expect(listening.said.join(' ')).toContain('--passphrase-file and --ephemeral have no effect');
  });

  it('ends with 1 when the console that it was attached to stops', async () => {
    const running = await directory.start();
    const listening = startListen(running);
    await listening.line(0);
    listening.lose();
    expect(await listening.exit).toBe(1);
    expect(listening.said.join(' ')).toContain('Causeway stopped');
  });

  it('takes no place of a hosted profile unasked', async () => {
    const running = await directory.start();
    const profile = await addProfile(running, {
      name: 'Hosted',
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:9',
    });
    await running.bridge.profiles.select({ id: profile.id });
    const listening = startListen(running);
    expect(await listening.exit).toBe(1);
    expect(listening.said.join(' ')).toContain('--create');
    const triggering = startListen(running, ['--create', '--trigger', 'wallet.create']);
    expect(await triggering.exit).toBe(1);
    expect(triggering.said.join(' ')).toContain('No control plane of this profile is known.');
  });

  it.each([
    [[], /with --forward-to/],
    [['--forward-to', 'http://localhost', '--events', 'no.such'], /"no.such" is not an event/],
    [
      [
        '--forward-to',
        'http://localhost',
        '--events',
        'wallet.create',
        '--trigger',
        'payout.create',
      ],
      /--trigger: "payout.create" may not arrive/,
    ],
    [['--forward-to', 'http://localhost', '--trigger', 'x'], /--trigger: "x" is not an event/],
    [['--forward-to', 'http://localhost', '--what'], /--help/],
    [['--forward-to', 'ledger'], /--forward-to: Enter a URL, for example/],
    [['--forward-to', 'http://ledger.example.com'], /--forward-to: .* starts with https/],
    [['--forward-to', 'http://localhost', '--data-dir', ''], /--data-dir needs a path/],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const said: string[] = [];
    const nobody = () => Promise.reject(new Error('not this far'));
    const code = await runListen({
      args,
      defaultDataDir: directory.path,
      signal: new AbortController().signal,
      print: () => undefined,
      say: (line) => void said.push(line),
      newIntentKey,
      readPassphrase: () => null,
      attach: nobody,
      open: nobody,
      explain: () => null,
    });
    expect(code).toBe(2);
    expect(said.join()).toMatch(sentence);
  });
});
