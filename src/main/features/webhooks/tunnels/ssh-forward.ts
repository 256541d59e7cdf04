/** A port on the SSH server whose connections come to the receiver. */
import { connect, type Socket } from 'node:net';
import type { Client, ClientChannel } from 'ssh2';
import type { SshSession } from './ssh-session.ts';
import { TunnelError } from './tunnel.ts';

export interface RemoteBind {
  /** Address that the server binds: `localhost`, ``, or a name that a service understands. */
  readonly host: string;
  /** 0 lets the server choose. */
  readonly port: number;
}

/**
 * A server may hold the port for our last session for a while after that was cut (`ClientAlive…` in
 * its settings say for how long), so a refused bind is tried again.
 */
export const letGoHelp =
  'With "ClientAliveInterval 1" and "ClientAliveCountMax 1" in its sshd_config, the server releases ' +
  'the port within seconds of a lost connection.';
const bindAgainMs = 200;
const bindPatienceMs = 15_000;

/** @throws TunnelError `remote-bind`, or why the session was lost; the reason of an aborted signal. */
export async function bindRemote(
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
export function carryConnections({ client, lost }: SshSession, localPort: number): void {
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
