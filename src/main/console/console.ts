/** The console: everything of main but its windows. Built by create-console.ts, used by the hosts. */
import type { LockView } from '../../bridge/lock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { BridgeRouter } from '../bridge/router.ts';
import type { ChooseFile, ExportFiles } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { ListedStore } from '../core/vault/secret-store.ts';
import type { ShowStatus } from '../features/host-status/feature.ts';
import type { HostNotices } from '../features/notices/notices.ts';
import type { Clipboard } from '../features/webhooks/register/clipboard.ts';
import type { ChooseKeyFile } from '../features/webhooks/tunnels/key-file-document.ts';
import type { StartSandbox } from './built-in-sandbox.ts';
import type { OpenDocumentWindow } from './document-windows.ts';
import type { SecretEntry } from './secret-entry.ts';

/** Why the host locks it: it was asked to, or the system says so. */
export type SystemCause = 'asked' | 'sleep' | 'screen-locked';

export interface ConsoleOptions {
  /** Made when absent; held by one process at a time. */
  readonly dataDir: string;
  readonly host: 'electron' | 'browser';
  readonly version: string;
  /** Electron's net.fetch, or createNodeFetch. */
  readonly fetch: typeof globalThis.fetch;
  /** Opens the system's keychain (openKeychain), or a store in its place. */
  readonly keychain: ListedStore | ((installationId: string) => Promise<ListedStore>);
  readonly clock: Clock;
  /** Only tests replace it. Default: steadyClock. */
  readonly steady?: Clock;
  readonly random: Random;
  readonly log: Log;
  /** What the log cuts out by value. Absent: one of the console's own, which the log does not know. */
  readonly known?: KnownSecrets;
  /** Unlocks at the start, or is chosen where nothing was chosen yet. The keychain is not touched. */
  readonly passphrase?: string | null;
  /** Secrets and records in this session only; the keychain is not touched. */
  readonly ephemeral?: boolean;
  /**
   * The system's prompt for the person at the computer, such as Touch ID; false when it was not answered.
   * Absent, or unavailable now: a click unlocks what no passphrase locks.
   */
  readonly systemPrompt?: { isAvailable(): boolean; ask(): Promise<boolean> };
  /** What of the system's sleep and locked screen comes to `systemLocks`. Absent: nothing does. */
  readonly hearsSystem?: LockView['hearsSystem'];
  /** Closes the windows of documents: Causeway was locked. */
  readonly closeSecretWindows?: () => void;
  /** Opens a window on the document under this ticket. Absent: the page opens the path itself. */
  readonly openSecretWindow?: OpenDocumentWindow;
  /** Opened by a document, prints it. Absent: the person prints by the browser's own menu. */
  readonly printUrl?: string;
  /** Asks a person where an export shall be. Absent: the page fetches it under a ticket. */
  readonly chooseExportFile?: ChooseFile;
  /** Asks for the key file of an SSH tunnel. Absent: its path is typed in a document of main's own. */
  readonly chooseKeyFile?: ChooseKeyFile;
  /** The system's clipboard. Absent: a webhook's secret is shown once in a document of its own. */
  readonly clipboard?: Clipboard;
  /** Shows notices by the system. Absent or null: the page shows them. */
  readonly notices?: HostNotices | null;
  /** Shows what needs a person where no window is. Absent: nothing does. */
  readonly showStatus?: ShowStatus;
  /** Socket of the SSH agent, a named pipe or `pageant`; null when there is none. */
  readonly agentSocket?: string | null;
  /**
   * Takes tunnel addresses for public that only this computer or its network reaches. For tests: the
   * hosts read CAUSEWAY_ALLOW_PRIVATE_TUNNELS, and the page says so. Default false.
   */
  readonly allowPrivateTunnels?: boolean;
  /** How the built-in sandbox is started. Only tests replace it. */
  readonly startSandbox?: StartSandbox;
  /** Pauses before an unreachable service is asked again, in milliseconds. */
  readonly pauses?: readonly number[];
  /** Between the opening of a database and its check, in milliseconds; for tests. */
  readonly databaseCheckMs?: number;
  /**
   * What writes under way get when the console stops, in milliseconds. Default: as long as a write may
   * take, because one that is cut off leaves an unknown outcome.
   */
  readonly stoppingMs?: number;
}

/** How a host stops the console. */
export interface Stopping {
  readonly onWaiting?: () => void;
  readonly hurry?: AbortSignal;
}

export interface Console {
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  /** The bridge for a page, for any transport of oRPC. Needs no context. */
  readonly router: BridgeRouter;
  /** The same for a program of this user that attaches: it may borrow a forwarding address. */
  readonly attachedRouter: BridgeRouter;
  /** Documents for secrets; the host only carries them. */
  readonly secrets: Pick<SecretEntry, 'page' | 'submit' | 'gonePage'>;
  /** Finished exports, each under a ticket; the host only carries them. */
  readonly downloads: Pick<ExportFiles, 'take'>;
  /** Tells a second process where this one answers. */
  announce(url: string | null): void;
  /** A link to a record was opened outside the page (bridge/record-link.ts); any text. */
  openLink(text: string): void;
  /** Addresses and tokens of the built-in sandbox while it runs. In-process tests and tools only. */
  sandbox(): {
    readonly baseUrl: string;
    readonly controlUrl: string;
    readonly controlToken: string;
  } | null;
  /**
   * Whether the keychain was asked and never answered. A thread then waits for it and would hold up
   * the end of the process, so a host ends it by a signal.
   */
  isKeychainSilent(): boolean;
  /** The system says so; Causeway locks where that is chosen, and where it was asked to. */
  systemLocks(cause: SystemCause): Promise<void>;
  /** The computer woke up, or its network changed: tunnels are proved again. */
  resumed(): void;
  /**
   * Closes everything, once writes under way have their answer. Idempotent. `onWaiting` is called when
   * that takes a moment; an aborted `hurry` ends the wait, whose outcomes are then unknown.
   */
  dispose(stopping?: Stopping): Promise<void>;
}

/** Who asks for another place at the start has the keychain left alone. */
export const asksForAnotherPlace = ({
  ephemeral = false,
  passphrase = null,
}: ConsoleOptions): boolean => ephemeral || passphrase !== null;
