import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TunnelSettings, tunnelSettings } from '../../../../bridge/tunnels.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { fingerprintOf, openHostKeys } from './host-keys.ts';
import type { SandboxTunnelOptions } from './provider.ts';
import { createTunnel } from './providers.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-create-tunnel-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const create = (settings: TunnelSettings, sandbox: SandboxTunnelOptions | null = null) =>
  createTunnel(settings, {
    secret: () => Promise.resolve(null),
    hostKeys: openHostKeys(join(directory, 'host-keys.json'), systemClock),
    rules: { allowPrivate: false },
    agentSocket: null,
    sandbox,
  });
const events = { moved: () => undefined, disturbed: () => undefined };
const never = new AbortController().signal;

const ssh = tunnelSettings.parse({
  kind: 'ssh',
  name: 'Office',
  host: '127.0.0.1',
  port: 1,
  user: 'me',
  auth: { method: 'password' },
  publicUrl: 'https://hooks.example.com',
});

describe('a tunnel of what a person set', () => {
  it.each([
    [{ kind: 'own-url', name: 'Proxy', publicUrl: 'https://hooks.example.com' }, true],
    [{ kind: 'ngrok', name: 'ngrok', domain: 'acme.ngrok.app' }, true],
    [{ kind: 'ngrok', name: 'ngrok', domain: null }, false],
    [ssh, true],
    [{ ...ssh, publicUrl: null }, false],
  ] as [TunnelSettings, boolean][])(
    'is of its kind, and knows whether it lasts (%#)',
    (settings, lasts) => {
      expect(create(settings)).toMatchObject({ kind: settings.kind, lasts });
    },
  );

  it('asks for secrets that were not entered', async () => {
    const missing = { code: 'secret-missing', needsPerson: true };
    const agent = { ...ssh, auth: { method: 'agent' } } as TunnelSettings;
    // They are for a server whose key is known: others are called, to show it.
    for (const settings of [ssh, agent]) {
      const opening = create(settings).open(1, events, never);
      await expect(opening).rejects.toMatchObject({ code: 'refused' });
    }
    pin();
    await expect(create(ssh).open(1, events, never)).rejects.toMatchObject(missing);
    await expect(create(agent).open(1, events, never)).rejects.toMatchObject(missing);
  });

  function pin(): void {
    const key = Buffer.from('a key');
    const pins = openHostKeys(join(directory, 'host-keys.json'), systemClock);
    pins.meet('127.0.0.1', 1, key);
    expect(pins.trust('127.0.0.1', 1, fingerprintOf(key))).toBe(true);
  }

  it('needs no agent for a service that prints its address: it lets everybody in', async () => {
    pin();
    const open = { ...ssh, auth: { method: 'agent' }, publicUrl: null } as TunnelSettings;
    await expect(create(open).open(1, events, never)).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([null, '/nowhere/key'])('refuses a key file that is not there: %s', async (path) => {
    pin();
    const settings = { ...ssh, auth: { method: 'key-file', path } };
    const opening = create(settings as TunnelSettings).open(1, events, never);
    await expect(opening).rejects.toMatchObject({ code: 'key-file', needsPerson: true });
  });

  it('checks the public address before it calls anybody', async () => {
    const settings = { ...ssh, publicUrl: 'http://hooks.example.com' } as TunnelSettings;
    const opening = create(settings).open(1, events, never);
    await expect(opening).rejects.toMatchObject({ code: 'settings' });
  });

  it('is none for the sandbox where no sandbox is embedded', () => {
    expect(() => create({ kind: 'sandbox' })).toThrow(/built-in sandbox/);
  });

  it('lets the sandbox deliver to the receiver’s own address, and trust its certificate, while it is open', async () => {
    const allowed: string[][] = [];
    const disallowed: string[] = [];
    const sandbox = {
      tlsOrigin: () => 'https://localhost:4712',
      certificate: 'PEM',
      allow: (...given: string[]) => void allowed.push(given),
      disallow: (origin: string) => void disallowed.push(origin),
    };
    const open = await create({ kind: 'sandbox' }, sandbox).open(4711, events, never);
    expect(open).toMatchObject({
      publicOrigin: 'https://localhost:4712',
      pinnedCertificate: 'PEM',
    });
    expect(allowed).toEqual([['https://localhost:4712', 'PEM']]);
    expect(disallowed).toEqual([]);
    await open.close();
    expect(disallowed).toEqual(['https://localhost:4712']);
    const without = create({ kind: 'sandbox' }, { ...sandbox, tlsOrigin: () => null });
    await expect(without.open(1, events, never)).rejects.toMatchObject({ code: 'local' });
  });
});
