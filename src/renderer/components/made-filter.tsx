/** The period that a list is narrowed to by a link: when its records came to be. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHashSearch } from '../app/hash-location.ts';
import { momentOf, shortInstant } from '../format/instants.ts';
import { stateTexts } from '../texts/states.ts';
import { useNow } from './use-now.ts';

export interface MadePeriod {
  readonly madeFrom: string | null;
  readonly madeTo: string | null;
}

export interface MadeFilterProps {
  view: MadePeriod;
  change: (period: MadePeriod) => void;
  reset: () => void;
  /** Address of the list. */
  path: string;
}

const anyTime: MadePeriod = { madeFrom: null, madeTo: null };

/** These lists keep their filters beside the address, so what it asks for is taken over once. */
export function MadeFilter({ view, change, reset, path }: MadeFilterProps) {
  const query = useHashSearch();
  const [, navigate] = useLocation();
  const now = useNow();
  useEffect(() => {
    const asked = new URLSearchParams(query);
    const period = { madeFrom: momentOf(asked.get('from')), madeTo: momentOf(asked.get('to')) };
    if (period.madeFrom === null && period.madeTo === null) return;
    reset();
    change(period);
    navigate(path, { replace: true });
  }, [query, change, reset, navigate, path]);
  const { madeFrom, madeTo } = view;
  if (madeFrom === null && madeTo === null) return null;
  const words = stateTexts.made(
    madeFrom === null ? null : shortInstant(madeFrom, now),
    madeTo === null ? null : shortInstant(madeTo, now),
  );
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={stateTexts.removeFilter(words)}
      rightSection={<IconX size={13} aria-hidden />}
      onClick={() => change(anyTime)}
    >
      {words}
    </Button>
  );
}
