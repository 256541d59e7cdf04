/** Sizes of the files of a data directory, by kind: no name of a file goes out. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DiagnosticsFileKind } from '../../../bridge/diagnostics.ts';

/** The first that fits decides. */
const kinds: readonly (readonly [RegExp, DiagnosticsFileKind])[] = [
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

export interface DataFiles {
  readonly kind: DiagnosticsFileKind;
  readonly profile: number | null;
  readonly files: number;
  readonly bytes: number;
}

/** `profileIds` in the order of their numbers. Chromium's own files are left out. */
export function dataFiles(dataDir: string, profileIds: readonly string[]): DataFiles[] {
  const sums = new Map<string, DataFiles>();
  for (const { path, bytes } of filesIn(dataDir, '')) {
    const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
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
