/** Leads to a form; where nothing can be created it says why: the window looks back, or the profile reviews. */
import { Button } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useLocation } from 'wouter';
import { useIsReviewer } from '../app/shell/use-connection.ts';
import { useKnownAt } from '../stores/known-at.ts';
import { asOfTexts } from '../texts/as-of.ts';
import { frameTexts } from '../texts/frame.ts';
import { Tip } from './tip.tsx';
import { WritingFormsContext } from './writing-forms.ts';

export interface CreateButtonProps {
  children: ReactNode;
  /** Where the form is. */
  href: string;
  variant?: 'filled' | 'default';
  /** Why it does not lead there while the window looks back, where nothing is created there. */
  blocked?: string;
  /** Before the form opens. */
  onOpen?: () => void;
}

export function CreateButton({
  children,
  href,
  variant = 'filled',
  blocked = asOfTexts.blocked,
  onOpen,
}: CreateButtonProps) {
  const [, navigate] = useLocation();
  const isPast = useKnownAt().knownAt !== null;
  const writesToService = useContext(WritingFormsContext);
  const isReviewer = useIsReviewer() && writesToService(href);
  const isBlocked = isPast || isReviewer;
  const why = isPast ? blocked : frameTexts.reviewer.blocked;
  return (
    <Tip label={isBlocked ? why : null} isSentence>
      <Button
        variant={variant}
        // Still in reach of the keyboard, so that the reason is.
        aria-disabled={isBlocked}
        data-disabled={isBlocked}
        onClick={() => {
          if (isBlocked) return;
          onOpen?.();
          navigate(href);
        }}
      >
        {children}
        {isBlocked && <span className="visually-hidden">. {why}</span>}
      </Button>
    </Tip>
  );
}
