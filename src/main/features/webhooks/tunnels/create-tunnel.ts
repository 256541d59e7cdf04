/** From what a person set to the tunnel itself. The one place that knows all providers. */
import type { TunnelSettings } from '../../../../bridge/tunnels.ts';
import type { HostKeys } from './host-keys.ts';
import { createNgrokTunnel, type NgrokSdk } from './ngrok.ts';
import { type PublicOriginRules, readPublicOrigin } from './public-origin.ts';
import { createSshTunnel } from './ssh.ts';
import type { SshAuth } from './ssh-session.ts';
import { type Tunnel, TunnelError } from './tunnel.ts';

/** Secrets of one tunnel, from the keychain; each null when none was entered. */
export interface TunnelSecrets {
  sshPassword(): Promise<string | null>;
  sshPassphrase(): Promise<string | null>;
  ngrokAuthtoken(): Promise<string | null>;
}

export interface CreateTunnelOptions {
  readonly settings: TunnelSettings;
  readonly secrets: TunnelSecrets;
  readonly hostKeys: HostKeys;
  readonly rules: PublicOriginRules;
  /** `SSH_AUTH_SOCK`, a named pipe or `pageant`; null when there is none. */
  readonly agentSocket: string | null;
  readonly loadNgrok: () => Promise<NgrokSdk>;
  /** null where no sandbox is embedded: in every profile but the built-in one. */
  readonly sandbox: SandboxTunnelOptions | null;
}

/** @throws TunnelError `settings` for a sandbox tunnel where there is no sandbox. */
export function createTunnel(options: CreateTunnelOptions): Tunnel {
  const { settings, secrets, hostKeys, rules, agentSocket, loadNgrok, sandbox } = options;
  switch (settings.kind) {
    case 'sandbox': {
      if (sandbox === null) {
        const sentence = 'Only the profile of the built-in sandbox can use this tunnel.';
        throw new TunnelError('settings', sentence, { needsPerson: true });
      }
      return createSandboxTunnel(sandbox);
    }
    case 'ssh': {
      const { host, port, user, auth, remoteHost, remotePort, publicUrl } = settings;
      return createSshTunnel({
        server: { host, port, user, auth: withoutAgent(auth, publicUrl, agentSocket) },
        bind: { host: remoteHost, port: remotePort },
        publicUrl,
        rules,
        secrets: {
          password: () => secrets.sshPassword(),
          passphrase: () => secrets.sshPassphrase(),
          agentSocket,
        },
        hostKeys,
      });
    }
    case 'ngrok':
      return createNgrokTunnel({
        authtoken: () => secrets.ngrokAuthtoken(),
        domain: settings.domain,
        load: loadNgrok,
      });
    case 'own-url':
      return createOwnUrlTunnel({ publicUrl: settings.publicUrl, rules });
  }
}

/** Services that print their address let everybody in: a missing agent must not stand in the way. */
function withoutAgent(auth: SshAuth, publicUrl: string | null, socket: string | null): SshAuth {
  const isOpenService = auth.method === 'agent' && socket === null && publicUrl === null;
  return isOpenService ? { method: 'none' } : auth;
}

/** A reverse proxy of the company that points at the receiver's port. We open nothing ourselves. */
interface OwnUrlOptions {
  /** As a person typed it. */
  readonly publicUrl: string;
  readonly rules: PublicOriginRules;
}

function createOwnUrlTunnel({ publicUrl, rules }: OwnUrlOptions): Tunnel {
  return {
    kind: 'own-url',
    lasts: true,
    proveEveryMs: 30_000,
    canReopen: false,
    open: async (_localPort, _events, signal) => {
      signal.throwIfAborted();
      const publicOrigin = readPublicOrigin(publicUrl, rules);
      return await Promise.resolve({
        publicOrigin,
        pinnedCertificate: null,
        // Not ours to see: a proof tells when it stops working.
        ended: new Promise(() => undefined),
        close: () => Promise.resolve(),
      });
    },
  };
}

/** The sandbox's tunnel: no way out at all. It delivers to the receiver over HTTPS on loopback. */
export interface SandboxTunnelOptions {
  /** `https://localhost:<port>` of the receiver; null when it has no certificate. */
  readonly tlsOrigin: () => string | null;
  /** Certificate of the receiver (PEM). */
  readonly certificate: string;
  /** Lets the embedded sandbox deliver to this origin, trusting this certificate for it. */
  readonly allow: (origin: string, certificate: string) => void;
  /** Takes that back. */
  readonly disallow: (origin: string) => void;
}

export function createSandboxTunnel(options: SandboxTunnelOptions): Tunnel {
  const { tlsOrigin, certificate, allow, disallow } = options;
  return {
    kind: 'sandbox',
    lasts: true,
    proveEveryMs: 30_000,
    canReopen: true,
    open: (_localPort, _events, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const publicOrigin = tlsOrigin();
      if (publicOrigin === null) {
        const sentence =
          'The receiver has no certificate, so the sandbox can’t deliver to it. Restart Causeway.';
        return Promise.reject(new TunnelError('local', sentence, { needsPerson: true }));
      }
      allow(publicOrigin, certificate);
      return Promise.resolve({
        publicOrigin,
        pinnedCertificate: certificate,
        // There is nothing between here and here that could be cut.
        ended: new Promise(() => undefined),
        close: () => {
          disallow(publicOrigin);
          return Promise.resolve();
        },
      });
    },
  };
}
