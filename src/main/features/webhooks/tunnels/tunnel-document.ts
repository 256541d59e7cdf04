/** What a person confirms of a new tunnel: its names and hosts leave this computer when it opens. */
import { domainToASCII } from 'node:url';
import type { NewTunnelSettings } from '../../../../bridge/tunnels.ts';
import type { Confirmation } from '../../../core/feature/confirmation.ts';

/** ngrok would only fail before its authtoken is entered. An SSH server shows its key first, and gets nothing. */
export const opensAtOnce = ({ kind }: NewTunnelSettings): boolean => kind !== 'ngrok';

export function tunnelDocument(settings: NewTunnelSettings, add: () => void): Confirmation {
  const opens = opensAtOnce(settings);
  return {
    title: 'Add tunnel',
    facts: factsOf(settings),
    paragraphs: [
      whatGoesOut[settings.kind],
      'Causeway will not ask for this confirmation when you create webhooks with its public URL.',
    ],
    button: opens ? 'Add and open tunnel' : 'Add tunnel',
    act() {
      add();
      return {
        sentence: opens
          ? 'The tunnel was added and is opening.'
          : 'The tunnel was added. Enter its authtoken in Causeway, then open the tunnel.',
      };
    },
  };
}

function factsOf(settings: NewTunnelSettings): Confirmation['facts'] {
  switch (settings.kind) {
    case 'ngrok':
      return [
        ['Name', settings.name],
        ['Provider', 'ngrok'],
        ['Public URL', named(settings.domain) ?? 'Assigned by ngrok at each start'],
      ];
    case 'own-url':
      return [
        ['Name', settings.name],
        ['Public URL', new URL(settings.publicUrl).origin],
      ];
    case 'ssh': {
      const { name, user, host, port, auth, remoteHost, remotePort, publicUrl } = settings;
      return [
        ['Name', name],
        ['SSH server', `${user}@${named(host)}:${port}`],
        ['Sign in with', methods[auth.method]],
        [
          'Listening on the server',
          `${remoteHost === '' ? 'Any host' : remoteHost}, port ${remotePort}`,
        ],
        ['Public URL', publicUrl === null ? 'Printed by the server' : new URL(publicUrl).origin],
      ];
    }
  }
}

/** A host as it is looked up: what looks like a name that is known may be another one in letters of another script. */
export const named = <Host extends string | null>(host: Host) =>
  host === null ? host : domainToASCII(host) || host;

const methods = {
  agent: 'SSH agent',
  'key-file': 'Key file',
  password: 'Password',
} as const;

const whatGoesOut: Readonly<Record<NewTunnelSettings['kind'], string>> = {
  ssh: 'Causeway connects to this server, which first shows its host key. You compare the key before Causeway sends anything else.',
  ngrok: 'Deliveries pass through ngrok, which can read them.',
  'own-url':
    'Causeway looks up this host name and sends test requests to this URL while the tunnel is open.',
};
