/** Says that the page shows another profile now, where nobody asked this page for it. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { FrameLine } from './frame-line.tsx';
import { switchKey } from './use-switch-profile.ts';

export function SwitchedElsewhere({ connection }: { connection: ConnectionView }) {
  const { profileId, profileName } = connection;
  const asked = useQueryClient().getMutationCache().findAll({ mutationKey: switchKey }).at(-1);
  const [shown, setShown] = useState({ profileId, asked, isTold: false });
  if (shown.profileId !== profileId) {
    const isAsked = asked !== shown.asked && asked?.state.variables === profileId;
    setShown({ profileId, asked, isTold: !isAsked });
  }
  if (!shown.isTold) return null;
  return (
    <FrameLine
      tone="grey"
      action={
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => setShown({ ...shown, isTold: false })}
        >
          {stateTexts.close}
        </Button>
      }
    >
      {frameTexts.profile.switched(profileName)}
    </FrameLine>
  );
}
