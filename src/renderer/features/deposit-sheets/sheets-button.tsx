/** Opens the dialog; while the window looks back it says why it does not. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Tip } from '../../components/tip.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import type { SheetsDialogProps } from './sheets-dialog.tsx';
import { depositSheetTexts as texts } from './texts.ts';

const SheetsDialog = lazy(async () => ({
  default: (await import('./sheets-dialog.tsx')).SheetsDialog,
}));

export function SheetsButton({
  choices,
  accountId,
}: Pick<SheetsDialogProps, 'choices' | 'accountId'>) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const isBlocked = useKnownAt().knownAt !== null;
  const open = (): void => {
    if (isBlocked) return;
    setOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      <Tip label={isBlocked ? texts.blocked : null} isSentence>
        <Button
          variant="default"
          // Still in reach of the keyboard, so that the reason is.
          aria-disabled={isBlocked}
          data-disabled={isBlocked}
          onClick={open}
        >
          {accountId === null ? texts.openMany : texts.open}
          {isBlocked && <span className="visually-hidden">. {texts.blocked}</span>}
        </Button>
      </Tip>
      {wasOpened && (
        <Suspense>
          <SheetsDialog
            isOpen={isOpen}
            choices={choices}
            accountId={accountId}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
