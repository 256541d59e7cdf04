/** The whole way in: nginx ends TLS, sshd carries, a relay that can be cut lies between it and us. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openHostKeys } from '../../../src/main/features/webhooks/tunnels/host-keys.ts';
import { createReachabilityCheck } from '../../../src/main/features/webhooks/tunnels/reachability-check.ts';
import { createSshTunnel } from '../../../src/main/features/webhooks/tunnels/ssh.ts';
import { createSupervisor } from '../../../src/main/features/webhooks/tunnels/supervisor.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { freePort } from './free-port.ts';
import { type ProofReceiver, startProofReceiver } from './proof-receiver.ts';
import { trustPublicly } from './public-trust.ts';
import { type Relay, startRelay } from './relay.ts';
import { startSshd } from './sshd.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** A webhook's path. */
export const hookPath = 'ab'.repeat(16);

/** A server that lets go of what a lost client held, as the help asks for. */
const quickToLetGo = ['ClientAliveInterval 1', 'ClientAliveCountMax 1'];

export interface PublicSideOptions {
  readonly receiver?: ProofReceiver;
  /** What nginx does with a request; passes it on unless told. */
  readonly location?: string;
  /** Passes on this one alone. */
  readonly onlyPath?: string;
  /** Paths of webhooks; one unless told. */
  readonly paths?: readonly string[];
}

/** Everything but the console, and a supervisor over an SSH tunnel that is not started. */
export async function startPublicSide(options: PublicSideOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-tunnel-'));
  const at = (name: string): string => {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const remotePort = await freePort();
  const sshd = await startSshd({ directory: at('sshd'), settings: quickToLetGo });
  const proxy = await startTlsProxy({
    directory: at('nginx'),
    upstreamPort: remotePort,
    ...(options.location === undefined ? {} : { location: options.location }),
    ...(options.onlyPath === undefined ? {} : { onlyPath: options.onlyPath }),
  });
  const relay: Relay = await startRelay(sshd.port);
  const receiver = options.receiver ?? (await startProofReceiver());
  const untrust = trustPublicly(proxy.certificate);
  const hostKeys = openHostKeys(join(directory, 'host-keys.json'), systemClock);
  // A person has trusted it before.
  hostKeys.meet('127.0.0.1', relay.port, sshd.hostKey);
  hostKeys.trust('127.0.0.1', relay.port, sshd.fingerprints.ed25519);
  const tunnel = createSshTunnel({
    server: {
      host: '127.0.0.1',
      port: relay.port,
      user: sshd.user,
      auth: { method: 'key-file', path: sshd.keyFile },
    },
    bind: { host: 'localhost', port: remotePort },
    publicUrl: proxy.origin,
    // nginx listens on loopback; in the console the switch for tests says so.
    rules: { allowPrivate: true },
    secrets: {
      password: () => Promise.resolve(null),
      passphrase: () => Promise.resolve(null),
      agentSocket: null,
    },
    hostKeys,
  });
  const prover = createReachabilityCheck({
    receiver,
    rules: { allowPrivate: true },
    fetch: globalThis.fetch,
    clock: systemClock,
    random: systemRandom,
  });
  const supervisor = createSupervisor({
    tunnel,
    localPort: receiver.port,
    prover,
    paths: () => options.paths ?? [hookPath],
    knownOrigin: null,
    clock: systemClock,
    random: systemRandom,
    log: pino({ level: 'silent' }),
  });
  return {
    directory,
    remotePort,
    sshd,
    proxy,
    relay,
    receiver,
    hostKeys,
    tunnel,
    prover,
    supervisor,
    [Symbol.asyncDispose]: async () => {
      await supervisor.stop();
      untrust();
      await relay.stop();
      await receiver.stop();
      await proxy.stop();
      await sshd.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
