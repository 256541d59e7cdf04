import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf, openHostKeys } from '../../src/main/features/webhooks/tunnels/host-keys.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { freePort } from './support/free-port.ts';
import { type ClientOptions, openSsh, openTrusting } from './support/ssh-client.ts';
import { makeKey, type Sshd, type SshdOptions, startSshd } from './support/sshd.ts';

let directory: string;
const stopping: (() => unknown)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-ssh-'));
});
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
  rmSync(directory, { recursive: true });
});

async function server(options: Partial<SshdOptions> = {}): Promise<Sshd> {
  const sshd = await startSshd({ directory, ...options });
  stopping.push(sshd.stop);
  return sshd;
}

const hostKeys = () => openHostKeys(join(directory, 'pinned.json'), systemClock);

const optionsOf = ({ port, user, keyFile: path }: Sshd): ClientOptions => ({
  port,
  user,
  auth: { method: 'key-file', path },
  hostKeys: hostKeys(),
});

/** As a person who trusts the first key that is shown. */
async function open(sshd: Sshd, options: Partial<ClientOptions> = {}) {
  const tunnel = await openTrusting({ ...optionsOf(sshd), ...options });
  stopping.push(tunnel.close);
  return tunnel;
}

describe('the host key of an SSH server', () => {
  it('is shown before anybody signs in, by a key or an agent either, and pinned by a person’s word', async () => {
    const sshd = await server();
    const keys = hostKeys();
    const keyFile = { ...optionsOf(sshd), hostKeys: keys };
    for (const options of [keyFile, { ...keyFile, auth: { method: 'agent' } as const }]) {
      await expect(openSsh(options)).rejects.toMatchObject({
        code: 'host-key-asked',
        needsPerson: true,
        sentence: expect.stringContaining(sshd.fingerprints.ed25519),
      });
      expect(keys.find('127.0.0.1', sshd.port)).toBeNull();
    }
    expect(keys.trust('127.0.0.1', sshd.port, sshd.fingerprints.ed25519)).toBe(true);
    await open(sshd);
  });

  it('is checked ever after: another one ends it before anything is said', async () => {
    const first = await server();
    await (await open(first)).close();
    await first.stop();
    stopping.length = 0;
    for (const file of ['host-ed25519', 'host-ed25519.pub']) rmSync(join(directory, file));
    const second = await server({ port: first.port });
    await expect(open(second)).rejects.toMatchObject({
      code: 'host-key-changed',
      needsPerson: true,
      sentence: expect.stringContaining(second.fingerprints.ed25519),
    });
    // A person who checked it lets the new one be pinned.
    hostKeys().forget('127.0.0.1', first.port);
    await open(second);
    const pinned = hostKeys().find('127.0.0.1', first.port);
    expect(fingerprintOf(pinned ?? new Uint8Array())).toBe(second.fingerprints.ed25519);
  });

  it('is asked for again where the pinned ones were lost: nothing is said until a person compared it', async () => {
    const sshd = await server();
    await (await open(sshd)).close();
    writeFileSync(join(directory, 'pinned.json'), '{"version":1,"ke');
    const keys = hostKeys();
    await expect(openSsh({ ...optionsOf(sshd), hostKeys: keys })).rejects.toMatchObject({
      code: 'host-key-asked',
      needsPerson: true,
      sentence: expect.stringContaining(sshd.fingerprints.ed25519),
    });
    expect(keys.find('127.0.0.1', sshd.port)).toBeNull();
    expect(keys.trust('127.0.0.1', sshd.port, sshd.fingerprints.ed25519)).toBe(true);
    await open(sshd, { hostKeys: keys });
  });

  it('is the same one when the server got a key of another kind beside it', async () => {
    const first = await server({ hostKeys: ['rsa'] });
    await (await open(first)).close();
    await first.stop();
    stopping.length = 0;
    const second = await server({ port: first.port, hostKeys: ['ed25519', 'rsa'] });
    await open(second);
    const pinned = hostKeys().find('127.0.0.1', first.port);
    expect(fingerprintOf(pinned ?? new Uint8Array())).toBe(second.fingerprints.rsa);
  });

  it('has changed when the server no longer has the pinned one', async () => {
    const first = await server({ hostKeys: ['rsa'] });
    await (await open(first)).close();
    await first.stop();
    stopping.length = 0;
    const second = await server({ port: first.port, hostKeys: ['ed25519'] });
    await expect(open(second)).rejects.toMatchObject({ code: 'host-key-changed' });
  });
});

describe('getting in', () => {
  it('works with a key file, and with one that a passphrase protects', async () => {
    const sshd = await server();
    const path = join(directory, 'protected-key');
    makeKey(path, 'ed25519', 'open sesame');
    appendFileSync(join(directory, 'authorized_keys'), readFileSync(`${path}.pub`));
    const auth = { method: 'key-file', path } as const;
    await open(sshd, { auth, passphrase: 'open sesame' });
    await expect(open(sshd, { auth })).rejects.toMatchObject({ code: 'secret-missing' });
    await expect(open(sshd, { auth, passphrase: 'wrong' })).rejects.toMatchObject({
      code: 'key-file',
      sentence: 'The passphrase does not unlock the key file. Enter it again.',
    });
  });

  it('fails with a key that the server does not know, and waits for a person', async () => {
    const sshd = await server();
    const path = join(directory, 'unknown-key');
    makeKey(path, 'ed25519');
    await expect(open(sshd, { auth: { method: 'key-file', path } })).rejects.toMatchObject({
      code: 'authentication',
      needsPerson: true,
    });
  });

  it('fails with a file that is no key', async () => {
    const sshd = await server();
    const path = join(directory, 'no-key');
    writeFileSync(path, 'hello');
    await expect(open(sshd, { auth: { method: 'key-file', path } })).rejects.toMatchObject({
      code: 'key-file',
      needsPerson: true,
    });
  });

  it('works with the agent', async () => {
    const sshd = await server();
    const agentSocket = join(directory, 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', agentSocket], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(agent, 'exit');
    stopping.push(async () => {
      agent.kill();
      await ended;
    });
    // It says where it listens once it does.
    await once(agent.stdout, 'data');
    const auth = { method: 'agent' } as const;
    await expect(open(sshd, { auth, agentSocket })).rejects.toMatchObject({
      code: 'authentication',
    });
    execFileSync('ssh-add', ['-q', sshd.keyFile], {
      env: { SSH_AUTH_SOCK: agentSocket, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    });
    await open(sshd, { auth, agentSocket });
  });

  it('fails without an agent, and with one that is gone', async () => {
    const sshd = await server();
    const auth = { method: 'agent' } as const;
    await expect(open(sshd, { auth })).rejects.toMatchObject({ code: 'secret-missing' });
    const agentSocket = join(directory, 'gone');
    await expect(open(sshd, { auth, agentSocket })).rejects.toMatchObject({
      code: 'authentication',
      needsPerson: true,
    });
  });

  it('fails where nothing listens, and is tried again', async () => {
    const sshd = await server();
    const port = await freePort();
    await expect(open(sshd, { port })).rejects.toMatchObject({
      code: 'refused',
      needsPerson: false,
    });
  });
});

describe('the port on the server', () => {
  it('is free again at once after a close', async () => {
    const sshd = await server();
    const remotePort = await freePort();
    for (let round = 0; round < 3; round++) {
      const tunnel = await open(sshd, { remotePort });
      await tunnel.close();
    }
  });

  it('is asked for again while a session before still holds it', async () => {
    const sshd = await server();
    const remotePort = await freePort();
    const before = await open(sshd, { remotePort });
    const opening = open(sshd, { remotePort });
    // The second one waits for the first.
    expect(await Promise.race([opening, before.ended, quiet(700)])).toBe('quiet');
    await before.close();
    expect((await opening).publicOrigin).toBe('https://hooks.example.com');
  });

  it('is no longer asked for when nobody wants it any more', async () => {
    const sshd = await server();
    const remotePort = await freePort();
    await open(sshd, { remotePort });
    const stop = new AbortController();
    const opening = open(sshd, { remotePort, signal: stop.signal });
    const refused = expect(opening).rejects.toThrow('no longer wanted');
    await quiet(400);
    stop.abort(new Error('no longer wanted'));
    await refused;
  });
});

describe('a session that ends', () => {
  it('tells that it was cut when the server goes away', async () => {
    const sshd = await server();
    const tunnel = await open(sshd);
    // The process of our session is the listener's child.
    const children = readFileSync(`/proc/${sshd.pid}/task/${sshd.pid}/children`, 'utf8');
    for (const child of children.trim().split(' ')) process.kill(Number(child), 'SIGTERM');
    expect(await tunnel.ended).toMatchObject({ code: 'cut', needsPerson: false });
  });
});

const quiet = (ms: number): Promise<'quiet'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('quiet'), ms);
  });
