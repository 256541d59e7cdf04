/** Makes an evidence pack of one record. */
import { Modal, Stack } from '@mantine/core';
import type { EvidenceSubject } from '../../../bridge/evidence.ts';
import { evidenceTexts as texts } from '../../texts/evidence.ts';
import { EvidenceForm } from './evidence-form.tsx';

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
