import { expect, it } from 'vitest';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { createSecretBook, registerMigrations } from './secret-book.ts';

const slotOf = (webhookId: string) => ({ path: webhookId, profileId: 'profile_1', webhookId });

function bookOf(
  readSealed: (key: string) => string | null,
  sqlite = testDatabase(registerMigrations),
) {
  const created = ['newest', 'first'].map((key) => ({ key, resourceId: 'webhook_1' }) as Intent);
  return createSecretBook({
    sqlite,
    intents: {
      list: ({ offset }) => ({ rows: created.slice(offset), total: created.length }),
      get: () => null,
      readSealed,
    },
    inbox: { slot: () => null },
    known: createKnownSecrets(),
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
  });
}

it('takes the newest secret where the service returned one webhook twice', () => {
  const book = bookOf((key) => `secret_of_the_${key}`);
  expect(book.secretOf('webhook_1')?.secret).toBe('secret_of_the_newest');
});

it('takes a blank secret that an earlier version kept for none', () => {
  expect(bookOf(() => 'secret_').secretOf('webhook_1')).toBeNull();
});

it('judges by the other secrets where one can’t be opened, and deletes nothing', () => {
  const sqlite = testDatabase(registerMigrations);
  const book = bookOf(() => 'secret_of_before', sqlite);
  book.keep('webhook_1', 'secret_given', '2026-11-20T12:00:00.000Z');
  book.keep('webhook_2', 'secret_of_the_other', '2026-11-20T12:00:00.000Z');
  sqlite.run("UPDATE entered_webhook_secrets SET sealed = x'00' WHERE webhook_id = 'webhook_1'");
  book.refresh();
  // Not judged as wrong by a secret of before either.
  expect(book.secretsOf(slotOf('webhook_1'))).toBe('unknown-yet');
  expect(book.secretsOf(slotOf('webhook_2'))).toMatchObject([{ secret: 'secret_of_the_other' }]);
  expect(sqlite.all('SELECT sequence FROM entered_webhook_secrets')).toHaveLength(2);
  book.keep('webhook_1', 'secret_given_again', '2026-11-20T12:00:00.000Z');
  book.refresh();
  expect(book.secretOf('webhook_1')?.secret).toBe('secret_given_again');
});

it('judges by what a person gave where the secret of a create can’t be opened', () => {
  const book = bookOf(() => {
    throw new Error('Unsupported state or unable to authenticate data');
  });
  expect(book.secretsOf(slotOf('webhook_1'))).toBe('unknown-yet');
  book.keep('webhook_1', 'secret_given', '2026-11-20T12:00:00.000Z');
  book.refresh();
  expect(book.secretOf('webhook_1')?.secret).toBe('secret_given');
});

it('leaves out no secret where the file can’t be read', () => {
  const book = bookOf(() => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  });
  expect(() => book.secretOf('webhook_1')).toThrow('disk I/O error');
});
