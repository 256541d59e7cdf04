/** A dialog that was opened from the head of a detail gives the focus back. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../app/testing/show-page.tsx';
import { evidenceTexts } from '../texts/evidence.ts';
import { DetailFrame } from './detail-frame.tsx';

it('after its first evidence pack the button has the focus again', async () => {
  const { user, button, press } = showPage(
    <DetailFrame
      recordId="customer_1"
      linkKind="customer"
      title="Ada Byron"
      listHref="/customers"
      listName="Customers"
    >
      Facts
    </DetailFrame>,
    {},
  );
  await press(evidenceTexts.open);
  await screen.findByRole('dialog', { name: evidenceTexts.title });
  await user.keyboard('{Escape}');
  const opener = await button(evidenceTexts.open);
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
