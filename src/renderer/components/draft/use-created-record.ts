/** Once the record exists, its detail is shown in place of the form. */
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Draft } from '../../stores/drafts.ts';

export interface CreatedRecordOptions {
  draft: Draft<unknown> | undefined;
  hrefOf: (id: string) => string;
  /** The next form is an empty one. */
  startOver: (() => void) | undefined;
}

export function useCreatedRecord({ draft, hrefOf, startOver }: CreatedRecordOptions): void {
  const [, navigate] = useLocation();
  const id = draft?.attempt.state === 'created' ? draft.attempt.id : null;
  // A record that came to be while the form was not shown is no reason to leave the next form.
  const [before] = useState(id);
  useEffect(() => {
    // Replaced, so that going back does not lead to an empty form.
    if (id === null || id === before) return;
    navigate(hrefOf(id), { replace: true });
    startOver?.();
  }, [id, before, hrefOf, navigate, startOver]);
}
