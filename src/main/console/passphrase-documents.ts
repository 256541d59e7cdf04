/** Main's own documents for changing the passphrase, and for moving between it and the keychain. */
import type { Confirmation, SecretField } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import { shortestPassphrase } from '../core/vault/new-passphrase.ts';
import { readNewPassphrase, readPassphrase, type Typed } from './secret-forms.ts';

const newPassphraseFields: readonly SecretField[] = [
  {
    name: 'passphrase',
    label: 'New passphrase',
    help: `At least ${shortestPassphrase} characters. You enter it at every start and to unlock.`,
  },
  { name: 'again', label: 'Repeat new passphrase', help: null },
];

export const changePassphraseDocument = (
  dataDir: string,
  change: (current: string, next: string) => Promise<void>,
): Confirmation => ({
  title: 'Change passphrase',
  facts: [['Data folder', dataDir]],
  paragraphs: [
    'Only the new passphrase then opens what is stored here. The recovery key and backups stay as they are.',
    'A copy of the data folder that was made before still opens with the current passphrase.',
  ],
  fields: [{ name: 'current', label: 'Current passphrase', help: null }, ...newPassphraseFields],
  button: 'Change passphrase',
  async act(fields) {
    const current = fields.get('current') ?? '';
    if (current === '') throw invalid('Enter the current passphrase.');
    const next = typed(readNewPassphrase(fields));
    if (next === current) throw invalid('Enter a passphrase that differs from the current one.');
    await change(current, next);
    return { sentence: 'The passphrase was changed. Only the new one opens Causeway from now on.' };
  },
});

export const firstPassphraseDocument = (
  dataDir: string,
  hasRecoveryKey: boolean,
  move: (passphrase: string) => Promise<boolean>,
): Confirmation => ({
  title: 'Use a passphrase',
  facts: [['Data folder', dataDir]],
  paragraphs: [
    'Keys and tokens move from the system’s keychain to a file on this computer that the passphrase encrypts. Causeway then deletes them from the keychain.',
    hasRecoveryKey
      ? 'If you forget the passphrase, only the recovery key opens what is stored here.'
      : 'If you forget the passphrase, nobody can open what is stored here: no recovery key is set.',
    'A copy of the data folder made before needs the file vault.sealed of this one to open.',
  ],
  fields: newPassphraseFields,
  button: 'Use this passphrase',
  async act(fields) {
    const isKeychainCleared = await move(typed(readNewPassphrase(fields)));
    return {
      sentence: isKeychainCleared
        ? 'The passphrase opens Causeway from now on. The keychain no longer stores Causeway’s keys and tokens.'
        : 'The passphrase opens Causeway from now on. The keychain did not delete its copies. Causeway tries again after the next unlock.',
    };
  },
});

export const moveToKeychainDocument = (
  dataDir: string,
  move: (passphrase: string) => Promise<void>,
): Confirmation => ({
  title: 'Use the keychain',
  facts: [['Data folder', dataDir]],
  paragraphs: [
    'Keys and tokens move from the file under your passphrase to the system’s keychain. Causeway then deletes that file.',
    'From then on Causeway starts without a passphrase, and anyone who uses your account on this computer can open it.',
  ],
  fields: [{ name: 'passphrase', label: 'Current passphrase', help: null }],
  button: 'Use the keychain',
  async act(fields) {
    await move(typed(readPassphrase(fields)));
    return {
      sentence:
        'The keychain opens Causeway from now on. The passphrase only opens copies of the data folder that were made before.',
    };
  },
});

function typed(read: Typed): string {
  if (read.ok) return read.value;
  throw invalid(read.problem);
}

const invalid = invalidOf('passphrase');
