/** Why a form can't be sent, beside its button. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connection, showPage } from '../../app/testing/show-page.tsx';
import { SandboxScreen } from '../../features/sandbox/sandbox-screen.tsx';
import { formTexts } from '../../texts/forms.ts';
import { frameTexts } from '../../texts/frame.ts';
import { Blocked } from './attempt-notice.tsx';

const inMode = (mode: 'review' | 'full') => ({
  connection: { get: () => ({ ...connection, mode }) },
});

it('says of reviewer mode what to do, and refers to the notice at the top for anything else', async () => {
  showPage(<Blocked blocked="Not now." />, inMode('review'));
  expect((await screen.findByText(frameTexts.reviewer.blocked)).textContent).toContain('Settings');
  expect(screen.queryByText(formTexts.blocked)).toBeNull();
});

it('refers to the notice at the top in full mode', async () => {
  showPage(<Blocked blocked="Not now." />, inMode('full'));
  await screen.findByText(formTexts.blocked);
});

it('says in the sandbox and of signing off what a reviewer has to do', async () => {
  expect(frameTexts.reviewer.noSignOff).toContain('Settings');
  showPage(<SandboxScreen section="faults" />, inMode('review'));
  await screen.findByText(/Change the mode in Settings/);
});
