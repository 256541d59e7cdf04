/** Says that the profile was not switched, where the list that asked for it is closed by then. */
import { Button } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '../../format/failures.ts';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { FrameLine } from './frame-line.tsx';
import { closingSwitchKey, switchKey } from './use-switch-profile.ts';

export function SwitchFailed() {
  const last = useMutationState({
    filters: { mutationKey: switchKey },
    select: ({ mutationId, options, state }) => ({
      mutationId,
      error: options.mutationKey === closingSwitchKey ? state.error : null,
    }),
  }).at(-1);
  const [closed, setClosed] = useState<number | null>(null);
  if (last === undefined || last.error === null || last.mutationId === closed) return null;
  return (
    <FrameLine
      tone="red"
      action={
        <Button variant="default" size="compact-xs" onClick={() => setClosed(last.mutationId)}>
          {stateTexts.close}
        </Button>
      }
    >
      {frameTexts.profile.notSwitched(toFailure(last.error).sentence)}
    </FrameLine>
  );
}
