/** The buttons of every dialog, in one order: Cancel, then the act, filled, at the right. */
import { Button, Group } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { stateTexts } from '../texts/states.ts';

export interface DialogActionsProps {
  /** Words of the button that acts: verb and object; null where something in the dialog acts in its place. */
  action: string | null;
  isBusy?: boolean;
  /** Something is left to do first, so it can't act yet. */
  isBlocked?: boolean;
  onCancel: () => void;
  /** Words of the way out once the dialog has done its work: "Done". */
  out?: string;
  /** Left out where the button sends the form around it. */
  onAct?: () => void;
  /** Cancel has the focus when the dialog opens. */
  isQuestion?: boolean;
  cancelRef?: Ref<HTMLButtonElement>;
  /** Further buttons, left of Cancel. */
  children?: ReactNode;
}

export function DialogActions(props: DialogActionsProps) {
  const { onAct } = props;
  const acts = onAct === undefined ? ({ type: 'submit' } as const) : { onClick: onAct };
  return (
    <Group justify="flex-end" gap="xs">
      {props.children}
      <Button
        variant="default"
        ref={props.cancelRef}
        data-autofocus={props.isQuestion}
        onClick={props.onCancel}
      >
        {props.out ?? stateTexts.cancel}
      </Button>
      {props.action !== null && (
        <Button {...acts} loading={props.isBusy ?? false} disabled={props.isBlocked ?? false}>
          {props.action}
        </Button>
      )}
    </Group>
  );
}
