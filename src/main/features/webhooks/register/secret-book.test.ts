import { expect, it } from 'vitest';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { createSecretBook, registerMigrations } from './secret-book.ts';

it('takes the newest secret where the service returned one webhook twice', () => {
  const created = ['newest', 'first'].map((key) => ({ key, resourceId: 'webhook_1' }) as Intent);
  const book = createSecretBook({
    sqlite: testDatabase(registerMigrations),
    intents: {
      list: ({ offset }) => ({ rows: created.slice(offset), total: created.length }),
      get: () => null,
      readSealed: (key) => `secret_of_the_${key}`,
    },
    inbox: { slot: () => null },
    known: createKnownSecrets(),
  });
  expect(book.secretOf('webhook_1')?.secret).toBe('secret_of_the_newest');
});
