/** What a person confirms of the key by which an SSH server is known again. */
import type { TunnelSecretName, TunnelView } from '../../../bridge/tunnels.ts';
import { Failed } from '../../intents/failed.ts';
import type { Confirmation } from '../confirmation.ts';
import { named } from './tunnel-document.ts';

/** Throws Failed INVALID for a tunnel without a pinned key. */
export function forgetDocument(tunnel: TunnelView, act: () => Promise<void>): Confirmation {
  if (tunnel.hostKey === null) {
    throw new Failed('INVALID', { sentence: 'No host key is pinned here.', cause: 'host-key' });
  }
  return {
    title: 'Forget host key',
    facts: [...serverFacts(tunnel), ['Pinned host key', tunnel.hostKey]],
    paragraphs: [
      'The next key that the server shows waits until you trust it. Forget the old one only when the server’s administrator says that it changed.',
    ],
    button: 'Forget host key',
    async act() {
      await act();
      return { sentence: 'The host key is forgotten.' };
    },
  };
}

/** `fingerprint`: of the key that waits, as the page showed it. Throws Failed INVALID where it is another. */
export function trustDocument(
  tunnel: TunnelView,
  fingerprint: string,
  act: () => Promise<void>,
): Confirmation {
  if (tunnel.hostKeyToTrust !== fingerprint) {
    const sentence = 'The server shows another key by now. Compare that one. Nothing was pinned.';
    throw new Failed('INVALID', { sentence, cause: 'host-key' });
  }
  return {
    title: 'Trust host key',
    facts: [...serverFacts(tunnel), ['Host key', fingerprint]],
    paragraphs: [
      `Compare the key with what the server’s administrator says, sign by sign. ${isByPassword(tunnel) ? 'Deliveries and a password go' : 'Deliveries go'} to whoever has it.`,
    ],
    button: 'Trust host key',
    async act() {
      await act();
      return { sentence: 'The host key is trusted, and the tunnel opens.' };
    },
  };
}

/** Where a secret goes that is typed for a tunnel: a password to whoever has the server's key. */
export function secretFacts(tunnel: TunnelView, name: TunnelSecretName): [string, string][] {
  const facts = serverFacts(tunnel);
  if (name !== 'ssh-password') return facts;
  return [...facts, ['Host key', tunnel.hostKey ?? 'Not trusted any more']];
}

const isByPassword = ({ settings }: TunnelView): boolean =>
  settings.kind === 'ssh' && settings.auth.method === 'password';

/** Throws Failed INVALID for a password before a person has seen whose key gets it. */
export function demandKnownKey({ hostKey }: TunnelView, name: TunnelSecretName): void {
  if (name !== 'ssh-password' || hostKey !== null) return;
  const sentence =
    'Open the tunnel first and trust the host key that its server shows: the password goes to whoever has it.';
  throw new Failed('INVALID', { sentence, cause: 'host-key' });
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
