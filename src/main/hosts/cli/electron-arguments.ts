/** What `npm start` and `npm run dev` hand on to the Electron program. */
import { resolve } from 'node:path';
import type { StartOptions } from './options.ts';

/** Paths are made whole: Electron may be started in another folder. */
export function electronArguments(
  options: Pick<StartOptions, 'dataDir' | 'passphraseFile' | 'ephemeral' | 'link'>,
): string[] {
  return [
    ...(options.dataDir === null ? [] : ['--data-dir', resolve(options.dataDir)]),
    ...(options.passphraseFile === null
      ? []
      : ['--passphrase-file', resolve(options.passphraseFile)]),
    ...(options.ephemeral ? ['--ephemeral'] : []),
    ...(options.link === null ? [] : [options.link]),
  ];
}
