/** SSH: a remote forward to any sshd, or to a service that prints its public address. */
import { connect, type Socket } from 'node:net';
import type { Client, ClientChannel } from 'ssh2';
import type { HostKeys } from './host-keys.ts';
import { createUrlReader } from './printed-url.ts';
import { named, type TunnelProvider } from './provider.ts';
import { type PublicOriginRules, readPublicOrigin } from './public-origin.ts';
import {
  openSshSession,
  type SshAuth,
  type SshSecrets,
  type SshServer,
  type SshSession,
} from './ssh-session.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelEvents } from './tunnel.ts';

/** A port on the SSH server whose connections come to the receiver. */
interface RemoteBind {
  /** Address that the server binds: `localhost`, ``, or a name that a service understands. */
  readonly host: string;
  /** 0 lets the server choose. */
  readonly port: number;
}

/**
 * A server may hold the port for our last session for a while after that was cut (`ClientAlive…` in
 * its settings say for how long), so a refused bind is tried again.
 */
const letGoHelp =
  'With "ClientAliveInterval 1" and "ClientAliveCountMax 1" in its sshd_config, the server releases ' +
  'the port within seconds of a lost connection.';
const bindAgainMs = 200;
const bindPatienceMs = 15_000;

/** @throws TunnelError `remote-bind`, or why the session was lost; the reason of an aborted signal. */
async function bindRemote(
  session: SshSession,
  bind: RemoteBind,
  signal: AbortSignal,
): Promise<void> {
  const deadline = AbortSignal.timeout(bindPatienceMs);
  let isLost = false;
  const lost = session.lost.then((failure) => {
    isLost = true;
    return failure;
  });
  while (!deadline.aborted) {
    const outcome = await Promise.race([lost, attempt(session.client, bind)]);
    signal.throwIfAborted();
    if (isLost || typeof outcome === 'object') throw await lost;
    if (outcome === 'bound') return;
    await pause(bindAgainMs, signal);
  }
  const sentence =
    'The SSH server did not open the port. Causeway’s last session may still have it, another ' +
    `program may use it, or port forwarding is not allowed. ${letGoHelp}`;
  throw new TunnelError('remote-bind', sentence);
}

function attempt(client: Client, { host, port }: RemoteBind): Promise<'bound' | 'refused'> {
  return new Promise((resolve) => {
    try {
      client.forwardIn(host, port, (error) => resolve(error === undefined ? 'bound' : 'refused'));
    } catch {
      // It throws when the line is gone; then the session tells why.
      resolve('refused');
    }
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Joins each connection that comes in with one of its own to the receiver. */
function carryConnections({ client, lost }: SshSession, localPort: number): void {
  const open = new Set<Socket>();
  void lost.then(() => {
    for (const socket of open) socket.destroy();
  });
  client.on('tcp connection', (_details, accept, reject) => {
    const local = connect({ host: '127.0.0.1', port: localPort, allowHalfOpen: true });
    local.setNoDelay(true);
    open.add(local);
    local.once('error', reject);
    local.once('connect', () => {
      local.off('error', reject);
      join(accept(), local);
    });
    local.once('close', () => open.delete(local));
  });
}

/** Both ways, with the ends of each passed on. What breaks one side breaks the other. */
function join(channel: ClientChannel, local: Socket): void {
  const breakBoth = () => {
    channel.destroy();
    local.destroy();
  };
  channel.on('error', breakBoth);
  local.on('error', breakBoth);
  channel.once('close', () => local.destroy());
  local.once('close', () => channel.destroy());
  channel.pipe(local);
  local.pipe(channel);
}

export const sshProvider: TunnelProvider<'ssh'> = {
  create({ host, port, user, auth, remoteHost, remotePort, publicUrl }, uses) {
    const { secret, hostKeys, rules, agentSocket } = uses;
    return createSshTunnel({
      server: { host, port, user, auth: withoutAgent(auth, publicUrl, agentSocket) },
      bind: { host: remoteHost, port: remotePort },
      publicUrl,
      rules,
      secrets: {
        password: () => secret('ssh-password'),
        passphrase: () => secret('ssh-passphrase'),
        agentSocket,
      },
      hostKeys,
    });
  },
  secretsOf({ auth }) {
    if (auth.method === 'password') return ['ssh-password'];
    return auth.method === 'key-file' ? ['ssh-passphrase'] : [];
  },
  secretForms: {
    'ssh-password': { title: 'Enter SSH password', label: 'Password' },
    'ssh-passphrase': { title: 'Enter key file passphrase', label: 'Passphrase' },
  },
  document: {
    facts: ({ name, user, host, port, auth, remoteHost, remotePort, publicUrl }) => [
      ['Name', name],
      ['SSH server', `${user}@${named(host)}:${port}`],
      ['Sign in with', methods[auth.method]],
      [
        'Listening on the server',
        `${remoteHost === '' ? 'Any host' : remoteHost}, port ${remotePort}`,
      ],
      ['Public URL', publicUrl === null ? 'Printed by the server' : new URL(publicUrl).origin],
    ],
    whatGoesOut:
      'Causeway connects to this server, which first shows its host key. You compare the key before Causeway sends anything else.',
    // An SSH server shows its key first, and gets nothing.
    opensAtOnce: true,
  },
};

const methods = { agent: 'SSH agent', 'key-file': 'Key file', password: 'Password' } as const;

/** Services that print their address let everybody in: a missing agent must not stand in the way. */
function withoutAgent(auth: SshAuth, publicUrl: string | null, socket: string | null): SshAuth {
  const isOpenService = auth.method === 'agent' && socket === null && publicUrl === null;
  return isOpenService ? { method: 'none' } : auth;
}

export interface SshTunnelOptions {
  readonly server: SshServer;
  readonly bind: RemoteBind;
  /** Public address in front of the bound port; null for a service that prints its own. */
  readonly publicUrl: string | null;
  readonly rules: PublicOriginRules;
  readonly secrets: SshSecrets;
  readonly hostKeys: HostKeys;
}

export function createSshTunnel(options: SshTunnelOptions): Tunnel {
  return {
    kind: 'ssh',
    // A service that prints an address gives another one next time, unless a name is reserved there.
    lasts: options.publicUrl !== null,
    proveEveryMs: 30_000,
    canReopen: true,
    open: (localPort, events, signal) => open(options, localPort, events, signal),
  };
}

async function open(
  options: SshTunnelOptions,
  localPort: number,
  events: TunnelEvents,
  signal: AbortSignal,
): Promise<OpenTunnel> {
  const { server, bind, publicUrl, rules, secrets, hostKeys } = options;
  // Before anybody is called: wrong settings stay wrong.
  const known = publicUrl === null ? null : readPublicOrigin(publicUrl, rules);
  const session = await openSshSession({ server, secrets, hostKeys, signal });
  const abort = () => session.client.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    carryConnections(session, localPort);
    await bindRemote(session, bind, signal);
    const publicOrigin = known ?? (await printedOrigin(session, server.host, { events, rules }));
    signal.throwIfAborted();
    return {
      publicOrigin,
      pinnedCertificate: null,
      ended: session.lost,
      close: session.close,
    };
  } catch (error) {
    await session.close();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const printPatienceMs = 15_000;
const sayMs = 1_000;

/** Waits for the first address; later ones are told as a move. */
async function printedOrigin(
  session: SshSession,
  serverHost: string,
  { events, rules }: { readonly events: TunnelEvents; readonly rules: PublicOriginRules },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isKnown = false;
  let settling: NodeJS.Timeout | null = null;
  const settle = (origin: string) => {
    isKnown = true;
    // What a service prints is no more trusted than what a person types.
    try {
      resolve(readPublicOrigin(origin, rules));
    } catch (error) {
      reject(error as Error);
    }
  };
  const moveTo = (origin: string) => {
    try {
      events.moved(readPublicOrigin(origin, rules));
    } catch {
      // It is no address that the world can call: the next proof tells whether the old one still leads here.
      events.disturbed();
    }
  };
  const read = createUrlReader(serverHost, ({ origin, isSaid }) => {
    if (isKnown) moveTo(origin);
    else if (isSaid) settle(origin);
    // It may be a link in the greeting: the line that says so gets a moment to follow.
    else settling ??= setTimeout(() => settle(origin), sayMs);
  });
  const sentence =
    'The SSH server did not print a public URL. If the server never prints one, add a tunnel with ' +
    'your own server and its public URL.';
  const timer = setTimeout(
    () => reject(new TunnelError('no-printed-url', sentence)),
    printPatienceMs,
  );
  void session.lost.then(({ code, sentence: why }) => reject(new TunnelError(code, why)));
  session.client.on('banner', read);
  session.client.shell(false, (error, channel) => {
    // Without a session it may still print its address as a banner.
    if (error !== undefined) return;
    channel.on('data', read);
    channel.stderr.on('data', read);
    channel.on('error', () => undefined);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (settling !== null) clearTimeout(settling);
  }
}
