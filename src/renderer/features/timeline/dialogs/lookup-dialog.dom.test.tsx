import { ORPCError } from '@orpc/client';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../app/testing/show-page.tsx';
import { failureTexts } from '../../../texts/failures.ts';
import { timelineTexts } from '../texts.ts';
import { LookUpDialog } from './lookup-dialog.tsx';

const texts = timelineTexts.lookUp;

it.each([
  ['the service does not know', 404, [texts.notFound, failureTexts.titles.NOT_FOUND]],
  ['nobody was asked about', null, [failureTexts.titles.NOT_FOUND, texts.notFound]],
] as const)('of an event that %s says who does not know it', async (_, status, [said, unsaid]) => {
  const { user, press } = showPage(
    <LookUpDialog isOpen onClose={() => undefined} onShow={() => undefined} />,
    {
      timeline: {
        lookUp: () =>
          Promise.reject(
            new ORPCError('NOT_FOUND', { data: { sentence: 'No.', status, cause: 'not-found' } }),
          ),
      },
    },
  );
  await user.type(await screen.findByLabelText(texts.label), 'event_0abc1def');
  await press(texts.action);
  await screen.findByText(said);
  expect(screen.queryByText(unsaid)).toBeNull();
});
