/** Settings that are kept: what is said of them is what main has, for the profile that is shown. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LockSettings } from '../../../bridge/lock.ts';
import { connection, showPage, twice } from '../../app/testing/show-page.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { BackupsPart } from './backups-part.tsx';
import { LockSection } from './lock-section.tsx';
import { teamTexts } from './team-texts.ts';
import { TeamToken } from './team-token.tsx';
import { settingsTexts } from './texts.ts';

const { lock, backups } = settingsTexts;
const at = '2026-11-20T12:00:00.000Z';
const opened = vaultTexts.entry.opened;
const said = (sentence: string) => Promise.reject(new ORPCError('INVALID', { data: { sentence } }));

it('what was chosen while the lock was saved stays chosen, and is not called saved', async () => {
  const saved = Promise.withResolvers<object>();
  const view = (settings: LockSettings) => ({
    ...({ settings, isDefault: false, opensBy: 'click', hearsSystem: true } as const),
  });
  const first = { idleMinutes: 10, withSystem: false };
  const { press, user, asked } = showPage(<LockSection />, {
    lock: { view: () => view(first), save: () => saved.promise },
  });
  const system = () => screen.findByRole<HTMLInputElement>('switch');
  await user.click(await system());
  await press(lock.save);
  await user.click(await system());
  await act(async () => saved.resolve(view({ ...first, withSystem: true })));
  expect((await system()).checked).toBe(false);
  expect(screen.queryByText(lock.saved)).toBeNull();
  await press(lock.save);
  expect(asked('lock.save')).toEqual([{ ...first, withSystem: true }, first]);
});

it('a backup is begun by hand where there is a key for it, and not beside one that runs', async () => {
  let running: { step: 'writing'; done: number; total: number } | null = null;
  let madeAt: string | null = null;
  const { press, button, readAgain, asked } = showPage(<BackupsPart />, {
    connection: {
      get: () => ({ ...connection, vault: { state: 'unlocked', backing: 'keychain' } }),
    },
    vault: { recovery: () => ({ madeAt }) },
    backups: {
      get: () => ({ folder: '/disk', everyRequests: null, last: null, failure: null, running }),
      start: () => said('The disk is full.'),
    },
  });
  expect(await button(backups.start)).toHaveProperty('disabled', true);
  madeAt = at;
  await readAgain();
  await waitFor(async () => expect(await button(backups.start)).toHaveProperty('disabled', false));
  await press(backups.start);
  await screen.findByText('The disk is full.');
  expect(await button(backups.start)).toHaveProperty('disabled', false);
  running = { step: 'writing', done: 0, total: 1 };
  await readAgain();
  await screen.findByText(backups.steps.writing);
  expect(await button(backups.start)).toHaveProperty('disabled', true);
  expect(asked('backups.start')).toHaveLength(1);
});

it('the token is shared in one window by two presses, of which nothing is said once it was', async () => {
  const Token = ({ to }: { to: string[] | null }) => {
    const token = to && { by: 'Ada', at, to, without: [], gone: [], isBack: false };
    const team = { token: token && { ...token, isOffered: false } };
    return <TeamToken isOwner team={team as never} />;
  };
  const { button, show, asked } = showPage(<Token to={null} />, {
    team: { shareToken: () => ({ path: null }) },
  });
  await twice(await button(teamTexts.token.share));
  await screen.findByText(opened);
  expect(asked('team.shareToken')).toEqual([{ profileId: 'profile_a' }]);
  show(<Token to={['Bo']} />);
  await button(teamTexts.token.again);
  await waitFor(() => expect(screen.queryByText(opened)).toBeNull());
});
