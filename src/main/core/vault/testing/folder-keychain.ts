/** Stands for a keychain that outlives the process: a file an entry, each written or deleted in one step. */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedStore } from '../secret-store.ts';

export function createFolderKeychain(folder: string): ListedStore {
  const pathOf = (name: string) => join(folder, encodeURIComponent(name));
  const names = () => readdirSync(folder).filter((name) => !name.endsWith('.part'));
  return {
    get: async (name) =>
      names().includes(encodeURIComponent(name)) ? readFileSync(pathOf(name), 'utf8') : null,
    set: async (name, value) => {
      writeFileSync(`${pathOf(name)}.part`, value);
      renameSync(`${pathOf(name)}.part`, pathOf(name));
    },
    delete: async (name) => rmSync(pathOf(name), { force: true }),
    names: async () => names().map(decodeURIComponent),
  };
}
