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

it('a part that is gone by now gives way to the last one, and never says that nobody needs anything', async () => {
  const late = Promise.withResolvers<void>();
  let total = 80;
  const list = async ({ offset = 0 }) => {
    if (total < 80) await late.promise;
    const rows = Array.from({ length: Math.max(0, Math.min(50, total - offset)) }, (_, at) => ({
      customerId: `customer_${offset + at}`,
    }));
    return { rows, total };
  };
  const of = { group: 'customer', search: '' } as const;
  const { press, readAgain } = showPage(<MessagesButton label="Messages" of={of} />, {
    onboarding: { list },
  });
  await press('Messages');
  await press(texts.next);
  await screen.findByText(texts.part(51, 80, '80'));
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  total = 50;
  await readAgain();
  await act(async () => late.resolve());
  await waitFor(() => expect(screen.queryByText(texts.next)).toBeNull());
  watch.disconnect();
  expect(screen.queryByText(texts.nothing)).toBeNull();
  expect(said.filter((text) => text?.includes(texts.nothing))).toEqual([]);
});
