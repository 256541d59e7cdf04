/** What diagnostics say: each part by itself, so that one that fails leaves the others. */
import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, freemem, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import {
  type DiagnosticsBundle,
  type DiagnosticsFileKind,
  type DiagnosticsPart,
  diagnosticsBundle,
  diagnosticsErrorCode,
  diagnosticsParts,
  errorClass,
} from '../../../bridge/diagnostics.ts';
import { type Clock, isoNow, isoTime } from '../../../platform/clock.ts';
import { type Log, problemsOf } from '../../core/foundation/log.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Ingress } from '../../features/webhooks/ingress.ts';
import type { Backups } from '../backups.ts';
import type { ConsoleOptions } from '../console.ts';
import type { Lock } from '../lock.ts';
import { gapOf, NotThere, timeIn, versionIn } from './plain.ts';
import { collectProfiles, listedProfiles, type ProfilesParts } from './profiles.ts';

export interface CollectParts extends ProfilesParts {
  readonly options: Pick<ConsoleOptions, 'host' | 'version'>;
  readonly startedAt: string;
  readonly vault: Vault;
  readonly lock: Pick<Lock, 'view'>;
  readonly backups: Pick<Backups, 'view'>;
  readonly ingress: Pick<Ingress, 'current' | 'receiver'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Value<Name extends DiagnosticsPart> = z.infer<(typeof diagnosticsParts)[Name]>;
type Collected = { readonly [Name in DiagnosticsPart]: () => Value<Name> | Promise<Value<Name>> };

const oneOf = <Known extends string, Other extends string>(
  known: readonly Known[],
  text: string,
  other: Other,
): Known | Other => known.find((one) => one === text) ?? other;

export async function collectDiagnostics(parts: CollectParts): Promise<DiagnosticsBundle> {
  const { vault, clock } = parts;
  const collected: Collected = {
    program: () => programOf(parts),
    system: () => ({
      platform: oneOf(['linux', 'darwin', 'win32'] as const, platform(), 'other'),
      release: versionIn(release()),
      architecture: oneOf(['x64', 'arm64'] as const, arch(), 'other'),
      processors: availableParallelism(),
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      programMemoryBytes: process.memoryUsage.rss(),
    }),
    async disk() {
      const { bsize, bavail, blocks } = await statfs(parts.dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    vault() {
      const status = vault.status();
      return {
        state: status.state,
        storedIn: status.state === 'choose' ? null : status.backing,
        isKeychainSilent: vault.isKeychainSilent(),
        recoveryKeyMadeAt: timeIn(vault.recoveryMadeAt()),
      };
    },
    lock() {
      const { settings, isDefault } = parts.lock.view();
      // What a person chose is in the vault: until that was open, the view tells the default alone.
      if (isDefault && vault.status().state !== 'unlocked') throw new NotThere('locked');
      return { ...settings, isDefault };
    },
    backups: () => backupsOf(parts),
    receiver() {
      const { isListening, writer, dropped } = parts.ingress.receiver();
      return {
        isListening,
        writer: writer && { state: writer.state, restarts: writer.restarts },
        rejected: dropped,
      };
    },
    tunnels() {
      const opened = parts.ingress.current();
      if (opened === null) {
        throw new NotThere(vault.status().state === 'unlocked' ? 'not-open' : 'locked');
      }
      return opened.tunnelManager.list().map((tunnel) => ({
        kind: tunnel.kind,
        state: tunnel.state,
        isWanted: tunnel.isWanted,
        since: timeIn(tunnel.since),
        lastCheckPassedAt: timeIn(tunnel.lastProvenAt),
        lastCheckMs: tunnel.lastProofMs,
        failures: tunnel.failures,
      }));
    },
    profiles: () => collectProfiles(parts),
    files: () =>
      dataFiles(
        parts.dataDir,
        listedProfiles(parts).map(({ id }) => id),
      ),
    errors: () => errorsOf(parts.log),
  };
  const missing: DiagnosticsBundle['missing'] = [];
  const found: Record<string, unknown> = {};
  for (const [part, collect] of Object.entries(collected)) {
    const name = part as DiagnosticsPart;
    try {
      found[name] = diagnosticsParts[name].parse(await collect());
    } catch (error) {
      found[name] = null;
      missing.push({ part: name, why: error instanceof NotThere ? error.why : gapOf(error) });
    }
  }
  return diagnosticsBundle.parse({
    format: 'causeway-diagnostics',
    formatVersion: 1,
    madeAt: isoNow(clock),
    ...found,
    missing,
  });
}

function programOf({ options, startedAt }: CollectParts): Value<'program'> {
  const { electron, chrome } = process.versions;
  return {
    version: versionIn(options.version) ?? '0',
    host: options.host,
    // When the program’s own file was written.
    builtAt: statSync(fileURLToPath(import.meta.url)).mtime.toISOString(),
    startedAt,
    node: versionIn(process.versions.node) ?? '0',
    electron: versionIn(electron),
    chromium: versionIn(chrome),
  };
}

function backupsOf({ backups, clock }: CollectParts): Value<'backups'> {
  const { folder, everyRequests, last, failure, running } = backups.view();
  const lastAt = timeIn(last?.at);
  const age = lastAt === null ? null : (clock.now() - Date.parse(lastAt)) / 1000;
  return {
    hasFolder: folder !== null,
    everyRequests,
    isRunning: running !== null,
    lastAt,
    lastAgeSeconds: age === null ? null : Math.max(0, Math.round(age)),
    lastBytes: last?.bytes ?? null,
    failedAt: timeIn(failure?.at),
  };
}

function errorsOf(log: Log): Value<'errors'> {
  const { warnings, errors, last } = problemsOf(log);
  return {
    warnings,
    errors,
    last: last.map(({ at, isError, errorClass: name, code }) => ({
      at: isoTime(at),
      level: isError ? 'error' : 'warning',
      class: name === null ? null : oneOf(errorClass.options, name, 'other'),
      code: code === null ? null : oneOf(diagnosticsErrorCode.options, plainCode(code), 'other'),
    })),
  };
}

/** `SQLITE_IOERR` of `SQLITE_IOERR_WRITE`. */
const plainCode = (code: string): string => /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;

/** The first that fits decides. */
const fileKinds: readonly (readonly [RegExp, DiagnosticsFileKind])[] = [
  [/^(?:ephemeral|session-inbox|profiles\/[^/]+\/session)\//, 'session'],
  [/^profiles\/[^/]+\/records\.db/, 'records'],
  [/^profiles\/[^/]+\/timeline\.db/, 'timeline'],
  [/^profiles\/[^/]+\/sandbox\//, 'sandbox'],
  [/^(?:profiles\/[^/]+\/exports|diagnostics)\//, 'exports'],
  [/^inbox\.db/, 'inbox'],
  [/^coverage\.db/, 'coverage'],
  [/^anchors\//, 'anchors'],
  [/^(?:vault\.sealed|recovery\.sealed|keychain-in-use|long-secrets)/, 'vault'],
  [/^causeway\.log/, 'log'],
];

interface DataFiles {
  readonly kind: DiagnosticsFileKind;
  readonly profile: number | null;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Sizes of the files of a data directory, by kind: no name of a file goes out.
 * `profileIds` in the order of their numbers. Chromium's own files are left out.
 */
function dataFiles(dataDir: string, profileIds: readonly string[]): DataFiles[] {
  const sums = new Map<string, DataFiles>();
  for (const { path, bytes } of filesIn(dataDir, '')) {
    const kind = fileKinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
    const at = profileIds.indexOf(/^profiles\/([^/]+)\//.exec(path)?.[1] ?? '');
    const profile = at === -1 ? null : at + 1;
    const key = `${kind} ${profile}`;
    const before = sums.get(key) ?? { kind, profile, files: 0, bytes: 0 };
    sums.set(key, { ...before, files: before.files + 1, bytes: before.bytes + bytes });
  }
  return [...sums.values()].toSorted(
    (one, other) => (one.profile ?? 0) - (other.profile ?? 0) || (one.kind < other.kind ? -1 : 1),
  );
}

/** A file that goes meanwhile is left out. */
function filesIn(dataDir: string, folder: string): { path: string; bytes: number }[] {
  return readdirSync(join(dataDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === 'electron' ? [] : filesIn(dataDir, path);
    const found = entry.isFile()
      ? statSync(join(dataDir, path), { throwIfNoEntry: false })
      : undefined;
    return found === undefined ? [] : [{ path, bytes: found.size }];
  });
}
