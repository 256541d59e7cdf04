/** What the frame says while nobody answers the page. */
import { ORPCError } from '@orpc/client';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { webhookTexts } from '../../features/webhooks/texts.ts';
import { connection, now, showPage } from '../testing/show-page.tsx';
import { FrameNotices } from './frame-notices.tsx';
import { IsLater } from './use-is-later.ts';

it.each([
  [2_000, /reconnects automatically if Causeway still runs/],
  [15_000, /opens in a new page, by its new link/],
])('%i ms after the connection was lost, says what to do', async (age, words) => {
  const { loseBridge } = showPage(<FrameNotices connection={connection} />, {});
  await loseBridge(now - age);
  await screen.findByText(words);
});

it('says that nothing listens for deliveries, why, and where more is said', async () => {
  const sentence = 'Another program uses port 29666.';
  const all = { rows: [], receiver: { isListening: false, sentence } };
  const list = vi.fn(() => all);
  const frame = (
    <IsLater value={true}>
      <FrameNotices connection={connection} />
    </IsLater>
  );
  const { readAgain } = showPage(frame, { webhooks: { list } });
  await screen.findByText(sentence);
  // Nothing newer is known where it can't be read again.
  list.mockImplementation(() => {
    throw new ORPCError('INVALID', { data: { sentence: 'Not now.' } });
  });
  await readAgain();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  const link = screen.getByRole('link', { name: webhookTexts.seeReceiver });
  expect(link.getAttribute('href')).toContain(webhookPaths.tunnels);
});

it('says so too where the receiver could not be opened at all', async () => {
  const sentence = 'Deliveries can’t be received because the receiver could not start.';
  const data = { sentence, canTryAgain: true, cause: 'receiver' };
  const frame = (
    <IsLater value={true}>
      <FrameNotices connection={connection} />
    </IsLater>
  );
  const list = () => Promise.reject(new ORPCError('INVALID', { data }));
  showPage(frame, { webhooks: { list } });
  await screen.findByText(sentence);
});
