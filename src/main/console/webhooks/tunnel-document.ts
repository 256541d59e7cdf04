/** What a person confirms of a new tunnel: its names and hosts leave this computer when it opens. */
import { domainToASCII } from 'node:url';
import type { NewTunnelSettings } from '../../../bridge/tunnels.ts';
import type { Confirmation } from '../confirmation.ts';

/** ngrok would only fail before its authtoken is entered. An SSH server shows its key first, and gets nothing. */
export const opensAtOnce = ({ kind }: NewTunnelSettings): boolean => kind !== 'ngrok';

export function tunnelDocument(settings: NewTunnelSettings, add: () => void): Confirmation {
  const opens = opensAtOnce(settings);
  return {
    title: 'Add tunnel',
    facts: factsOf(settings),
    paragraphs: [
      whatGoesOut[settings.kind],
      'Webhooks at its public address are created without asking in a window like this again.',
    ],
    button: opens ? 'Add and open tunnel' : 'Add tunnel',
    act() {
      add();
      const next = opens ? 'It opens now.' : 'Enter its authtoken in Causeway, then open it.';
      return { sentence: `The tunnel is added. ${next}` };
    },
  };
}

function factsOf(settings: NewTunnelSettings): Confirmation['facts'] {
  switch (settings.kind) {
    case 'ngrok':
      return [
        ['Name', settings.name],
        ['Through', 'ngrok'],
        ['Public address', named(settings.domain) ?? 'Given by ngrok at each start'],
      ];
    case 'own-url':
      return [
        ['Name', settings.name],
        ['Public address', new URL(settings.publicUrl).origin],
      ];
    case 'ssh': {
      const { name, user, host, port, auth, remoteHost, remotePort, publicUrl } = settings;
      return [
        ['Name', name],
        ['SSH server', `${user}@${named(host)}:${port}`],
        ['Sign in with', methods[auth.method]],
        [
          'Bound on the server',
          `${remoteHost === '' ? 'Any address' : remoteHost}, port ${remotePort}`,
        ],
        [
          'Public address',
          publicUrl === null ? 'Printed by the server' : new URL(publicUrl).origin,
        ],
      ];
    }
  }
}

/** A host as it is looked up: what looks like a name that is known may be another one in letters of another script. */
export const named = <Host extends string | null>(host: Host) =>
  host === null ? host : domainToASCII(host) || host;

const methods = {
  agent: 'The SSH agent',
  'key-file': 'A key file',
  password: 'A password',
} as const;

const whatGoesOut: Readonly<Record<NewTunnelSettings['kind'], string>> = {
  ssh: 'Causeway connects to this server. It shows its host key first, which you compare before anything else is sent.',
  ngrok: 'Deliveries pass ngrok, which can read them.',
  'own-url': 'Causeway looks this address up and sends proofs to it as long as the tunnel is open.',
};
