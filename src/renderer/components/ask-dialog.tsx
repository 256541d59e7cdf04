/** Asks before something that can't be taken back; Cancel has the focus. */
import { Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogActions } from './dialog-actions.tsx';
import { Failed } from './failure-notice.tsx';
import { FocusBack } from './use-focus-back.ts';

export interface AskDialogProps {
  isOpen: boolean;
  /** For more than a question: facts, or something to confirm. */
  isWide?: boolean;
  title: string;
  /** Words of the button that goes on: verb and object; null where something in the dialog does in its place. */
  action: string | null;
  isBusy: boolean;
  /** Something is left to confirm, so it can't go on yet. */
  isBlocked?: boolean;
  /** Why it was not carried out; null while it was not tried. */
  error: unknown;
  onBack: () => void;
  onGoOn: () => void;
  children: ReactNode;
}

export function AskDialog(props: AskDialogProps) {
  // What comes of it is said here: it stays open until then.
  const back = (): void => {
    if (!props.isBusy) props.onBack();
  };
  return (
    <Modal
      opened={props.isOpen}
      onClose={back}
      title={props.title}
      size={props.isWide === true ? 'lg' : 'md'}
    >
      <Stack gap="sm">
        <FocusBack />
        {props.children}
        <Tried error={props.error} />
        <DialogActions
          isQuestion
          action={props.action}
          isBusy={props.isBusy}
          isBlocked={props.isBlocked === true}
          onCancel={back}
          onAct={props.onGoOn}
        />
      </Stack>
    </Modal>
  );
}

/** What failed before the dialog was opened is not about this question. */
function Tried({ error }: { error: unknown }) {
  const [before] = useState(error);
  return <Failed error={error === before ? null : error} />;
}
