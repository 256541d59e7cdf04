/** Starting to match a file. */
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage, twice } from '../../app/testing/show-page.tsx';
import { DraftScreen } from './draft-screen.tsx';
import { reconcileTexts } from './texts.ts';

it('two presses start one reconciliation', async () => {
  const started = Promise.withResolvers<object>();
  const id = 'd'.repeat(32);
  const { button, asked } = showPage(<DraftScreen id={id} />, {
    reconcile: {
      draft: () => ({
        id,
        fileName: 'a.xml',
        bytes: 1,
        format: 'camt053',
        kind: 'bank',
        lines: 1,
        notes: [],
        balances: [],
        sameFile: null,
        first: [],
        csv: null,
      }),
      start: () => started.promise,
    },
  });
  await twice(await button(reconcileTexts.draft.start));
  await act(async () => started.resolve({ id }));
  expect(asked('reconcile.start')).toHaveLength(1);
});
