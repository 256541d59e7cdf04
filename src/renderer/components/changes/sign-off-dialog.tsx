/** Signing changes off: what it means, and a note. Cancel has the focus. */
import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { useNote } from '../use-note.ts';
import { ChangeView, labelOfField } from './change-view.tsx';
import classes from './changes.module.css';

export interface SignOffDialogProps {
  /** Empty while it is closed. */
  changes: readonly ReportedChangeView[];
  onClose: () => void;
}

/** So many are shown whole before they are signed off together; of more, the fields alone. */
const shownWhole = 5;

export const SignOffDialog = (props: SignOffDialogProps) =>
  props.changes.length > 0 && <SignOffForm {...props} />;

function SignOffForm({ changes, onClose }: SignOffDialogProps) {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [note, setNote] = useNote();
  const texts = changesTexts.dialog;
  const signOff = useMutation({
    mutationFn: () =>
      bridge.changes.signOff({ ids: changes.map(({ id }) => id), note, profileId, knownAt }),
    onSuccess: async (_done, _input, _before, { client }) => {
      onClose();
      await client.invalidateQueries({ queryKey: queries.changes.key() });
    },
  });
  return (
    <AskDialog
      isOpen
      isWide
      title={texts.title(changes.length)}
      action={texts.action}
      isBusy={signOff.isPending}
      error={signOff.error}
      onBack={onClose}
      onGoOn={() => signOff.mutate()}
    >
      <p>{texts.body(changes.length)}</p>
      <ul className={classes['chosen']}>
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{labelOfField(change.path)}</strong>{' '}
            <span className="dimmed">
              {changesTexts.kinds[change.kind]} <span data-veiled>{asSeen(change.name ?? '')}</span>{' '}
              <span className="mono">{change.resourceId}</span>
            </span>
            {changes.length <= shownWhole && <ChangeView change={change} />}
          </li>
        ))}
      </ul>
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
