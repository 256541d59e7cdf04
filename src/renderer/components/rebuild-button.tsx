/** Makes something that is derived anew, after saying what that does. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { AskDialog } from './ask-dialog.tsx';

export interface RebuildButtonProps {
  /** `action` is verb and object; `body` says what it does, and what it does not. */
  texts: { open: string; title: string; body: string; action: string };
  /** It was begun here, and main has not answered. */
  isStarting: boolean;
  isRunning?: boolean;
  /** Why it was not begun; null while it was not tried. */
  error: unknown;
  onRebuild: (then: { onSuccess: () => void }) => void;
  onCancel: () => void;
}

export function RebuildButton(props: RebuildButtonProps) {
  const { texts } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => setIsAsking(false);
  return (
    <>
      <Button
        variant="default"
        loading={props.isRunning ?? false}
        onClick={() => setIsAsking(true)}
      >
        {texts.open}
      </Button>
      <AskDialog
        isOpen={isAsking}
        title={texts.title}
        action={texts.action}
        isBusy={props.isStarting}
        error={props.error}
        onBack={() => {
          props.onCancel();
          close();
        }}
        onGoOn={() => props.onRebuild({ onSuccess: close })}
      >
        <p>{texts.body}</p>
      </AskDialog>
    </>
  );
}
