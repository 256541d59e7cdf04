/** Opens an SSH tunnel from a test, without a supervisor. */
import type { HostKeys } from '../../../src/main/features/webhooks/tunnels/host-keys.ts';
import { createSshTunnel } from '../../../src/main/features/webhooks/tunnels/ssh.ts';
import type { SshAuth } from '../../../src/main/features/webhooks/tunnels/ssh-session.ts';

export interface ClientOptions {
  readonly port: number;
  readonly user: string;
  readonly auth: SshAuth;
  readonly hostKeys: HostKeys;
  readonly remotePort?: number;
  readonly localPort?: number;
  readonly publicUrl?: string | null;
  readonly password?: string;
  readonly passphrase?: string;
  readonly agentSocket?: string;
  readonly onMove?: (origin: string) => void;
  readonly signal?: AbortSignal;
}

/** As a person who trusts the first key that is shown. */
export async function openTrusting(options: ClientOptions) {
  const { hostKeys, port } = options;
  if (hostKeys.find('127.0.0.1', port) !== null) return await openSsh(options);
  return await openSsh(options).catch(async (error: unknown) => {
    const shown = hostKeys.waiting('127.0.0.1', port);
    if (shown === null || !hostKeys.trust('127.0.0.1', port, shown)) throw error;
    return await openSsh(options);
  });
}

export const openSsh = (options: ClientOptions) =>
  createSshTunnel({
    server: { host: '127.0.0.1', port: options.port, user: options.user, auth: options.auth },
    bind: { host: 'localhost', port: options.remotePort ?? 0 },
    publicUrl: options.publicUrl === undefined ? 'https://hooks.example.com' : options.publicUrl,
    rules: { allowPrivate: false },
    secrets: {
      password: () => Promise.resolve(options.password ?? null),
      passphrase: () => Promise.resolve(options.passphrase ?? null),
      agentSocket: options.agentSocket ?? null,
    },
    hostKeys: options.hostKeys,
  }).open(
    options.localPort ?? 1,
    { moved: options.onMove ?? (() => undefined), disturbed: () => undefined },
    options.signal ?? new AbortController().signal,
  );
