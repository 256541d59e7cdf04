/** Gaps of the stretch that is shown: why, how long, and what is known to be missed. */
import { Modal } from '@mantine/core';
import { stateTexts } from '../../../texts/states.ts';
import { timelineTexts } from '../texts.ts';
import { GapList, type GapListProps } from './gap-list.tsx';

export interface GapsDialogProps extends GapListProps {
  isOpen: boolean;
}

export function GapsDialog({ isOpen, ...list }: GapsDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={list.onClose}
      size="lg"
      title={timelineTexts.gaps.title}
      closeButtonProps={{ 'aria-label': stateTexts.close }}
    >
      <GapList {...list} />
    </Modal>
  );
}
