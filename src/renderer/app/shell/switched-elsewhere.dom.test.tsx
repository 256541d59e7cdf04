/** A profile that was switched in another window. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { connection, showPage } from '../testing/show-page.tsx';
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
