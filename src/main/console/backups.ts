/** Backups of the installation: by hand, once a day, and after so many requests. */
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { type BackupsView, backupsContract } from '../../bridge/backups.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { overwrite } from '../../platform/overwrite.ts';
import { type Random, randomHex } from '../../platform/random.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import { BackupError } from '../core/backup/backup-error.ts';
import type { KeySlot } from '../core/backup/header.ts';
import { passphraseSlot, recoverySlot } from '../core/backup/key-slots.ts';
import { backupSources } from '../core/backup/sources.ts';
import { type RunningBackup, startBackup } from '../core/backup/start-backup.ts';
import { backupNameOf } from '../core/backup/thinning.ts';
import type { WrittenBackup } from '../core/backup/write-backup.ts';
import type { AskPerson } from '../core/feature/confirmation.ts';
import type { Routes } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import { invalidOf } from '../core/intents/failed.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import { isInBackup } from '../core/vault/key-record.ts';
import { copyKeyEntry } from '../core/vault/recovery-copy.ts';
import type { Vault, VaultForBackup } from '../core/vault/vault.ts';
import { folderDocument, oneBackupDocument, turnOffDocument } from './backup-documents.ts';
import { type BackupNeed, backupNeedOf, isBackupDue, type StoredRequests } from './backup-due.ts';
import { openBackupState } from './backup-state.ts';
import { ledgerBeside, ledgerName } from './erasure/ledger.ts';
import type { FileProblems } from './file-problems.ts';
import { locked } from './locked.ts';
import { isDatabaseLost } from './profile-session.ts';
import type { RestoreSteps } from './restore-beside/restore-steps.ts';
import type { SessionManager } from './session-manager.ts';

/** How often it is looked whether one is due. */
const lookMs = 10 * 60_000;
const tellMs = 250;

export interface Backups {
  view(): BackupsView;
  chooseFolder(): Promise<string | null>;
  start(): BackupsView;
  turnOff(): Promise<string | null>;
  writeOne(): Promise<string | null>;
  /** What is wrong with them; null where nothing is. */
  need(): BackupNeed | null;
  /** Requests were stored. */
  onRequests(): void;
  /** A profile was opened: one that a lock cut off is begun again. */
  onOpened(): void;
  /** Locked: ends the one under way at once. Nothing of it stays, in the folder or in memory. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export interface BackupsParts {
  readonly dataDir: string;
  readonly installationId: string;
  readonly version: string;
  readonly vault: Pick<Vault, 'status' | 'isDurable' | 'recoveryMadeAt' | 'forBackup'>;
  readonly profiles: Pick<Profiles, 'list' | 'aside'>;
  /** Requests stored in the open profile; null while none is open. */
  readonly requests: () => StoredRequests | null;
  /** Anchors the audit log of the open profile. */
  readonly anchor: () => Promise<unknown>;
  /** Whether the data keys are being changed: what is due waits. */
  readonly areKeysChanging: () => boolean;
  /** Whether a database is known to be damaged: what is written then replaces no backup of before. */
  readonly isDamaged: () => boolean;
  readonly trail: AuditTrail;
  readonly ask: AskPerson;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: () => void;
  readonly onProblem: FileProblems['note'];
}

interface Wanted {
  readonly folder: string;
  /** Opens it. What it carries along must open nothing else for whoever opens it. */
  readonly slot: (key: Uint8Array, id: string, vault: VaultForBackup) => Promise<KeySlot> | KeySlot;
  /** It is of the series, of which older ones may go. */
  readonly thins: boolean;
  /** What comes after a lock cut it off. */
  readonly afterCut: string;
}

/** What a backup asks of the open profile, and waits for. */
export const ofOpenProfile = ({
  current,
  drained,
}: Pick<SessionManager, 'current' | 'drained'>): Pick<BackupsParts, 'requests' | 'anchor'> => ({
  requests() {
    const open = current();
    if (open === null) return null;
    return { profileId: open.profileId, count: open.intents.list({ offset: 0, limit: 1 }).total };
  },
  async anchor() {
    // A profile that was left a moment ago anchors what it wrote last as it closes.
    await drained();
    return await current()?.anchor.now();
  },
});

export function createBackups(parts: BackupsParts): Backups {
  const { dataDir, vault, profiles, trail, ask, clock, random, log, onChange } = parts;
  const state = openBackupState(join(dataDir, 'backups.json'), log, parts.onProblem);
  let running: BackupsView['running'] = null;
  let thread: RunningBackup | null = null;
  let work: Promise<unknown> = Promise.resolve();
  let toldAt = 0;
  let isClosed = false;
  let isCut = false;

  const canWrite = () =>
    vault.status().state === 'unlocked' &&
    vault.isDurable() &&
    !parts.areKeysChanging() &&
    !isClosed;

  const view = (): BackupsView => {
    const { folder, everyRequests, last, failure } = state.get();
    const shown = last === null ? null : { at: last.at, file: last.file, bytes: last.bytes };
    const told = failure === null ? null : { at: failure.at, message: failure.message };
    return { folder, everyRequests, last: shown, failure: told, running };
  };

  const requirePossible = (): void => {
    if (vault.status().state !== 'unlocked') {
      throw locked();
    }
    if (!vault.isDurable()) throw invalid('A session without stored data has nothing to back up.');
    if (parts.areKeysChanging())
      throw invalid('The data keys are being changed. Wait until it is done.');
  };

  const requireRecoveryKey = (): void => {
    if (vault.recoveryMadeAt() === null) {
      throw invalid('Set the recovery key first. It opens the backups.');
    }
  };

  // Also of a profile that nobody opened since.
  const isOneLost = (): boolean => profiles.list().some(({ id }) => isDatabaseLost(dataDir, id));

  const write = async ({ folder, slot, thins, afterCut }: Wanted): Promise<WrittenBackup> => {
    const held = await vault.forBackup();
    const id = randomHex(random, 16);
    const key = random.bytes(32);
    const createdAt = isoNow(clock);
    const slots = [await slot(key, id, held)];
    // A database that is copied after its first anchor was made would miss it in the backup.
    await parts.anchor().catch((error: unknown) => log.error({ err: error }, 'not anchored'));
    if (isClosed) throw new BackupError('not-written', 'Causeway was stopped.');
    if (isCut) throw new BackupError('not-written', `${cutOff} ${afterCut}`);
    const { installationId, version: program } = parts;
    const sources = backupSources(dataDir, held.secrets);
    thread = startBackup(
      {
        folder,
        key,
        name: backupNameOf(installationId, createdAt, !thins),
        head: { version: 1, id, createdAt, program, installationId, cipher: 'aes-256-gcm', slots },
        sources,
        secrets: Object.fromEntries([
          ...[...held.secrets].filter(([name]) => isInBackup(name)),
          // A passphrase opens this backup alone; the recovery key’s own entry opens them all.
          ...(slots[0]?.kind === 'recovery-key' && held.recovery !== null
            ? [copyKeyEntry(held.recovery)]
            : []),
        ]),
        profiles: [...profiles.list(), ...profiles.aside()].map(({ id, name, environment }) => ({
          id,
          name,
          environment,
          records: null,
        })),
      },
      (progress) => {
        running = progress;
        if (clock.now() - toldAt < tellMs) return;
        toldAt = clock.now();
        onChange();
      },
      {
        thins: thins && !parts.isDamaged() && !isOneLost(),
        beside: {
          from: join(dataDir, ledgerName),
          to: join(folder, ledgerBeside(installationId)),
        },
      },
    );
    // startBackup has copies of its own, and overwrites them.
    overwrite(key, ...sources.flatMap((source) => source.key ?? []));
    const written = await thread.written;
    for (const problem of written.problems) log.warn({ problem }, 'the backup folder is not tidy');
    return written;
  };

  /** One at a time. `work` never rejects. */
  const begin = (wanted: Wanted): Promise<WrittenBackup> => {
    if (running !== null) throw invalid('A backup is being written. Wait until it is done.');
    running = { step: 'writing', done: 0, total: 0 };
    isCut = false;
    onChange();
    const written = write(wanted)
      .then((whole) => {
        // It was whole before the cut.
        isCut = false;
        return whole;
      })
      .catch((error: unknown) => {
        if (!isCut) throw error;
        // What a thread or a vault says that was ended meanwhile.
        throw new BackupError('not-written', `${cutOff} ${wanted.afterCut}`, { cause: error });
      })
      .finally(() => {
        running = null;
        thread = null;
        onChange();
      });
    work = written.catch(() => undefined);
    return written;
  };

  const toFolder = async (folder: string): Promise<void> => {
    const requests = parts.requests();
    try {
      const { file, bytes } = await begin({
        folder,
        slot(key, id, { recovery }) {
          if (recovery === null) throw new BackupError('not-written', noRecoveryKey);
          return recoverySlot(key, id, recovery, random);
        },
        thins: true,
        afterCut: 'It is written again once Causeway is unlocked.',
      });
      const before = state.get().last?.requests ?? {};
      const counted =
        requests === null ? before : { ...before, [requests.profileId]: requests.count };
      state.change({ last: { at: isoNow(clock), file, bytes, requests: counted }, failure: null });
      trail.record('backup.written', { file, bytes });
    } catch (error) {
      if (isClosed) return;
      if (!isCut) log.error({ err: error }, 'a backup could not be written');
      const message = error instanceof BackupError ? error.message : otherFailure;
      state.change({ failure: { at: isoNow(clock), message, isCut } });
      trail.record('backup.failed', { message });
    }
    onChange();
  };

  const look = (): void => {
    const { folder } = state.get();
    if (folder === null || running !== null || !canWrite()) return;
    if (isBackupDue(state.get(), parts.requests, clock.now())) void toFolder(folder);
  };
  const timer = setInterval(look, lookMs);
  timer.unref();

  return {
    view,
    async chooseFolder() {
      requirePossible();
      requireRecoveryKey();
      return await ask(
        folderDocument({
          dataDir,
          before: state.get().folder,
          keep(folder, everyRequests) {
            requirePossible();
            // Nothing is in another folder yet, whatever ends what is under way.
            const isOther = folder !== state.get().folder;
            state.change({ folder, everyRequests, failure: null, ...(isOther && { last: null }) });
            trail.record('backup.folder-chosen', { folder, everyRequests });
            onChange();
            if (running === null) {
              void toFolder(folder);
              return true;
            }
            void work.then(() => {
              const isFree = running === null && !isCut && canWrite();
              if (isFree && state.get().folder === folder) void toFolder(folder);
            });
            return false;
          },
        }),
      );
    },
    start() {
      requirePossible();
      requireRecoveryKey();
      const { folder } = state.get();
      if (folder === null) throw invalid('Set a backup folder first.');
      if (running !== null) throw invalid('A backup is being written. Wait until it is done.');
      void toFolder(folder);
      return view();
    },
    async turnOff() {
      const { folder } = state.get();
      if (folder === null) throw invalid('Backups are turned off already.');
      return await ask(
        turnOffDocument({
          dataDir,
          folder,
          turnOff() {
            state.change({ folder: null, failure: null });
            trail.record('backup.turned-off', { folder });
            onChange();
          },
        }),
      );
    },
    async writeOne() {
      requirePossible();
      return await ask(
        oneBackupDocument({
          dataDir,
          async write(folder, passphrase) {
            requirePossible();
            const written = begin({
              folder,
              slot: (key, id) => passphraseSlot(key, id, passphrase, random),
              thins: false,
              afterCut: 'Write it again once Causeway is unlocked.',
            });
            const { file, bytes } = await written.catch((error: unknown) => {
              if (!(error instanceof BackupError)) throw error;
              throw invalid(error.message);
            });
            trail.record('backup.written-once', { file, bytes });
            return file;
          },
        }),
      );
    },
    need: () => (vault.isDurable() ? backupNeedOf(state.get(), clock.now()) : null),
    onRequests: () => {
      if (state.get().everyRequests !== null) look();
    },
    onOpened() {
      if (state.get().failure?.isCut === true) look();
    },
    async cut() {
      if (running === null) return;
      isCut = true;
      await thread?.end();
      await work;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await thread?.end();
      await work;
    },
  };
}

const noRecoveryKey = 'There is no recovery key that could open the backup. Set one first.';
const cutOff = 'Causeway was locked while the backup was written, so it was cut off.';
const otherFailure = 'The backup could not be written. The log shows why.';

const invalid = invalidOf('backup');

const backups = implement(backupsContract);

export const backupProcedures = (
  api: Backups,
  { restore }: RestoreSteps,
): Routes<'backups'>['backups'] => ({
  get: backups.get.handler(() => api.view()),
  chooseFolder: backups.chooseFolder.handler(async () => ({ path: await api.chooseFolder() })),
  start: backups.start.handler(() => api.start()),
  turnOff: backups.turnOff.handler(async () => ({ path: await api.turnOff() })),
  writeOne: backups.writeOne.handler(async () => ({ path: await api.writeOne() })),
  restore: backups.restore.handler(async () => ({ path: await restore() })),
});
