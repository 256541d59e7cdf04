import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../platform/testing/test-folder.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { createLog } from '../core/foundation/log.ts';
import { builtInToken, startBuiltInSandbox } from './built-in-sandbox.ts';

const day = 24 * 60 * 60 * 1_000;

let directory: string;
let running: Sandbox[];
let now: number;
const clock = { now: () => now };
const log = createLog({ level: 'silent', destination: { write: () => undefined } });

beforeEach(() => {
  directory = testFolder();
  running = [];
  now = Date.parse('2026-11-20T12:00:00.000Z');
});
afterEach(async () => {
  for (const sandbox of running) await sandbox.close();
});

async function start(dataKey = new Uint8Array(32).fill(7)): Promise<Sandbox> {
  const options = { directory: join(directory, 'sandbox'), dataKey, receiver: null, clock, log };
  const sandbox = await startBuiltInSandbox(options);
  running.push(sandbox);
  return sandbox;
}

const call = (sandbox: Sandbox, token: string, path: string, body?: unknown) =>
  fetch(`${sandbox.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('the built-in sandbox', () => {
  it('listens on loopback alone', async () => {
    expect((await start()).baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('remembers across a restart what was created in it', async () => {
    const first = await start();
    const created = await call(first, first.token, '/v2/customer', { type: 'individual' });
    const { id } = (await created.json()) as { id: string };
    await first.close();

    const second = await start();
    const account = await call(second, second.token, '/v2/virtual-account', {
      customerId: id,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    });
    expect(account.status).toBe(201);
  });

  it('writes nothing readable, and opens with no other key', async () => {
    const first = await start();
    const customer = { type: 'individual', email: 'ada@example.com' };
    await call(first, first.token, '/v2/customer', customer);
    await first.close();
    const files = readdirSync(join(directory, 'sandbox'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const bytes = readFileSync(join(directory, 'sandbox', file), 'latin1');
      expect(bytes).not.toContain('ada@example.com');
    }
    await expect(start(new Uint8Array(32).fill(8))).rejects.toThrow();
  });
});

describe('its token', () => {
  it('stays the same for days, and is renewed and kept long before it expires', async () => {
    const sandbox = await start();
    const kept: string[] = [];
    const token = await builtInToken(sandbox, clock, async (signed) => {
      kept.push(signed);
    });
    now += 14 * day;
    expect(await token()).toBe(sandbox.token);
    now += 2 * day;
    const renewed = await token();
    expect(renewed).not.toBe(sandbox.token);
    expect(kept).toEqual([sandbox.token, renewed]);

    now += 20 * day;
    const expired = await call(sandbox, sandbox.token, '/v1/event/event_a');
    expect(expired.status).toBe(401);
    expect((await call(sandbox, renewed, '/v1/event/event_a')).status).toBe(404);
  });
});
