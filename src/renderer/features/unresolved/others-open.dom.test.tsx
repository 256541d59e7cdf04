/** Requests of other computers without an outcome: the screen does not call all resolved, and the rail counts them. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { unresolvedFeature } from './feature.tsx';
import { unresolvedTexts } from './texts.ts';
import { UnresolvedScreen } from './unresolved-screen.tsx';

const request = (claim: string) => ({
  claim,
  operation: 'createCustomer' as const,
  about: claim,
  computer: 'Desk',
  person: 'Ben',
  at: '2026-11-20T09:00:00.000Z',
  seenAt: null,
  isGone: true,
  statements: [],
  outcome: null,
  isDifferent: false,
});

function Rail() {
  const useBadge = unresolvedFeature.useBadge ?? (() => null);
  return <p>{useBadge()?.words}</p>;
}

it('counts those of other computers, and says where they are', async () => {
  showPage(
    <>
      <Rail />
      <UnresolvedScreen first={null} second={null} />
    </>,
    {
      unresolved: { list: () => ({ rows: [], total: 0 }), contradicted: () => ({ requests: 0 }) },
      team: {
        colleagueRequests: () => ({
          open: [request('a@example.com'), request('b@example.com')],
          stated: [],
          resolveBlocked: null,
        }),
      },
    },
  );
  const { none, colleagues, frame } = unresolvedTexts;
  await screen.findByText(none.unknownHere.title);
  await screen.findByText(colleagues.title);
  await screen.findByText(frame.open(2));
  expect(screen.queryByText(none.unknown.body)).toBeNull();
});
