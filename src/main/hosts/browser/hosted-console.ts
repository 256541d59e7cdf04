/** The console as the browser host runs it: this machine's keychain, network and clock. */
import { createRouterClient } from '@orpc/server';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler } from '@orpc/server/ws';
import type { Clock } from '../../../platform/clock.ts';
import { fileErrorInWords } from '../../../platform/file-error.ts';
import type { Random } from '../../../platform/random.ts';
import { namedByCall, ownCalls, readsNames } from '../../bridge/named-profile.ts';
import { createConsole } from '../../console/create-console.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { DataDirectoryInUse } from '../../core/profiles/data-directory.ts';
import { ProfileError } from '../../core/profiles/profile-file.ts';
import { createNodeFetch, type NodeFetchOptions } from '../../core/service/node-fetch.ts';
import { openKeychain } from '../../core/vault/keychain.ts';
import { VaultError } from '../../core/vault/vault-error.ts';
import { allowsPrivateTunnels } from '../private-tunnels.ts';
import { refuseUnsafeEnvironment, UnsafeEnvironment } from '../unsafe-environment.ts';
import type { ConsoleRequest, Explanation, HostedConsole } from './program.ts';

export interface HostedConsoleOptions {
  readonly version: string;
  readonly environment: NodeFetchOptions['environment'];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** What the log cuts out by value. */
  readonly known?: KnownSecrets;
}

/** Opens it. Throws what explainConsoleError explains. */
export async function openHostedConsole(
  options: HostedConsoleOptions,
  request: ConsoleRequest,
): Promise<HostedConsole> {
  refuseUnsafeEnvironment(options.environment);
  const network = createNodeFetch(options);
  try {
    const opened = await createConsole({
      ...options,
      ...request,
      host: 'browser',
      fetch: network.fetch,
      keychain: openKeychain,
      agentSocket: options.environment['SSH_AUTH_SOCK'] ?? null,
      allowPrivateTunnels: allowsPrivateTunnels(options.environment),
    });
    return {
      handler: new RPCHandler(opened.router, readsNames),
      attach: (port) =>
        new PortHandler(opened.attachedRouter, readsNames).upgrade(port, { context: namedByCall }),
      bridge: createRouterClient(opened.attachedRouter, { context: ownCalls }),
      secrets: opened.secrets,
      downloads: opened.downloads,
      announce: (url) => opened.announce(url),
      openLink: opened.openLink,
      isKeychainSilent: opened.isKeychainSilent,
      async dispose(stopping) {
        await opened.dispose(stopping);
        network.dispose();
      },
    };
  } catch (error) {
    network.dispose();
    throw error;
  }
}

/** What kept the console from opening, for the person at the terminal; null for a surprise. */
export function explainConsoleError(error: unknown): Explanation | null {
  if (error instanceof DataDirectoryInUse) {
    const { message, url } = error;
    // A console that gives links announces where.
    const sentence =
      url === null
        ? `${message}. It opens no page in a browser: npm run listen or the desktop app holds the folder. Stop it first, with Ctrl+C in its terminal, or choose another --data-dir.`
        : `${message}, at ${url}. Stop it first, press Enter in its terminal for a fresh link, or choose another --data-dir.`;
    return { sentence, isHeld: true };
  }
  const isSaid = [VaultError, ProfileError, UnsafeEnvironment].some((one) => error instanceof one);
  if (isSaid && error instanceof Error) {
    return { sentence: error.message, isHeld: false };
  }
  const ofDisk = fileErrorInWords(error);
  return ofDisk === null ? null : { sentence: ofDisk, isHeld: false };
}
