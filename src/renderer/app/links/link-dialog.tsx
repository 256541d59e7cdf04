/** What stands between a link and its record: another profile, or that there is none. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { RecordLink } from '../../../bridge/record-link.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { linkTexts as texts } from '../../texts/links.ts';
import { stateTexts } from '../../texts/states.ts';
import { useSwitchProfile } from '../shell/use-switch-profile.ts';
import type { LinkedProfile } from './resolve-profile.ts';

interface LinkDialogProps {
  /** null: it is no link. */
  asked: RecordLink | null;
  /** null: there is no such screen. */
  place: string | null;
  meant: LinkedProfile | null;
  /** Name of the profile that is shown. */
  shown: string;
  onClose: () => void;
}

export function LinkDialog({ asked, place, meant, shown, onClose }: LinkDialogProps) {
  useFocusBack();
  const [, navigate] = useLocation();
  const change = useSwitchProfile();
  if (asked === null) return <Told onClose={onClose}>{texts.notOne}</Told>;
  if (place === null) return <Told onClose={onClose}>{texts.noScreen(asked.id)}</Told>;
  if (meant === null || meant.is === 'open') return null;
  if (meant.is === 'several')
    return <Told onClose={onClose}>{allSeen(texts.several(meant.name))}</Told>;
  const what = `${texts.kinds[asked.kind].toLowerCase()} ${asked.id}`;
  if (meant.is === 'unknown')
    return (
      <AskDialog
        isOpen
        title={texts.noneTitle}
        action={texts.openHere}
        isBusy={false}
        error={null}
        onBack={onClose}
        onGoOn={() => {
          onClose();
          navigate(place);
        }}
      >
        <p>{allSeen(texts.none(what, meant.name, shown))}</p>
      </AskDialog>
    );
  const { id, name } = meant;
  return (
    <AskDialog
      isOpen
      title={texts.otherTitle}
      action={texts.switchTo(name)}
      isBusy={change.isPending}
      error={change.error}
      onBack={onClose}
      onGoOn={() => change.mutate(id)}
    >
      <p>{allSeen(texts.other(what, name, shown))}</p>
    </AskDialog>
  );
}

function Told({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal opened onClose={onClose} title={texts.failedTitle}>
      <Stack gap="sm">
        <p>{children}</p>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {stateTexts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
