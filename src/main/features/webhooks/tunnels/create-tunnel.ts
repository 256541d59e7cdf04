/** From what a person set to the tunnel itself. The one place that knows all providers. */
import type { TunnelSettings } from '../../../../bridge/tunnels.ts';
import type { HostKeys } from './host-keys.ts';
import { createNgrokTunnel, type NgrokSdk } from './ngrok.ts';
import { createOwnUrlTunnel } from './own-url.ts';
import type { PublicOriginRules } from './public-origin.ts';
import { createSandboxTunnel, type SandboxTunnelOptions } from './sandbox.ts';
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
