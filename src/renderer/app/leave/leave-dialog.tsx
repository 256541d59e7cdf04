/** Asks before a screen is left whose form holds what is saved nowhere. */
import { useStore } from 'zustand';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { useUnsavedStore } from '../../stores/unsaved.ts';
import { formTexts } from '../../texts/forms.ts';

const texts = formTexts.leave;

export function LeaveDialog() {
  const { answer } = useStore(useUnsavedStore());
  return (
    <AskDialog
      isOpen
      title={texts.title}
      action={texts.action}
      isBusy={false}
      error={null}
      onBack={() => answer(false)}
      onGoOn={() => answer(true)}
    >
      <p>{texts.body}</p>
    </AskDialog>
  );
}
