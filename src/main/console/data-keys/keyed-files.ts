/** Which databases are under which key of the vault, and how they get another one. */
import { hkdfSync } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../../../platform/durable-file.ts';
import { type RekeyOrder, removeLeftCopy } from '../../../platform/rekey-file.ts';
import { isMissingOrEmpty, isOpenedBy } from '../../../platform/sqlite.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KeyedFiles as VaultFiles } from '../../core/vault/changing-keys.ts';
import { dataKeyName, inboxKeyName } from '../../core/vault/key-record.ts';
import { removeIndex } from '../../features/timeline/index/open-index.ts';

export interface KeyedFilesParts {
  readonly dataDir: string;
  /** What is under this key was encrypted anew. */
  readonly onChanged: (name: string) => void;
  /** Encrypts a file anew, as rekeyFile does. */
  readonly rekey: (order: RekeyOrder) => Promise<void> | void;
  readonly log: Log;
}

export interface KeyedFiles extends VaultFiles {
  /** Bytes of the files that are there under this key, one by one. */
  sizes(name: string): readonly number[];
}

/** The built-in sandbox's own, of its profile's. */
export const sandboxKeyOf = (dataKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', dataKey, new Uint8Array(0), 'causeway sandbox', 32));

interface KeyedFile {
  readonly file: string;
  readonly keyOf: (key: Uint8Array) => Uint8Array;
}

/** The first one is what a person would lose: it says how far a change came. */
function filesOf(dataDir: string, name: string): readonly KeyedFile[] {
  const under = (...path: readonly string[]): KeyedFile => ({
    file: join(dataDir, ...path),
    keyOf: (key) => key,
  });
  if (name === inboxKeyName) return [under('inbox.db'), under('coverage.db')];
  const folder = join('profiles', name.slice(dataKeyName('').length));
  return [
    under(folder, 'records.db'),
    { ...under(folder, 'sandbox', 'sandbox.db'), keyOf: sandboxKeyOf },
  ];
}

export function createKeyedFiles(parts: KeyedFilesParts): KeyedFiles {
  const { dataDir, log } = parts;

  return {
    isUnder: (name, key) => {
      const [first] = filesOf(dataDir, name);
      return first !== undefined && isOpenedBy(first.file, first.keyOf(key));
    },
    async rekey(name, before, next) {
      for (const [index, { file, keyOf }] of filesOf(dataDir, name).entries()) {
        if (isMissingOrEmpty(file) || isOpenedBy(file, keyOf(next))) continue;
        try {
          await parts.rekey({ file, before: keyOf(before), next: keyOf(next) });
        } catch (error) {
          // One that was damaged before is told by whoever opens it.
          if (index === 0 || !(error instanceof Error && error.name === 'WrongDatabaseKey'))
            throw error;
          log.warn({ err: error }, 'a damaged database was left as it is');
        }
      }
    },
    settled(name, isChanged) {
      const files = filesOf(dataDir, name);
      for (const { file } of files.filter((one) => existsSync(one.file))) {
        removeLeftCopy(file);
        // A kill may have come between the copy's new name and the disk that keeps it.
        syncDirectory(dirname(file));
      }
      if (!isChanged) return;
      // Made again from the rest, under the key of then.
      if (name !== inboxKeyName) removeIndex(join(dirname(files[0]?.file ?? ''), 'timeline.db'));
      parts.onChanged(name);
    },
    sizes: (name) =>
      filesOf(dataDir, name)
        .filter(({ file }) => existsSync(file))
        .map(({ file }) => statSync(file).size),
  };
}
