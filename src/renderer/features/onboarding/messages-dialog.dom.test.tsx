/** Messages to a group, a part at a time: numbers stand beside their own messages alone. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { MessagesButton } from './messages-dialog.tsx';
import { onboardingTexts } from './texts.ts';

const texts = onboardingTexts.message;

it('numbers wait for the part that was turned to', async () => {
  const late = Promise.withResolvers<void>();
  const list = async ({ offset = 0 }) => {
    if (offset > 0) await late.promise;
    return {
      rows: [{ customerId: `customer_${offset}` }, { customerId: 'customer_b' }],
      total: 80,
    };
  };
  const of = { group: 'customer', search: '' } as const;
  const { press } = showPage(<MessagesButton label="Messages" of={of} />, { onboarding: { list } });
  await press('Messages');
  expect(await screen.findByText(texts.part(1, 2, '80'))).toBeDefined();
  await press(texts.next);
  expect(screen.queryByText(texts.part(51, 52, '80'))).toBeNull();
  await act(async () => late.resolve());
  await waitFor(() => expect(screen.getByText(texts.part(51, 52, '80'))).toBeDefined());
});
