import { expect, it } from 'vitest';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { createSecretBook, registerMigrations } from './secret-book.ts';

function bookOf(readSealed: (key: string) => string | null) {
  const created = ['newest', 'first'].map((key) => ({ key, resourceId: 'webhook_1' }) as Intent);
  return createSecretBook({
    sqlite: testDatabase(registerMigrations),
    intents: {
      list: ({ offset }) => ({ rows: created.slice(offset), total: created.length }),
      get: () => null,
      readSealed,
    },
    inbox: { slot: () => null },
    known: createKnownSecrets(),
  });
}

it('takes the newest secret where the service returned one webhook twice', () => {
  const book = bookOf((key) => `secret_of_the_${key}`);
  expect(book.secretOf('webhook_1')?.secret).toBe('secret_of_the_newest');
});

it('takes a blank secret that an earlier version kept for none', () => {
  expect(bookOf(() => 'secret_').secretOf('webhook_1')).toBeNull();
});
