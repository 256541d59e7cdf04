import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../app/testing/show-page.tsx';
import { timelineTexts } from '../texts.ts';
import { TeamUnreadLine } from './unread-line.tsx';

const { teamUnread } = timelineTexts.gaps;

it.each([
  ['connecting', null, true],
  ['on', 12, true],
  ['away', 0, true],
  ['removed', 12, false],
  ['conflict', null, false],
  ['on', null, false],
  ['on', 0, false],
] as const)(
  'where the team’s log is %s with %s to read, gaps are said to be early: %s',
  async (...of) => {
    const [state, toRead, isSaid] = of;
    const { asked, readAgain } = showPage(<TeamUnreadLine />, {
      team: { get: () => ({ team: { state, toRead } }) },
    });
    await waitFor(() => expect(asked('team.get')).toHaveLength(1));
    await readAgain();
    if (isSaid) await screen.findByText(teamUnread);
    else expect(screen.queryByText(teamUnread)).toBeNull();
  },
);
