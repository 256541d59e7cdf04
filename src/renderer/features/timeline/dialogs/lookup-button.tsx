/** Opens the look-up of an event; while the window looks back it says why it does not. */
import { Button } from '@mantine/core';
import { Tip } from '../../../components/tip.tsx';
import { useKnownAt } from '../../../stores/known-at.ts';
import { timelineTexts } from '../texts.ts';

const texts = timelineTexts.lookUp;

export function LookUpButton({ onOpen }: { onOpen: () => void }) {
  const isBlocked = useKnownAt().knownAt !== null;
  return (
    <Tip label={isBlocked ? texts.blocked : null} isSentence>
      <Button
        // Still in reach of the keyboard, so that the reason is.
        aria-disabled={isBlocked}
        data-disabled={isBlocked}
        onClick={() => {
          if (!isBlocked) onOpen();
        }}
      >
        {texts.open}
        {isBlocked && <span className="visually-hidden">. {texts.blocked}</span>}
      </Button>
    </Tip>
  );
}
