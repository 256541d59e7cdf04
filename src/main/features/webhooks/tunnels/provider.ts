/** What a kind of tunnel is: its engine, its secrets and its words, each kind in one file. */
import { domainToASCII } from 'node:url';
import type {
  NewTunnelSettings,
  TunnelKind,
  TunnelSecretName,
  TunnelSettings,
} from '../../../../bridge/tunnels.ts';
import type { Confirmation } from '../../../core/feature/confirmation.ts';
import type { HostKeys } from './host-keys.ts';
import type { PublicOriginRules } from './public-origin.ts';
import type { Tunnel } from './tunnel.ts';

export interface TunnelUses {
  /** From the keychain; null when none was entered. */
  readonly secret: (name: TunnelSecretName) => Promise<string | null>;
  readonly hostKeys: HostKeys;
  readonly rules: PublicOriginRules;
  /** `SSH_AUTH_SOCK`, a named pipe or `pageant`; null when there is none. */
  readonly agentSocket: string | null;
  /** null where no sandbox is embedded: in every profile but the built-in one. */
  readonly sandbox: SandboxTunnelOptions | null;
}

/** What the tunnel of the built-in sandbox needs of the receiver and of the sandbox. */
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

interface Provider<Settings extends TunnelSettings, New extends NewTunnelSettings> {
  /** Throws TunnelError `settings` where it can't be had. */
  create(settings: Settings, uses: TunnelUses): Tunnel;
  /** Secrets that a tunnel of these settings may need. */
  secretsOf(settings: Settings): readonly TunnelSecretName[];
  /** How a document asks for each of its secrets. */
  readonly secretForms: Readonly<Partial<Record<TunnelSecretName, SecretWords>>>;
  /** What a person confirms before one is added; null where none can be. */
  readonly document: {
    facts(settings: New): Confirmation['facts'];
    readonly whatGoesOut: string;
    /** It needs no secret first, or shows its host key before it asks for one. */
    readonly opensAtOnce: boolean;
  } | null;
}

export type TunnelProvider<Kind extends TunnelKind = TunnelKind> = Provider<
  Extract<TunnelSettings, { kind: Kind }>,
  Extract<NewTunnelSettings, { kind: Kind }>
>;

export interface SecretWords {
  readonly title: string;
  readonly label: string;
}

/** A host as it is looked up: what looks like a name that is known may be another one in letters of another script. */
export const named = <Host extends string | null>(host: Host) =>
  host === null ? host : domainToASCII(host) || host;
