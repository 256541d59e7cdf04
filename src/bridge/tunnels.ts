/** Tunnels: ways from a public address to the receiver of this installation. Proved, never assumed. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, continuesConfirmed, reads, stops } from './procedure.ts';
import { instant } from './scalars.ts';

/**
 * - `sandbox`: the built-in sandbox delivers over HTTPS on loopback; for its own profile alone;
 * - `ssh`: remote forward to an sshd; - `ngrok`: through the official client;
 * - `own-url`: the company's reverse proxy points at the receiver's port.
 */
export const tunnelKind = z.enum(['sandbox', 'ssh', 'ngrok', 'own-url']);
export type TunnelKind = z.infer<typeof tunnelKind>;

/**
 *     closed ─▶ opening ─▶ proving ─▶ proven ⇄ failed (opens again with back-off)
 *                                  └▶ not-provable: the network can't reach its own public side
 * Nothing but `proven` may be shown as connected.
 */
export const tunnelState = z.enum([
  'closed',
  'opening',
  'proving',
  'proven',
  'failed',
  'not-provable',
]);
export type TunnelState = z.infer<typeof tunnelState>;

const name = z.string().trim().min(1).max(80);
const publicUrl = z.string().trim().min(1).max(2048);

const agent = z.strictObject({ method: z.literal('agent') });
const password = z.strictObject({ method: z.literal('password') });
const keyFile = z.strictObject({ method: z.literal('key-file') });
/** null until a person has chosen it. */
const chosenKeyFile = keyFile.extend({ path: z.string().min(1).max(4096).nullable() });

const ssh = z.strictObject({
  kind: z.literal('ssh'),
  name,
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65_535).default(22),
  user: z.string().trim().min(1).max(128),
  auth: z.discriminatedUnion('method', [agent, chosenKeyFile, password]),
  /** Address and port that sshd binds for us; a service that prints its URL takes `` and 80. */
  remoteHost: z.string().max(255).default('localhost'),
  remotePort: z.int().min(0).max(65_535).default(0),
  /** Public origin in front of it; null for a service that prints its own. */
  publicUrl: publicUrl.nullable().default(null),
});

const services = [
  z.strictObject({
    kind: z.literal('ngrok'),
    name,
    /** Reserved domain; null for one that changes with every start. */
    domain: z.string().trim().min(1).max(255).nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('own-url'), name, publicUrl }),
] as const;

/** What a person sets; secrets are entered in a document of their own. */
export const tunnelSettings = z.discriminatedUnion('kind', [
  ssh,
  z.strictObject({ kind: z.literal('sandbox') }),
  ...services,
]);
export type TunnelSettings = z.infer<typeof tunnelSettings>;

/** What the page may ask for: it names no file of this computer, and the sandbox's own is there already. */
const newTunnelSettings = z.discriminatedUnion('kind', [
  ssh.extend({ auth: z.discriminatedUnion('method', [agent, keyFile, password]) }),
  ...services,
]);
export type NewTunnelSettings = z.infer<typeof newTunnelSettings>;

/** A secret of a tunnel that can be entered: `vault.openSecretEntry` with purpose `tunnel-secret`. */
export const tunnelSecretName = z.enum(['ssh-password', 'ssh-passphrase', 'ngrok-authtoken']);
export type TunnelSecretName = z.infer<typeof tunnelSecretName>;

export const tunnelView = z.object({
  id: z.string(),
  kind: tunnelKind,
  name: z.string(),
  settings: tunnelSettings,
  /** Whether a person wants it open: it is opened again at the next start. */
  isWanted: z.boolean(),
  state: tunnelState,
  /** Since when the state is what it is. */
  since: instant.nullable(),
  publicOrigin: z.string().nullable(),
  lastProvenAt: instant.nullable(),
  /** Round trip of the last proof in milliseconds. */
  lastProofMs: z.number().nullable(),
  /** What is so, what failed, and what to do. */
  sentence: z.string(),
  /** The address stays the same after a restart. */
  lasts: z.boolean(),
  /** The address before it changed; webhooks registered under it get nothing any more. */
  changedFrom: z.string().nullable(),
  /** What that means for the webhooks of the open profile; null when it did not change. */
  changedMeans: z.string().nullable(),
  /** When it is tried or proved next. */
  nextTryAt: instant.nullable(),
  failures: z.int().min(0),
  /** Secrets that it needs, and whether each is held. */
  secrets: z.array(z.object({ name: tunnelSecretName, isHeld: z.boolean() })),
  /** Pinned host key as `SHA256:…` (ssh); null until a person trusted one. */
  hostKey: z.string().nullable(),
  /** `SHA256:…` of a key that waits for a person; else null. */
  hostKeyToTrust: z.string().nullable(),
});
export type TunnelView = z.infer<typeof tunnelView>;

const one = z.object({ id: z.string() });

export const tunnelsContract = {
  list: reads.output(
    z.object({
      rows: z.array(tunnelView),
      /** Kinds that can't be had here, and why. */
      unavailable: z.array(z.object({ kind: tunnelKind, sentence: z.string() })),
      /** Lost settings or host keys, and a switch for tests that is on; a sentence each. */
      notices: z.array(z.string()),
    }),
  ),
  /**
   * Asks a person in a document of main's own, because its names and hosts go out: there it is added, and
   * opens unless it needs a secret first.
   */
  add: asks.input(newTunnelSettings).output(openedDocument),
  open: continuesConfirmed.input(one).output(tunnelView),
  close: stops.input(one).output(tunnelView),
  /** Proves it now; resolves when the proof ended. */
  prove: continuesConfirmed.input(one).output(tunnelView),
  /** Closes it and forgets its settings and secrets. */
  remove: stops.input(one).output(z.object({ removed: z.boolean() })),
  /** Asks for the key file by the system's own dialog, or where there is none in a document of main's own. */
  chooseKeyFile: asks.input(one).output(openedDocument),
  /** After the host key changed and a person checked why: the next one waits for trust. Asks, as all of these. */
  forgetHostKey: asks.input(one).output(openedDocument),
  /** Pins the key of `hostKeyToTrust`, if it is still that one, and opens the tunnel. */
  trustHostKey: asks.input(one.extend({ fingerprint: z.string().max(100) })).output(openedDocument),
};
