/** The sandbox: the service itself, stateful. The package's only entry. */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApplication } from './application.ts';
import type { TokenClaims } from './auth/tokens.ts';
import { controlPrefix } from './http/server.ts';
import type { SandboxOptions } from './options.ts';
import { resolveOptions } from './options.ts';

export { databaseFileName } from './application.ts';
export type { TokenClaims } from './auth/tokens.ts';
export type { SandboxOptions } from './options.ts';
/** Erases customers from the sandbox's database, for the console's erasure. */
export { forgetCustomers } from './state/records.ts';
/** Migrations of the sandbox's database, for the console's repair. */
export { sandboxMigrations } from './state/schema.ts';

/** A sandbox. `baseUrl`, `controlUrl` and `token` exist once `listen` has resolved. */
export interface Sandbox {
  /** Starts serving and delivering. @throws Error when the port is taken. */
  listen(): Promise<void>;
  /** For example `http://127.0.0.1:41234`. */
  readonly baseUrl: string;
  /** For example `http://127.0.0.1:41234/sandbox`. */
  readonly controlUrl: string;
  /** A JWT for the five operations, valid for 30 days. */
  readonly token: string;
  /** Bearer token of the control plane. New at each start. */
  readonly controlToken: string;
  /** Another JWT: expired, of the other environment, … */
  signToken(claims: TokenClaims): Promise<string>;
  /** Lets deliveries reach an origin whatever its address, from now on. */
  allowDeliveryOrigin(origin: string, ca?: string | null): void;
  /** Undoes that, from the next attempt on. An origin of the options stays allowed. */
  disallowDeliveryOrigin(origin: string): void;
  /** Stops serving, ends deliveries under way (they stay due), closes the state. */
  close(): Promise<void>;
}

/**
 * Opens the state; nothing is received or sent before `listen`.
 *
 * @throws Error when another process uses the data folder, or its key does not fit.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const resolved = resolveOptions(options);
  const application = createApplication(resolved);
  const server = createServer({ keepAliveTimeout: 75_000 }, application.handle);
  let started: { readonly baseUrl: string; readonly token: string } | null = null;
  let closing: Promise<void> | null = null;

  const running = () => {
    if (started === null) throw new Error('The sandbox does not listen yet.');
    return started;
  };
  const close = async (): Promise<void> => {
    await closeServer(server);
    await application.close();
  };

  return {
    listen: async () => {
      const token = await application.tokens.sign({});
      const address = await listenOn(server, resolved.port, resolved.host);
      started = { baseUrl: urlOf(address), token };
      application.start();
      resolved.log.info('The sandbox listens', { baseUrl: started.baseUrl });
    },
    get baseUrl() {
      return running().baseUrl;
    },
    get controlUrl() {
      return `${running().baseUrl}${controlPrefix}`;
    },
    get token() {
      return running().token;
    },
    controlToken: application.controlToken,
    signToken: (claims) => application.tokens.sign(claims),
    allowDeliveryOrigin: application.allowDeliveryOrigin,
    disallowDeliveryOrigin: application.disallowDeliveryOrigin,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listenOn(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
