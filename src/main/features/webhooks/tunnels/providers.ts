/** All kinds of tunnels, and the two that open nothing of their own. */
import type {
  NewTunnelSettings,
  TunnelKind,
  TunnelSecretName,
  TunnelSettings,
} from '../../../../bridge/tunnels.ts';
import type { Confirmation } from '../../../core/feature/confirmation.ts';
import { ngrokProvider } from './ngrok.ts';
import type { SandboxTunnelOptions, SecretWords, TunnelProvider, TunnelUses } from './provider.ts';
import { readPublicOrigin } from './public-origin.ts';
import { sshProvider } from './ssh.ts';
import { type Tunnel, TunnelError } from './tunnel.ts';

/** A reverse proxy of the company that points at the receiver's port. We open nothing ourselves. */
const ownUrlProvider: TunnelProvider<'own-url'> = {
  create: ({ publicUrl }, { rules }) => ({
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
        // Not ours to see: a check tells when it stops working.
        ended: new Promise(() => undefined),
        close: () => Promise.resolve(),
      });
    },
  }),
  secretsOf: () => [],
  secretForms: {},
  document: {
    facts: ({ name, publicUrl }) => [
      ['Name', name],
      ['Public URL', new URL(publicUrl).origin],
    ],
    whatGoesOut:
      'Causeway looks up this host name and sends test requests to this URL while the tunnel is open.',
    opensAtOnce: true,
  },
};

const sandboxProvider: TunnelProvider<'sandbox'> = {
  create(_settings, { sandbox }) {
    if (sandbox !== null) return createSandboxTunnel(sandbox);
    const sentence = 'Only the profile of the built-in sandbox can use this tunnel.';
    throw new TunnelError('settings', sentence, { needsPerson: true });
  },
  secretsOf: () => [],
  secretForms: {},
  document: null,
};

const providers: { readonly [Kind in TunnelKind]: TunnelProvider<Kind> } = {
  sandbox: sandboxProvider,
  ssh: sshProvider,
  ngrok: ngrokProvider,
  'own-url': ownUrlProvider,
};
const providerOf = ({ kind }: { kind: TunnelKind }): TunnelProvider => providers[kind];

/** Throws TunnelError `settings` for a sandbox tunnel where there is no sandbox. */
export const createTunnel = (settings: TunnelSettings, uses: TunnelUses): Tunnel =>
  providerOf(settings).create(settings, uses);

/** Secrets that a tunnel of these settings may need. */
export const secretsOf = (settings: TunnelSettings): readonly TunnelSecretName[] =>
  providerOf(settings).secretsOf(settings);

/** How a document asks for the secret. */
export function secretWords(name: TunnelSecretName): SecretWords {
  const forms = Object.values(providers).map((one: TunnelProvider) => one.secretForms[name]);
  return forms.find((words) => words !== undefined) ?? { title: 'Enter secret', label: 'Secret' };
}

export const opensAtOnce = (settings: NewTunnelSettings): boolean =>
  providerOf(settings).document?.opensAtOnce ?? false;

/** What a person confirms of a new tunnel: its names and hosts leave this computer when it opens. */
export function tunnelDocument(settings: NewTunnelSettings, add: () => void): Confirmation {
  const { document } = providerOf(settings);
  if (document === null) throw new TypeError('Nobody adds a tunnel of this kind.');
  const opens = document.opensAtOnce;
  return {
    title: 'Add tunnel',
    facts: document.facts(settings),
    paragraphs: [
      document.whatGoesOut,
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

/** No way out at all: the sandbox delivers to the receiver over HTTPS on loopback. */
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
