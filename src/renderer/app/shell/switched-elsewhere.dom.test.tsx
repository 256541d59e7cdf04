/** A profile that was switched in another window. */
import { ORPCError } from '@orpc/client';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { connection, showPage } from '../testing/show-page.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SwitchFailed } from './switch-failed.tsx';
import { SwitchedElsewhere } from './switched-elsewhere.tsx';
import { useSwitchProfile } from './use-switch-profile.ts';

const names = { profile_a: 'Sandbox', profile_b: 'Treasury' };
type Id = keyof typeof names;

function Frame({ id }: { id: Id }) {
  const { mutate } = useSwitchProfile();
  return (
    <>
      <SwitchedElsewhere connection={{ ...connection, profileId: id, profileName: names[id] }} />
      <button type="button" onClick={() => mutate('profile_b')}>
        Switch
      </button>
    </>
  );
}

const told = (id: Id) => screen.queryByText(frameTexts.profile.switched(names[id]));

it('says so once, and until a person has read it', async () => {
  const { show, press } = showPage(<Frame id="profile_a" />, {});
  expect(told('profile_a')).toBeNull();
  show(<Frame id="profile_b" />);
  expect(told('profile_b')).not.toBeNull();
  await press(stateTexts.close);
  expect(told('profile_b')).toBeNull();
});

it('says nothing of a switch that was asked for here, and does of the next one', async () => {
  const { show, press, asked } = showPage(<Frame id="profile_a" />, {
    profiles: { select: ({ id }) => ({ ...connection, profileId: id }) },
  });
  await press('Switch');
  await waitFor(() => expect(asked('profiles.select')).toHaveLength(1));
  show(<Frame id="profile_b" />);
  expect(told('profile_b')).toBeNull();
  show(<Frame id="profile_a" />);
  expect(told('profile_a')).not.toBeNull();
  show(<Frame id="profile_b" />);
  expect(told('profile_b')).not.toBeNull();
});

const profiles = (Object.keys(names) as Id[]).map((id) => ({
  id,
  name: names[id],
  environment: 'sandbox',
  mode: 'full',
  isSelected: id === 'profile_a',
  warning: null,
  baseUrl: null,
  token: null,
}));

it('the menu says that a switch failed, until that is read, and asks nothing for the profile in use', async () => {
  const failed = frameTexts.profile.notSwitched('The disk is full.');
  const { user, press, asked } = showPage(
    <>
      <SwitchFailed />
      <ProfileMenu opensAtOnce>
        <button type="button">Profiles</button>
      </ProfileMenu>
    </>,
    {
      profiles: {
        list: () => profiles as never,
        select: () =>
          Promise.reject(new ORPCError('INVALID', { data: { sentence: 'The disk is full.' } })),
      },
    },
  );
  const choose = async (name: RegExp) =>
    await user.click(await screen.findByRole('menuitem', { name }));
  await choose(/^Sandbox/);
  await press('Profiles');
  await choose(/^Treasury/);
  await screen.findByText(failed);
  expect(asked('profiles.select')).toEqual([{ id: 'profile_b' }]);
  await press(stateTexts.close);
  expect(screen.queryByText(failed)).toBeNull();
});
