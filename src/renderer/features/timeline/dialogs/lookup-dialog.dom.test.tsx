import { ORPCError } from '@orpc/client';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../app/testing/show-page.tsx';
import { failureTexts } from '../../../texts/failures.ts';
import { timelineTexts } from '../texts.ts';
import { LookUpDialog } from './lookup-dialog.tsx';

const texts = timelineTexts.lookUp;

it('of an event that the service does not know says who does not know it', async () => {
  const { user, press } = showPage(
    <LookUpDialog isOpen onClose={() => undefined} onShow={() => undefined} />,
    {
      timeline: {
        lookUp: () => Promise.reject(new ORPCError('NOT_FOUND', { data: { sentence: 'No.' } })),
      },
    },
  );
  await user.type(await screen.findByLabelText(texts.label), 'event_0abc1def');
  await press(texts.action);
  await screen.findByText(texts.notFound);
  expect(screen.queryByText(failureTexts.titles.NOT_FOUND)).toBeNull();
});
