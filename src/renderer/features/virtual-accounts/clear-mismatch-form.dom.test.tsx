import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { showPage } from '../../app/testing/show-page.tsx';
import { ClearMismatchForm } from './mismatch-stop.tsx';
import { stopTexts } from './mismatch-texts.ts';

const texts = stopTexts.clear;

it('is empty once its note is stored, so nobody is asked about it on leaving', async () => {
  const account = { id: 'virtualAccount_1', mismatchDigest: 'a' } as VirtualAccountDetail;
  const { user, press, asked } = showPage(<ClearMismatchForm account={account} />, {
    virtualAccounts: { signOffMismatch: () => ({}) },
  });
  const field = await screen.findByLabelText(texts.note);
  await user.type(field, 'They put it right.');
  await press(texts.action);
  await waitFor(() => expect(asked('virtualAccounts.signOffMismatch')).toHaveLength(1));
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});
