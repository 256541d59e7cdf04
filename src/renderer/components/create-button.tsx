/** Leads to a form that creates something; while the window looks back it says why it does not. */
import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useKnownAt } from '../stores/known-at.ts';
import { asOfTexts } from '../texts/as-of.ts';

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
  const isBlocked = useKnownAt().knownAt !== null;
  return (
    <Tooltip label={blocked} disabled={!isBlocked} multiline w={260} withArrow>
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
        {isBlocked && <span className="visually-hidden">. {blocked}</span>}
      </Button>
    </Tooltip>
  );
}
