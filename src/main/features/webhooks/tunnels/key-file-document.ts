/**
 * Where the key file of an SSH tunnel is: a person says it where the page has no part, by the system's own
 * dialog or typed into a document of main's own. What is wrong with a path is told there alone.
 */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import type { Confirmation } from '../../../core/feature/confirmation.ts';
import { invalidOf } from '../../../core/intents/failed.ts';
import { serverFacts } from './host-key-documents.ts';
import { named } from './provider.ts';

/** Asks for a file by the system's own dialog. `server` is `user@host:port`. null: none was chosen. */
export type ChooseKeyFile = (server: string) => Promise<string | null>;

/** Largest file that is taken for a key, in bytes. */
const largestKey = 64 * 1024;

/** `user@host:port`. Throws Failed INVALID for a tunnel that uses no key file. */
export function keyFileServer({ settings }: TunnelView): string {
  if (settings.kind === 'ssh' && settings.auth.method === 'key-file') {
    return `${settings.user}@${named(settings.host)}:${settings.port}`;
  }
  throw invalid('This tunnel does not use a key file.');
}

export function keyFileDocument(
  tunnel: TunnelView,
  keep: (path: string) => Promise<void>,
): Confirmation {
  const { settings } = tunnel;
  const auth = settings.kind === 'ssh' ? settings.auth : null;
  const before = auth?.method === 'key-file' ? auth.path : null;
  return {
    title: 'Set key file',
    facts: [
      ...serverFacts(tunnel),
      ...(before === null ? [] : [['Current key file', before] as const]),
    ],
    paragraphs: [
      'Causeway uses the key to sign in to this server. The file is neither moved nor sent.',
    ],
    fields: [
      {
        name: 'path',
        label: 'Key file path',
        help: 'The full path on this computer, for example ~/.ssh/id_ed25519. You enter a passphrase afterwards.',
        isOpen: true,
      },
    ],
    button: 'Use key file',
    async act(fields) {
      await keep(await keyFileAt(fields.get('path')?.trim() ?? ''));
      return { sentence: 'The tunnel now uses this key file.' };
    },
  };
}

/** The path, absolute. Throws Failed INVALID where no key can be there. */
async function keyFileAt(typed: string): Promise<string> {
  const path = typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : typed;
  if (!isAbsolute(path)) throw invalid('Enter the full path of the file.');
  const file = await stat(path).catch(() => null);
  if (file === null) throw invalid('Enter the path of a file that Causeway can read.');
  if (!file.isFile() || file.size > largestKey)
    throw invalid('Enter the path of a key file. This is not a key file.');
  return path;
}

const invalid = invalidOf('key-file');
