/** What a person confirms of the key by which an SSH server is known again. */
import type { TunnelSecretName, TunnelView } from '../../../../bridge/tunnels.ts';
import type { Confirmation } from '../../../core/feature/confirmation.ts';
import { invalid } from '../../../core/intents/failed.ts';
import { named } from './provider.ts';

/** Throws Failed INVALID for a tunnel without a pinned key. */
export function forgetDocument(tunnel: TunnelView, act: () => Promise<void>): Confirmation {
  if (tunnel.hostKey === null) throw invalid('This tunnel has no trusted host key.', 'host-key');
  return {
    title: 'Forget host key',
    facts: [...serverFacts(tunnel), ['Trusted host key', tunnel.hostKey]],
    paragraphs: [
      'Forget this key only if the server’s administrator confirms that it changed. Causeway sends nothing until you trust the server’s next key.',
    ],
    button: 'Forget host key',
    async act() {
      await act();
      return { sentence: 'The host key was forgotten.' };
    },
  };
}

/** `fingerprint`: of the key that waits, as the page showed it. Throws Failed INVALID where it is another. */
export function trustDocument(
  tunnel: TunnelView,
  fingerprint: string,
  act: () => Promise<void>,
): Confirmation {
  if (tunnel.hostKeyToTrust !== fingerprint)
    throw invalid(
      'The server now shows another host key, so none was trusted. Compare the new key.',
      'host-key',
    );
  return {
    title: 'Trust host key',
    facts: [...serverFacts(tunnel), ['Host key', fingerprint]],
    paragraphs: [
      isByPassword(tunnel)
        ? 'Compare the key with the one from the server’s administrator, character by character. Whoever has that key receives deliveries and your password.'
        : 'Compare the key with the one from the server’s administrator, character by character. Whoever has that key receives deliveries.',
    ],
    button: 'Trust host key',
    async act() {
      await act();
      return { sentence: 'The host key is trusted. The tunnel is opening.' };
    },
  };
}

/** Where a secret goes that is typed for a tunnel: a password to whoever has the server's key. */
export function secretFacts(tunnel: TunnelView, name: TunnelSecretName): [string, string][] {
  const facts = serverFacts(tunnel);
  if (name !== 'ssh-password') return facts;
  return [...facts, ['Host key', tunnel.hostKey ?? 'No longer trusted']];
}

const isByPassword = ({ settings }: TunnelView): boolean =>
  settings.kind === 'ssh' && settings.auth.method === 'password';

/** Throws Failed INVALID for a password before a person has seen whose key gets it. */
export function requireKnownKey({ hostKey }: TunnelView, name: TunnelSecretName): void {
  if (name !== 'ssh-password' || hostKey !== null) return;
  throw invalid(
    'Open the tunnel and trust the server’s host key before you enter the password. Whoever has the key receives the password.',
    'host-key',
  );
}

/** Where a tunnel's secrets go; its name alone for one that is not SSH. */
export function serverFacts({ name, settings }: TunnelView): [name: string, value: string][] {
  if (settings.kind !== 'ssh') return [['Tunnel', name]];
  const { user, host, port } = settings;
  return [
    ['Tunnel', name],
    ['SSH server', `${user}@${named(host)}:${port}`],
  ];
}
