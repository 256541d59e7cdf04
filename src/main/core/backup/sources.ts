/** What of a data directory goes into a backup. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMissingOrEmpty } from '../../../platform/sqlite.ts';
import { dataKeyName, inboxKeyName, readKeyRecord } from '../vault/key-record.ts';
import type { BackupSource } from './write-backup.ts';

/** Stay out: files of this computer, of a running program, under an earlier passphrase, or made again from the rest. */
const left = [
  /^(?:lock\.db|holder\.json|control\.|opening-|window\.json|computer\.json|causeway\.log|backups\.json)/,
  /^(?:vault\.sealed|recovery\.sealed|keychain-in-use|long-secrets|electron|ephemeral|session-inbox|diagnostics)/,
  /^profiles\/[^/]+\/(?:timeline\.db|exports|session|sandbox)/,
  /-(?:wal|shm|spare|journal)$|\.new$/,
  // What something works in for a while: a restore, a repair, a hand-over. A restore takes no such name.
  /(?:^|\/)\./,
  // Damaged files: what could be read of each is in its database.
  /(?:^|\/)damaged-|\.damaged-|^repair\.json$/,
];

/** `inbox.db` and `coverage.db` belong to the installation. */
const ofInstallation = /^(?:inbox|coverage)\.db$/;
const ofInbox = /^inbox\.db/;
const ofProfile = /^profiles\/(?<id>[^/]+)\/records\.db$/;

/**
 * What points into another file comes before it, so that it is never ahead of it while both are written: the anchor
 * of an audit log (`anchors/`) before its database, and a profile, which says up to where it has read the deliveries
 * and which paths it reserved, before the inbox. Databases whose key is not there are copied as they are: nothing has
 * them open.
 */
export function backupSources(
  dataDir: string,
  secrets: ReadonlyMap<string, string>,
): readonly BackupSource[] {
  const keyOf = (path: string): Uint8Array | null => {
    const id = ofProfile.exec(path)?.groups?.['id'];
    const name = ofInstallation.test(path) ? inboxKeyName : dataKeyName(id ?? '');
    const kept = secrets.get(name);
    return kept === undefined ? null : readKeyRecord(kept).key;
  };
  return pathsIn(dataDir, '')
    .flatMap((path) => {
      const file = join(dataDir, path);
      if (!path.endsWith('.db')) return [{ path, file, key: null }];
      // Opened, an empty one would get a first page, and its loss be hidden.
      const key = isMissingOrEmpty(file) ? null : keyOf(path);
      const log = { path: `${path}-wal`, file: `${file}-wal`, key: null };
      const hasLog = key === null && statSync(log.file, { throwIfNoEntry: false }) !== undefined;
      return [{ path, file, key }, ...(hasLog ? [log] : [])];
    })
    .toSorted(
      (one, other) =>
        Number(ofInbox.test(one.path)) - Number(ofInbox.test(other.path)) ||
        (one.path < other.path ? -1 : 1),
    );
}

function pathsIn(dataDir: string, folder: string): readonly string[] {
  return readdirSync(join(dataDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (left.some((pattern) => pattern.test(path))) return [];
    if (entry.isDirectory()) return pathsIn(dataDir, path);
    return entry.isFile() ? [path] : [];
  });
}
