import { expect, it } from 'vitest';
import { NotOurs } from '../../../platform/own-tree.ts';
import { VaultError } from '../../core/vault/vault-error.ts';
import { failureOf } from './failure.ts';

it('says who has the data directory, and where it answers', () => {
  const error = Object.assign(new Error('Causeway is already running on this data folder: /d'), {
    name: 'DataDirectoryInUse',
    url: 'http://127.0.0.1:7417/',
  });
  expect(failureOf(error, null)).toEqual({
    title: 'Causeway is already running',
    text: `${error.message}\n\nIt runs at http://127.0.0.1:7417/.`,
  });
  const { text } = failureOf(Object.assign(error, { url: null }), null);
  expect(text).toContain(`${error.message}\n\n`);
  expect(text).toContain('npm run listen');
});

it('passes on a sentence that was written for people', () => {
  const error = new VaultError('wrong-passphrase', 'The passphrase is wrong.');
  expect(failureOf(error, '/d/causeway.log').text).toBe('The passphrase is wrong.');
});

it.each([new TypeError('x is not a function'), 'thrown text', null])(
  'keeps a surprise to the log: %s',
  (error) => {
    const { text } = failureOf(error, '/d/causeway.log');
    expect(text).toContain('/d/causeway.log');
    expect(text).not.toContain('not a function');
    expect(failureOf(error, null).text).toContain('terminal');
  },
);

it('says what the disk said', () => {
  expect(failureOf(new NotOurs('/d/lock.db is not a file.'), null).text).toBe(
    '/d/lock.db is not a file.',
  );
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  expect(failureOf(full, null).text).toContain('The disk is full.');
});
