/** The sandbox while the window looks back: its controls are there at the present. */
import { ORPCError } from '@orpc/client';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusedTokenCause } from '../../../bridge/sandbox-tables.ts';
import { connection, showPage } from '../../app/testing/show-page.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { EventsSection } from './events-section.tsx';
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

it('says of a triggered event whether it was looked up or has not come', async () => {
  const known = { deliveries: [] };
  const get = ({ eventId }: { eventId: string }) =>
    eventId === 'event_a' ? known : Promise.reject(new ORPCError('NOT_FOUND'));
  const { enter, press } = showPage(<EventsSection />, {
    sandboxControls: { trigger: () => ({ eventIds: ['event_a', 'event_b'] }) },
    timeline: { get },
  });
  await enter(sandboxTexts.events.name, 'wallet.create');
  await press(sandboxTexts.events.trigger);
  expect(await screen.findByText(sandboxTexts.events.lookedUp)).toBeDefined();
  expect(await screen.findByText(sandboxTexts.events.notReceived)).toBeDefined();
});

it('leads to the profiles where the sandbox refuses its control token', async () => {
  const data = { sentence: 'Replace it under Settings, Profiles.', cause: refusedTokenCause };
  const { readAgain } = showPage(<SandboxScreen section={null} />, {
    connection: { get: () => ({ ...connection, environment: 'sandbox' }) },
    profiles: { control: () => ({ controlUrl: 'http://127.0.0.1:9/sandbox' }) },
    sandboxControls: { state: () => Promise.reject(new ORPCError('INVALID', { data })) },
  });
  await readAgain();
  expect(await screen.findByText(data.sentence)).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain(sandboxTexts.refusedToken);
  expect(screen.getByRole('link', { name: sandboxTexts.absent.action })).toBeDefined();
});
