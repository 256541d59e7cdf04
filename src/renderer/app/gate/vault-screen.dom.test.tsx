import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frameTexts } from '../../texts/frame.ts';
import { showPage } from '../testing/show-page.tsx';
import { VaultScreen } from './vault-screen.tsx';

it('that Causeway stopped is said on the locked screen, too', async () => {
  const { loseBridge } = showPage(
    <VaultScreen status={{ state: 'locked', backing: 'keychain' }} />,
    {},
  );
  expect(screen.queryByText(frameTexts.gate.lost)).toBeNull();
  await loseBridge(900);
  expect(screen.getByText(frameTexts.gate.lost)).toBeDefined();
});
