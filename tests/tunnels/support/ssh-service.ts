/**
 * A tunnel service in one process: lets a password or everybody in, and prints a public address into
 * the session, as localhost.run and its like do. For what a real sshd can't be made to do here.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import ssh2, { type AuthContext, type Connection, type ServerChannel } from 'ssh2';

export interface SshService {
  readonly port: number;
  /** Prints into every session that stands. */
  print(text: string): void;
  sessions(): number;
  /** Passwords that were tried. */
  readonly tried: readonly string[];
  stop(): Promise<void>;
}

export interface SshServiceOptions {
  readonly hostKey: string | Buffer;
  /** How it lets people in; everybody when absent. */
  readonly password?: { readonly value: string; readonly by: 'password' | 'keyboard-interactive' };
  /** Printed at the start of a session. */
  readonly greeting?: string;
  /** Port on loopback where it takes connections, whatever port was asked for. */
  readonly carryOn?: number;
}

export async function startSshService(options: SshServiceOptions): Promise<SshService> {
  const channels = new Set<ServerChannel>();
  const connections = new Set<Connection>();
  const listeners = new Set<NetServer>();
  const tried: string[] = [];

  const server = new ssh2.Server({ hostKeys: [options.hostKey] }, (client) => {
    connections.add(client);
    client.on('error', () => undefined);
    client.on('close', () => connections.delete(client));
    client.on('authentication', (context) => letIn(context, options.password, tried));
    client.on('request', (accept, reject, name, info) => {
      if (name !== 'tcpip-forward') return reject?.();
      accept?.();
      if (options.carryOn === undefined) return;
      const { bindAddr, bindPort } = info as { bindAddr: string; bindPort: number };
      listeners.add(carry(client, options.carryOn, bindAddr, bindPort));
    });
    client.on('session', (acceptSession) => {
      acceptSession().on('shell', (acceptShell) => {
        const channel = acceptShell();
        channels.add(channel);
        channel.on('close', () => channels.delete(channel));
        if (options.greeting !== undefined) channel.write(options.greeting);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    tried,
    sessions: () => channels.size,
    print: (text) => {
      for (const channel of channels) channel.write(text);
    },
    stop: async () => {
      for (const client of connections) client.end();
      for (const listener of listeners) listener.close();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

function letIn(
  context: AuthContext,
  password: SshServiceOptions['password'],
  tried: string[],
): void {
  if (password === undefined) {
    context.accept();
    return;
  }
  const judge = (given: string) => {
    tried.push(given);
    if (given === password.value) context.accept();
    else context.reject([password.by]);
  };
  if (context.method !== password.by) context.reject([password.by]);
  else if (context.method === 'password') judge(context.password);
  else if (context.method === 'keyboard-interactive') {
    context.prompt([{ prompt: 'Password: ', echo: false }], ([given = '']) => judge(given));
  }
}

function carry(client: Connection, port: number, bindAddr: string, bindPort: number): NetServer {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    client.forwardOut(bindAddr, bindPort, '127.0.0.1', 1, (error, channel) => {
      if (error !== undefined) socket.destroy();
      else socket.pipe(channel).pipe(socket);
    });
  }).listen({ host: '127.0.0.1', port });
}
