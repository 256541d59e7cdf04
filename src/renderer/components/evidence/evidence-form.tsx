/** What an evidence pack may say of people, and the file. */
import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EvidenceSubject, PersonalData } from '../../../bridge/evidence.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { evidenceTexts as texts } from '../../texts/evidence.ts';
import { FileButtons } from '../exports/file-buttons.tsx';
import { RadioChoices } from '../radio-choices.tsx';
import { FocusBack } from '../use-focus-back.ts';

const choices = ['whole', 'masked'] as const;

export function EvidenceForm({ of }: { of: EvidenceSubject }) {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const [personalData, setPersonalData] = useState<PersonalData>('masked');
  return (
    <Stack gap="md">
      <RadioChoices
        label={texts.personalData}
        choices={choices}
        texts={texts.choices}
        value={personalData}
        onChange={setPersonalData}
      />
      <p className="dimmed">{knownAt === null ? texts.kept : `${texts.asOf} ${texts.kept}`}</p>
      <FileButtons
        key={JSON.stringify([of, personalData, knownAt])}
        action={texts.make}
        formats={['zip']}
        make={() => bridge.evidence.make({ of, personalData, knownAt })}
      />
    </Stack>
  );
}

/** Makes an evidence pack of one record. */
interface EvidenceDialogProps {
  of: EvidenceSubject;
  isOpen: boolean;
  onClose: () => void;
}

export function EvidenceDialog({ of, isOpen, onClose }: EvidenceDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} size={560} title={texts.title}>
      <Stack gap="md">
        <FocusBack />
        <p className="dimmed">{texts.lead}</p>
        <EvidenceForm of={of} />
      </Stack>
    </Modal>
  );
}
