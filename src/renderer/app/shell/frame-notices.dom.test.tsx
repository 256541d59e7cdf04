/** What the frame says while nobody answers the page. */
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { connection, now, showPage } from '../testing/show-page.tsx';
import { FrameNotices } from './frame-notices.tsx';

it.each([
  [2_000, /reconnects automatically/],
  [15_000, /opens in a new page, by its new link/],
])('%i ms after the connection was lost, says what to do', async (age, words) => {
  const { loseBridge } = showPage(<FrameNotices connection={connection} />, {});
  await loseBridge(now - age);
  await screen.findByText(words);
});
