/** A start that fails is told in a plain dialog: whoever clicks an icon sees no terminal. */
import { fileErrorInWords } from '../../../platform/file-error.ts';

export interface Failure {
  readonly title: string;
  readonly text: string;
}

/** Errors whose messages are sentences for people. */
const plain = new Set([
  'ForeignSwitch',
  'UnsafeEnvironment',
  'UnpackedChanged',
  'ProfileError',
  'VaultError',
  'DatabaseTooNew',
  'DatabaseTooOld',
  'PassphraseUnreadable',
]);

/** Another desktop app would have come to the front instead. */
const withoutPage =
  'It has no page to open. If npm run listen is running, stop it with Ctrl+C in its terminal, then start Causeway again.';

/** What the dialog says. `logFile` is where the rest stands; null where that is the terminal. */
export function failureOf(error: unknown, logFile: string | null): Failure {
  const { name, message, url } = errorOf(error);
  if (name === 'DataDirectoryInUse') {
    const where = url === null ? withoutPage : `It runs at ${url}.`;
    return { title: 'Causeway is already running', text: `${message}\n\n${where}` };
  }
  const title = 'Causeway could not start';
  if (plain.has(name)) return { title, text: message };
  const ofDisk = fileErrorInWords(error);
  if (ofDisk !== null) return { title, text: ofDisk };
  const log = logFile === null ? 'The terminal shows why.' : `The log shows why: ${logFile}`;
  return { title, text: `Something failed inside Causeway. ${log}` };
}

function errorOf(error: unknown): { name: string; message: string; url: string | null } {
  if (!(error instanceof Error)) return { name: '', message: '', url: null };
  const url: unknown = Reflect.get(error, 'url');
  return { name: error.name, message: error.message, url: typeof url === 'string' ? url : null };
}
