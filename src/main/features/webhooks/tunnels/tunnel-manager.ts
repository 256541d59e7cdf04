/** The tunnels of an installation: set up, opened, proved, closed. */
import { join } from 'node:path';
import type {
  NewTunnelSettings,
  TunnelSecretName,
  TunnelSettings,
  TunnelView,
} from '../../../../bridge/tunnels.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import type { DeliveringSandbox } from '../../../core/feature/feature.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { KnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';
import type { SecretStore } from '../../../core/vault/secret-store.ts';
import type { WebhookPath } from '../inbox/types.ts';
import type { Receiver } from '../receiver/types.ts';
import { routeOnPath } from '../register/route-on-path.ts';
import type { TunnelRoute, TunnelRoutes } from '../register/types.ts';
import { fingerprintOf, openHostKeys } from './host-keys.ts';
import { withCleanWords } from './printed-url.ts';
import { createTunnel, opensAtOnce, secretsOf } from './providers.ts';
import { type PublicOriginRules, readPublicOrigin } from './public-origin.ts';
import { createReachabilityCheck } from './reachability-check.ts';
import {
  createRelayRoutes,
  type RelayRoutes,
  type RelayRoutesParts,
  type TeamRelays,
} from './relay-routes.ts';
import { createSupervisor, type TunnelSupervisor } from './supervisor.ts';
import { type Tunnel, TunnelError } from './tunnel.ts';
import {
  movedTo,
  openTunnelFile,
  pinsIn,
  type StoredTunnel,
  sandboxTunnelId,
} from './tunnel-file.ts';
import { createTunnelSecrets } from './tunnel-secrets.ts';
import { routeOf, tunnelView } from './tunnel-view.ts';
import { pathsToCheck, type Watched } from './watched-paths.ts';

export interface TunnelManager {
  list(): TunnelView[];
  /** Throws Failed NOT_FOUND. */
  get(id: string): TunnelView;
  /** Throws Failed INVALID where no tunnel can be added with these. */
  check(settings: NewTunnelSettings): void;
  /** Throws as check. It begins to open, but for one that needs a secret first. */
  add(settings: NewTunnelSettings): TunnelView;
  /** Throws Failed NOT_FOUND, as all that name a tunnel. */
  open(id: string): Promise<TunnelView>;
  close(id: string): Promise<TunnelView>;
  prove(id: string, slotPath?: string): Promise<TunnelView>;
  remove(id: string): Promise<void>;
  /** Where the key file is, absolute, as a person chose it. Throws Failed INVALID where none is used. */
  keepKeyFile(id: string, path: string): Promise<TunnelView>;
  forgetHostKey(id: string): Promise<TunnelView>;
  /** Pins the key that waits for a person's word. Throws Failed INVALID where another one came since. */
  trustHostKey(id: string, fingerprint: string): Promise<TunnelView>;
  /** Keeps a secret that was typed in. */
  keepSecret(id: string, name: TunnelSecretName, value: string): Promise<void>;
  /** The ways in, as the webhooks of a profile see them; the sandbox's own is for its profile alone. */
  waysFor(isBuiltIn: boolean): TunnelRoutes;
  /** The ways in through relays of a team, checked as tunnels are. Close them. */
  relayRoutes(
    relays: TeamRelays,
    parts: Pick<RelayRoutesParts, 'watched' | 'onChange'>,
  ): RelayRoutes;
  /** The embedded sandbox that runs now; it may deliver here while its tunnel is open. null: none does. */
  setSandbox(sandbox: DeliveringSandbox | null): void;
  /** Where a sandbox that starts now may deliver at once; null while its tunnel is closed. */
  loopback(): Loopback | null;
  /** Learns the secrets of all tunnels again: what was known is forgotten when the vault is locked. */
  learnSecrets(): Promise<void>;
  /** The computer woke up, the network changed, or the receiver listens. */
  resumed(): void;
  /** The webhooks of the open profile: their paths are proved, and what is said of an address is about them. */
  watch(webhooks: Watched): void;
  /** What went wrong with what is kept of tunnels, and what is switched off; a sentence each. */
  notices(): string[];
  /** Closes all; what was wanted is opened at the next start. */
  stop(): Promise<void>;
}

export interface TunnelManagerParts {
  readonly dataDir: string;
  readonly receiver: Receiver;
  readonly certificate: string;
  readonly store: SecretStore;
  /** Learns every secret of a tunnel, and is cut out of what providers say. */
  readonly known: Pick<KnownSecrets, 'learn' | 'values'>;
  readonly fetch: typeof globalThis.fetch;
  readonly agentSocket: string | null;
  /** Takes addresses that the world can't reach for public; for tests. */
  readonly allowPrivateTunnels: boolean;
  /** Paths of this computer. */
  readonly slots: () => readonly WebhookPath[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: () => void;
}

/** Where the embedded sandbox may deliver, and the certificate (PEM) that it trusts there. */
export interface Loopback {
  readonly origin: string;
  readonly ca: string;
}

interface Running {
  readonly supervisor: TunnelSupervisor;
  readonly lasts: boolean;
}

/** Opens what was wanted before. */
export async function openTunnelManager(parts: TunnelManagerParts): Promise<TunnelManager> {
  const { receiver, clock, random, log, onChange } = parts;
  const file = openTunnelFile(join(parts.dataDir, 'tunnels.json'), clock);
  const hostKeys = openHostKeys(join(parts.dataDir, 'host-keys.json'), clock, pinsIn(file));
  const rules: PublicOriginRules = { allowPrivate: parts.allowPrivateTunnels };
  const prover = createReachabilityCheck({ ...parts, receiver, rules });
  const running = new Map<string, Running>();
  const held = new Map<string, Set<TunnelSecretName>>();
  let sandbox: DeliveringSandbox | null = null;
  /** Where the sandbox may deliver: as long as its tunnel is open. */
  let allowedOrigin: string | null = null;
  let watched: Watched = null;

  const known = (id: string): StoredTunnel => {
    const tunnel = file.list().find((one) => one.id === id);
    if (tunnel !== undefined) return tunnel;
    throw new Failed('NOT_FOUND', { sentence: 'This tunnel does not exist.' });
  };

  const secrets = createTunnelSecrets({
    ...parts,
    isWanted: (id) => file.list().some((one) => one.id === id && one.isWanted),
  });

  const make = ({ id, settings, origin }: StoredTunnel): Running => {
    const made = createTunnel(settings, {
      hostKeys,
      rules,
      agentSocket: parts.agentSocket,
      secret: (name) => secrets.read(id, name),
      sandbox: {
        tlsOrigin: () => receiver.tlsOrigin,
        certificate: parts.certificate,
        allow: (to, certificate) => {
          allowedOrigin = to;
          sandbox?.allowDeliveryOrigin(to, certificate);
        },
        disallow: (to) => {
          allowedOrigin = null;
          sandbox?.disallowDeliveryOrigin(to);
        },
      },
    });
    const tunnel = whileListening(withCleanWords(made, secrets.known), receiver);
    const supervisor = createSupervisor({
      tunnel,
      /** Read at each use: a receiver that found no port at first has one later. */
      get localPort() {
        return receiver.port;
      },
      prover,
      paths: (at) => pathsToCheck(watched, parts.slots(), at),
      knownOrigin: origin,
      clock,
      random,
      log,
    });
    supervisor.onChange(() => {
      const { state } = supervisor.report();
      const now = 'publicOrigin' in state ? state.publicOrigin : null;
      const kept = file.list().find((one) => one.id === id);
      if (kept !== undefined && now !== null && now !== kept.origin) {
        file.put(movedTo(kept, now));
      }
      onChange();
    });
    return { supervisor, lasts: tunnel.lasts };
  };
  const runningOf = (tunnel: StoredTunnel): Running => {
    const made = running.get(tunnel.id) ?? make(tunnel);
    running.set(tunnel.id, made);
    return made;
  };

  const lookForSecrets = async ({ id, settings }: StoredTunnel): Promise<void> => {
    const found = new Set<TunnelSecretName>();
    for (const name of secretsOf(settings)) {
      if ((await secrets.read(id, name)) !== null) found.add(name);
    }
    held.set(id, found);
  };

  const view = (tunnel: StoredTunnel): TunnelView => {
    const { supervisor, lasts } = runningOf(tunnel);
    const { settings } = tunnel;
    const server = settings.kind === 'ssh' ? settings : null;
    const key = server === null ? null : hostKeys.find(server.host, server.port);
    const shown = {
      ...tunnel,
      report: supervisor.report(),
      lasts,
      held: held.get(tunnel.id) ?? new Set<TunnelSecretName>(),
      hostKey: key === null ? null : fingerprintOf(key),
      hostKeyToTrust: server === null ? null : hostKeys.waiting(server.host, server.port),
      watched,
    };
    return tunnelView(shown, clock.now());
  };

  const prove = async (id: string, slotPath?: string): Promise<TunnelView> => {
    const { supervisor } = runningOf(known(id));
    await supervisor.prove(slotPath);
    return view(known(id));
  };

  const wayOf = (shown: TunnelView): TunnelRoute => {
    const tunnel = known(shown.id);
    return routeOf(shown, tunnel.formerOrigins, runningOf(tunnel).supervisor.report());
  };

  const restart = async (id: string): Promise<TunnelView> => {
    const before = running.get(id);
    await before?.supervisor.stop();
    running.delete(id);
    if (known(id).isWanted) runningOf(known(id)).supervisor.start();
    return view(known(id));
  };

  for (const { settings } of file.list()) {
    if (settings.kind !== 'ssh' || hostKeys.find(settings.host, settings.port) === null) continue;
    // It was pinned by a version that did not remember that.
    pinsIn(file).onPin(settings.host, settings.port, true);
  }
  for (const tunnel of file.list()) {
    await lookForSecrets(tunnel);
    if (tunnel.isWanted) runningOf(tunnel).supervisor.start();
  }

  return {
    list: () => file.list().map(view),
    get: (id) => view(known(id)),
    check: (settings) => requireOrigin(settings, rules),
    add(settings) {
      requireOrigin(settings, rules);
      const id = randomHex(random, 8);
      const kept = withoutKeyFile(settings);
      const isWanted = opensAtOnce(settings);
      const tunnel = { id, settings: kept, isWanted, origin: null, formerOrigins: [] };
      file.put(tunnel);
      if (isWanted) runningOf(tunnel).supervisor.start();
      onChange();
      return view(tunnel);
    },
    async open(id) {
      file.put({ ...known(id), isWanted: true });
      const { supervisor } = runningOf(known(id));
      supervisor.start();
      await supervisor.prove();
      return view(known(id));
    },
    async close(id) {
      file.put({ ...known(id), isWanted: false });
      await running.get(id)?.supervisor.stop();
      secrets.forget(id);
      onChange();
      return view(known(id));
    },
    prove,
    async remove(id) {
      const { settings } = known(id);
      if (id === sandboxTunnelId)
        throw invalid(
          'The built-in sandbox’s tunnel can’t be removed. You can close it.',
          'sandbox',
        );
      await running.get(id)?.supervisor.stop();
      running.delete(id);
      for (const name of secretsOf(settings)) await secrets.delete(id, name);
      file.remove(id);
      secrets.forget(id);
      onChange();
    },
    async keepKeyFile(id, path) {
      const tunnel = known(id);
      const { settings } = tunnel;
      if (settings.kind !== 'ssh' || settings.auth.method !== 'key-file') throw noKeyFile();
      file.put({ ...tunnel, settings: { ...settings, auth: { method: 'key-file', path } } });
      onChange();
      return await restart(id);
    },
    async forgetHostKey(id) {
      const { settings } = known(id);
      if (settings.kind === 'ssh') hostKeys.forget(settings.host, settings.port);
      onChange();
      return await restart(id);
    },
    async trustHostKey(id, fingerprint) {
      const { settings } = known(id);
      if (settings.kind !== 'ssh' || !hostKeys.trust(settings.host, settings.port, fingerprint))
        throw invalid(
          'The server now shows another host key, so none was trusted. Compare the new key.',
          'host-key',
        );
      onChange();
      return await restart(id);
    },
    async keepSecret(id, name, value) {
      const tunnel = known(id);
      await secrets.write(id, name, value);
      await lookForSecrets(tunnel);
      await restart(id);
      onChange();
    },
    waysFor: (isBuiltIn) => ({
      list: () =>
        file
          .list()
          .filter(({ settings }) => isBuiltIn || settings.kind !== 'sandbox')
          .map((tunnel) => wayOf(view(tunnel))),
      prove: async (id, slotPath) => routeOnPath(wayOf(await prove(id, slotPath)), slotPath),
    }),
    relayRoutes: (relays, more) => createRelayRoutes(relays, { ...parts, ...more, rules }),
    setSandbox(next) {
      sandbox = next;
      if (allowedOrigin !== null) next?.allowDeliveryOrigin(allowedOrigin, parts.certificate);
    },
    loopback: () =>
      known(sandboxTunnelId).isWanted && receiver.tlsOrigin !== null && receiver.blocked() === null
        ? { origin: receiver.tlsOrigin, ca: parts.certificate }
        : null,
    watch(next) {
      watched = next;
      for (const { supervisor } of running.values()) supervisor.pathsChanged();
    },
    notices: () =>
      [file.notice, hostKeys.notice(), rules.allowPrivate ? privateTunnelsNotice : null].filter(
        (notice) => notice !== null,
      ),
    async learnSecrets() {
      for (const tunnel of file.list()) await lookForSecrets(tunnel);
    },
    resumed: () => {
      for (const { supervisor } of running.values()) supervisor.resumed();
    },
    stop: async () => {
      await Promise.all([...running.values()].map(({ supervisor }) => supervisor.stop()));
      for (const { id } of file.list()) secrets.forget(id);
    },
  };
}

/** It would lead deliveries to the program that has the receiver's port. */
const whileListening = (tunnel: Tunnel, receiver: Receiver): Tunnel => ({
  ...tunnel,
  async open(...asked) {
    const blocked = receiver.blocked();
    if (blocked !== null) throw new TunnelError('local', blocked.message, { cause: blocked });
    return await tunnel.open(...asked);
  },
});

const noKeyFile = (): Failed => invalid('This tunnel does not use a key file.', 'settings');

/** A key file is chosen afterwards. */
function withoutKeyFile(settings: NewTunnelSettings): TunnelSettings {
  if (settings.kind !== 'ssh') return settings;
  const { auth } = settings;
  return { ...settings, auth: auth.method === 'key-file' ? { ...auth, path: null } : auth };
}

const privateTunnelsNotice =
  'Causeway was started with CAUSEWAY_ALLOW_PRIVATE_TUNNELS, which is for tests: addresses that only this network reaches count as public, so a check says nothing of the internet.';

/** A public address that can't work is said when it is set, not when it is opened. */
function requireOrigin(settings: NewTunnelSettings, rules: PublicOriginRules): void {
  const address = 'publicUrl' in settings ? settings.publicUrl : null;
  if (address === null) return;
  try {
    readPublicOrigin(address, rules);
  } catch (error) {
    if (!(error instanceof TunnelError)) throw error;
    throw invalid(error.sentence, error.code);
  }
}
