/** The filters that are set, in words: each can be removed alone, or all at once. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

export interface ActiveFilter<Filter> {
  readonly key: string;
  readonly text: string;
  /** What to set to be without it. */
  readonly without: Partial<Filter>;
}

export interface FilterChipsProps<Filter> {
  active: readonly ActiveFilter<Filter>[];
  change: (patch: Partial<Filter>) => void;
  clear: () => void;
  /** Stands behind the chips. */
  children?: ReactNode;
  /** How many pass, in words, where nothing else says it. */
  found?: ReactNode;
}

export function FilterChips<Filter>(props: FilterChipsProps<Filter>) {
  if (props.active.length === 0) return null;
  return (
    <div className={classes['chips']}>
      <ul aria-label={filterTexts.chips.label}>
        {props.active.map(({ key, text, without }) => (
          <li key={key}>
            <button
              type="button"
              aria-label={filterTexts.chips.remove(text)}
              onClick={() => props.change(without)}
            >
              <span className={classes['short']} title={text} data-veiled>
                {text}
              </span>
              <IconX size={13} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {props.children}
      <Button variant="subtle" onClick={props.clear}>
        {filterTexts.chips.clear}
      </Button>
      {props.found !== undefined && (
        <span className={classes['found']} role="status">
          {props.found}
        </span>
      )}
    </div>
  );
}
