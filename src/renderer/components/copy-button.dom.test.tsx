/** What a copy button says is what became of the copy. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../app/testing/show-page.tsx';
import { stateTexts } from '../texts/states.ts';
import { CopyIcon, CopyTextButton } from './copy-button.tsx';

const wallet = '0x52908400098527886e0f7030069857d2e4169ee7';

const buttons = [
  ['icon', <CopyIcon key="icon" text={wallet} label="Copy wallet" />],
  ['text', <CopyTextButton key="text" text={wallet} label="Copy wallet" />],
] as const;

it.each(buttons)('%s: copies the whole text, and says so', async (_kind, shown) => {
  const { press } = showPage(shown, {});
  await press('Copy wallet');
  expect((await screen.findByRole('status')).textContent).toBe(stateTexts.copied);
  expect(await navigator.clipboard.readText()).toBe(wallet);
});

it.each(buttons)('%s: says that the clipboard refused', async (_kind, shown) => {
  const { press } = showPage(shown, {});
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('', 'NotAllowedError'),
  );
  await press('Copy wallet');
  expect((await screen.findByRole('status')).textContent).toBe(stateTexts.copyFailed);
});
