/** The sandbox while the window looks back: its controls are there at the present. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { SandboxScreen } from './sandbox-screen.tsx';
import { sandboxTexts } from './texts.ts';

function LookBack() {
  const { lookBack } = useKnownAt();
  return (
    <button type="button" onClick={() => lookBack('2026-11-19T12:00:00.000Z')}>
      Look back
    </button>
  );
}

it('says that its controls are there at the present, and leads back to it', async () => {
  const { press } = showPage(
    <>
      <LookBack />
      <SandboxScreen section={null} />
    </>,
    {},
  );
  const parts = sandboxTexts.sections.label;
  expect(await screen.findByRole('navigation', { name: parts })).toBeDefined();
  await press('Look back');
  expect(screen.getByText(sandboxTexts.ofNow.body)).toBeDefined();
  expect(screen.queryByText(sandboxTexts.absent.title)).toBeNull();
  await press('Return to now');
  expect(await screen.findByRole('navigation', { name: parts })).toBeDefined();
});
