/** What an evidence pack may say of people, and the file. */
import { Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EvidenceSubject, PersonalData } from '../../../bridge/evidence.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { evidenceTexts as texts } from '../../texts/evidence.ts';
import { FileButtons } from '../exports/file-buttons.tsx';

const choices = ['whole', 'masked'] as const;

export function EvidenceForm({ of }: { of: EvidenceSubject }) {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const [personalData, setPersonalData] = useState<PersonalData>('masked');
  return (
    <Stack gap="md">
      <Radio.Group
        label={texts.personalData}
        value={personalData}
        onChange={(value) => setPersonalData(value === 'whole' ? 'whole' : 'masked')}
      >
        <Stack gap="xs" mt={4}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              size="sm"
              value={choice}
              label={texts.choices[choice].label}
              description={texts.choices[choice].help}
            />
          ))}
        </Stack>
      </Radio.Group>
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
        <p className="dimmed">{texts.lead}</p>
        <EvidenceForm of={of} />
      </Stack>
    </Modal>
  );
}
