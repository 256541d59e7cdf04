/** Signing changes off: what it means, and a note. Cancel has the focus. */
import { Modal, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { Failed } from '../failure-notice.tsx';
import { ChangeView, labelOfField } from './change-view.tsx';
import classes from './changes.module.css';

export interface SignOffDialogProps {
  /** Empty while it is closed. */
  changes: readonly ReportedChangeView[];
  onClose: () => void;
}

/** So many are shown whole before they are signed off together; of more, the fields alone. */
const shownWhole = 5;

export function SignOffDialog({ changes, onClose }: SignOffDialogProps) {
  const texts = changesTexts.dialog;
  return (
    <Modal
      opened={changes.length > 0}
      onClose={onClose}
      size="lg"
      title={texts.title(changes.length)}
    >
      {changes.length > 0 && <SignOffForm changes={changes} onClose={onClose} />}
    </Modal>
  );
}

function SignOffForm({ changes, onClose }: SignOffDialogProps) {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [note, setNote] = useState('');
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
    <Stack gap="sm">
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
      <Failed error={signOff.error} />
      <DialogActions
        isQuestion
        action={texts.action}
        isBusy={signOff.isPending}
        onCancel={onClose}
        onAct={() => signOff.mutate()}
      />
    </Stack>
  );
}
