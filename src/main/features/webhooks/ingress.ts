/**
 * What takes deliveries in for an installation: inbox, receiver and tunnels. It opens with the vault
 * and stays open while that is locked again; then what arrives is held until the secrets are there.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ReceiverView, WriterView } from '../../../bridge/webhooks.ts';
import type { Clock } from '../../../platform/clock.ts';
import { removeTree } from '../../../platform/durable-file.ts';
import { fileErrorInWords } from '../../../platform/file-error.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { isMissingOrEmpty } from '../../../platform/sqlite.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { Failed } from '../../core/intents/failed.ts';
import { type DatabaseWatch, watched } from '../../core/repair/database-watch.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { openInbox } from './inbox/inbox.ts';
import type { Inbox } from './inbox/types.ts';
import { type CoverageLog, coverageNow, openCoverageLog } from './receiver/coverage-log.ts';
import { startReceiver } from './receiver/receiver.ts';
import type { Receiver, WriterFacts } from './receiver/types.ts';
import type { SecretLookup } from './signature-checks/types.ts';
import { openSandboxCertificate } from './tunnels/sandbox-certificate.ts';
import { type Loopback, openTunnelManager, type TunnelManager } from './tunnels/tunnel-manager.ts';

export interface OpenIngress {
  readonly inbox: Inbox;
  /** Where it is and what opens it, for threads that read it themselves. */
  readonly inboxFile: { readonly file: string; readonly key: Uint8Array };
  readonly receiver: Receiver;
  /** When deliveries could arrive. */
  readonly coverage: CoverageLog;
  readonly tunnelManager: TunnelManager;
  /** Where the embedded sandbox may deliver on loopback; null while its tunnel is closed. */
  loopback(): Loopback | null;
  /** Secrets of a profile, while it is open. Returns what takes them away again. */
  lend(profileId: string, secrets: SecretLookup): () => void;
}

export interface Ingress {
  /** Opens it on the first call, and tries again where that failed. Never rejects. */
  open(): Promise<OpenIngress | null>;
  /** Throws Failed LOCKED or INVALID while it is not open. */
  demand(): OpenIngress;
  /** null while it is not open. */
  current(): OpenIngress | null;
  receiver(): ReceiverView;
  resumed(): void;
  /** Does something while all of it is closed, as `why` says; it opens with the next profile. */
  whileClosed<Result>(why: string, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface IngressParts {
  readonly dataDir: string;
  readonly vault: Vault;
  readonly databases: DatabaseWatch;
  readonly fetch: typeof globalThis.fetch;
  readonly known: Pick<KnownSecrets, 'learn' | 'values'>;
  /** Whether this profile is there, removed with its data kept or not: else its paths are nobody's. */
  readonly hasProfile: (profileId: string) => boolean;
  readonly agentSocket: string | null;
  /** Takes addresses that the world can't reach for public; for tests. */
  readonly allowPrivateTunnels: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A file below the data directory, and what became of it. */
  readonly onProblem: (file: string, sentence: string) => void;
  readonly onTunnel: () => void;
  /** The receiver's view changed. */
  readonly onReceiver: () => void;
}

const portsFile = 'receiver.json';
const portsDamaged = (keptAs: string): string =>
  `The file was damaged and was moved to ${keptAs}. The receiver has new ports. If a reverse proxy leads to it, point the proxy to the new port under Webhooks, Tunnels: until then no deliveries arrive through it.`;

const inboxGone =
  'The file was missing or empty. Causeway created a new one, so stored deliveries are missing. Restore the newest backup to add those that it has.';

/** Names in the vault. */
const inboxKeyName = 'inbox-key';

export function createIngress(parts: IngressParts): Ingress {
  const { dataDir, log } = parts;
  const sessionDirectory = join(dataDir, 'session-inbox');
  // The key of a session's inbox is gone with its process.
  removeTree(sessionDirectory);
  let opened: OpenIngress | null = null;
  let opening: Promise<OpenIngress | null> | null = null;
  let problem: string | null = null;
  let isClosed = false;
  const inTurn = createTurns();

  const closeAll = async (): Promise<void> => {
    const last = opened;
    opened = null;
    await last?.tunnelManager.stop();
    await last?.receiver.stop();
    last?.coverage.close();
    await last?.inbox.close();
  };

  const tryToOpen = async (): Promise<OpenIngress | null> => {
    try {
      opened = await openAll(parts, sessionDirectory);
      problem = null;
    } catch (error) {
      problem = sentenceOf(error);
      log.error({ err: error }, 'deliveries can’t be received');
    }
    return opened;
  };

  const learnAgain = async (ingress: OpenIngress): Promise<OpenIngress> => {
    await ingress.tunnelManager.learnSecrets().catch((error: unknown) => {
      log.error({ err: error }, 'secrets of tunnels could not be read');
    });
    return ingress;
  };

  return {
    open() {
      if (isClosed) return Promise.resolve(opened);
      if (opened !== null) return learnAgain(opened);
      opening ??= inTurn(tryToOpen).finally(() => {
        opening = null;
      });
      return opening;
    },
    demand() {
      if (opened !== null) return opened;
      const sentence = problem ?? 'The receiver starts when you unlock Causeway.';
      const code = problem === null ? 'LOCKED' : 'INVALID';
      throw new Failed(code, { sentence, canTryAgain: true, cause: 'receiver' });
    },
    current: () => opened,
    receiver() {
      if (opened === null) {
        const sentence = problem ?? 'The receiver starts when you unlock Causeway.';
        return {
          isListening: false,
          port: null,
          origin: null,
          sentence,
          writer: null,
          dropped: null,
        };
      }
      const { port, origin } = opened.receiver;
      const { writer, dropped } = opened.receiver.stats();
      const stored = { writer: writerViewOf(writer), dropped };
      const blocked = opened.receiver.blocked();
      if (blocked !== null) {
        const sentence = blocked.message;
        return { isListening: false, port: null, origin: null, sentence, ...stored };
      }
      const sentence = `Causeway receives deliveries on port ${port} of this computer. The port stays the same.`;
      return { isListening: true, port, origin, sentence, ...stored };
    },
    resumed: () => opened?.tunnelManager.resumed(),
    whileClosed: (why, work) =>
      inTurn(async () => {
        await closeAll();
        problem = why;
        parts.onReceiver();
        try {
          return await work();
        } finally {
          problem = null;
        }
      }),
    async close() {
      isClosed = true;
      await opening;
      await closeAll();
      removeTree(sessionDirectory);
    },
  };
}

async function openAll(parts: IngressParts, sessionDirectory: string): Promise<OpenIngress> {
  const { dataDir, vault, clock, random, log } = parts;
  const directory = vault.isDurable() ? dataDir : sessionDirectory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'inbox.db');
  const kept = await vault.namedKey(inboxKeyName);
  const key = kept ?? (await newInboxKey(vault, random, existsSync(file)));
  const isGone = kept !== null && vault.isDurable() && isMissingOrEmpty(file);
  const certificate = await openSandboxCertificate({ store: vault.named, clock, random });
  const lent = new Map<string, SecretLookup>();
  const inbox = await watched(parts.databases, { kind: 'inbox', profileId: null }, file, () =>
    openInbox({
      file,
      key,
      onListenerError: (error) => log.error({ err: error }, 'new deliveries could not be told'),
    }),
  );
  // Receiving does not wait for a file that nobody may have.
  if (isGone) parts.onProblem('inbox.db', inboxGone);
  const slots = () => inbox.slots().filter(({ profileId }) => parts.hasProfile(profileId));
  const coverage = await openCoverage(parts, directory, key, inbox);
  let receiver: Receiver | null = null;
  let opened: TunnelManager | null = null;
  try {
    const listening = await startReceiver({
      inbox: {
        ...inbox,
        slot(path) {
          const slot = inbox.slot(path);
          return slot !== null && parts.hasProfile(slot.profileId) ? slot : null;
        },
      },
      secrets: {
        secretsOf(slot) {
          // The session closes once its writes have ended, and lends its secrets until then.
          if (vault.status().state === 'locked') return 'locked';
          return lent.get(slot.profileId)?.secretsOf(slot) ?? 'locked';
        },
      },
      portsFile: join(dataDir, portsFile),
      clock,
      random,
      log,
      tls: { cert: certificate.certificate, key: certificate.key },
      onPortsDamaged: (keptAs) => parts.onProblem(portsFile, portsDamaged(basename(keptAs))),
      onWriterChange: parts.onReceiver,
      onListening() {
        opened?.resumed();
        parts.onReceiver();
      },
    });
    receiver = listening;
    const tellWays = (): void => {
      if (opened !== null) coverage.tell(coverageNow(opened.waysFor(true).list(), slots()));
    };
    const tunnelManager = await openTunnelManager({
      ...parts,
      receiver: listening,
      certificate: certificate.certificate,
      store: vault.named,
      slots,
      onChange() {
        tellWays();
        parts.onTunnel();
      },
    });
    opened = tunnelManager;
    tellWays();
    return {
      inbox,
      inboxFile: { file, key },
      receiver: listening,
      coverage,
      tunnelManager,
      loopback: tunnelManager.loopback,
      lend(profileId, secrets) {
        lent.set(profileId, secrets);
        return () => {
          if (lent.get(profileId) === secrets) lent.delete(profileId);
        };
      },
    };
  } catch (error) {
    await receiver?.stop();
    coverage.close();
    await inbox.close();
    throw error;
  }
}

const coverageDatabase = { kind: 'coverage', profileId: null } as const;

async function openCoverage(
  { clock, log, databases }: IngressParts,
  directory: string,
  key: Uint8Array,
  inbox: Inbox,
): Promise<CoverageLog> {
  const file = join(directory, 'coverage.db');
  try {
    return await watched(databases, coverageDatabase, file, () =>
      openCoverageLog({
        file,
        key,
        clock,
        log,
        lastArrivalAt: lastArrivalAt(inbox),
        onLaidAside: (keptAs) => databases.laidAside(coverageDatabase, keptAs),
      }),
    );
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

/** At any path, whatever its verdict; null when nothing ever came. */
const lastArrivalAt = (inbox: Inbox): number | null =>
  inbox
    .slots()
    .map(({ path }) => inbox.counts(path).lastReceivedAt)
    .reduce<number | null>((last, at) => (at === null ? last : Math.max(last ?? at, at)), null);

async function newInboxKey(vault: Vault, random: Random, hasInbox: boolean): Promise<Uint8Array> {
  if (hasInbox) throw new InboxKeyLost();
  const made = randomHex(random, 32);
  await vault.named.set(inboxKeyName, made);
  return new Uint8Array(Buffer.from(made, 'hex'));
}

class InboxKeyLost extends Error {
  override readonly name = 'InboxKeyLost';
  constructor() {
    super('The inbox key is not in the vault, so earlier deliveries can’t be opened.');
  }
}

const writerSentences: Readonly<Record<WriterFacts['state'], string>> = {
  working: 'Causeway stores each delivery before it acknowledges it.',
  failing:
    'Deliveries can’t be stored. Causeway does not acknowledge them, so the service may send them again. The disk may be full. The log has the details.',
  restarting:
    'Storage of deliveries stopped and is restarting. Until then Causeway does not acknowledge deliveries, so the service may send them again.',
};

const writerViewOf = ({ state, since, restarts }: WriterFacts): WriterView => ({
  state,
  since: since === null ? null : new Date(since).toISOString(),
  restarts,
  sentence: writerSentences[state],
});

function sentenceOf(error: unknown): string {
  const isTold =
    error instanceof InboxKeyLost ||
    (error instanceof Error &&
      ['WrongDatabaseKey', 'DatabaseTooNew', 'DatabaseTooOld'].includes(error.name));
  if (isTold) return (error as Error).message;
  const why = fileErrorInWords(error) ?? 'The log has the details.';
  return `Deliveries can’t be received because the receiver could not start. ${why}`;
}
