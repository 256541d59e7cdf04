/** Replaying many deliveries, which a person confirms in a window of main's own. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import { showPage } from '../../../app/testing/show-page.tsx';
import { TargetItem } from './target-item.tsx';
import { forwardingTexts } from './texts.ts';

const target = {
  id: 'a',
  name: 'Ledger',
  url: 'https://ledger.example.com/hooks',
  webhookId: null,
  events: [],
  isForTeam: false,
  isLent: false,
  isPaused: false,
  lastResult: null,
  lastResultAt: null,
  nextTryAt: null,
  delivered: 0,
  waiting: 0,
  failed: 0,
  failing: null,
} as unknown as ForwardTargetView;

it('closes when its window is done, so that no second press sends the deliveries again', async () => {
  let isWaiting = true;
  const { press, enter, field, readAgain, asked } = showPage(
    <TargetItem target={target} webhooks={[]} />,
    {
      forwarding: { replay: () => ({ queued: null, path: null }) },
      vault: { isDocumentWaiting: () => isWaiting },
    },
  );
  await press(`${forwardingTexts.target.replay}: Ledger`);
  expect((await field(forwardingTexts.replay.sinceTime)).value).toMatch(/^\d{4}-/);
  await enter(forwardingTexts.replay.sinceTime, '2026-11-20T12:00');
  await press(forwardingTexts.replay.action);
  await waitFor(() => expect(asked('vault.isDocumentWaiting')).not.toEqual([]));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  isWaiting = false;
  await readAgain();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('forwarding.replay')).toHaveLength(1);
});
