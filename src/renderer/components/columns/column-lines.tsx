/** A line for each column of a file: its heading, samples of its values, and a select of what it is read as. */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusMark } from '../status-mark.tsx';
import classes from './columns.module.css';

export interface ColumnLine<Use extends string> {
  readonly index: number;
  readonly name: string;
  /** null: nothing out of the ordinary. */
  readonly mark: string | null;
  /** Some of its values, in one line. */
  readonly samples: string;
  /** null: not used. */
  readonly use: Use | null;
  readonly uses: readonly { readonly value: Use; readonly label: string }[];
}

export interface ColumnLinesProps<Use extends string> {
  words: {
    readonly column: string;
    readonly samples: string;
    readonly use: string;
    readonly labelOf: (name: string) => string;
    readonly notUsed: string;
  };
  lines: readonly ColumnLine<Use>[];
  /** Still in reach of the keyboard while the last choice is taken. */
  isBusy?: boolean;
  onUse: (index: number, use: Use | null) => void;
}

export function ColumnLines<Use extends string>(props: ColumnLinesProps<Use>): ReactNode {
  const { words, lines, isBusy = false, onUse } = props;
  return (
    <div className={classes['lines']}>
      <div className={classes['head']} aria-hidden>
        <span>{words.column}</span>
        <span>{words.samples}</span>
        <span>{words.use}</span>
      </div>
      {lines.map(({ index, name, mark, samples, use, uses }) => (
        <div key={index} className={classes['line']} data-unused={use === null}>
          <span className={classes['name']}>
            {name}
            {mark !== null && (
              <span className={classes['mark']}>
                <StatusMark tone="amber">{mark}</StatusMark>
              </span>
            )}
          </span>
          <span className={classes['samples']} data-veiled>
            {samples}
          </span>
          <NativeSelect
            size="xs"
            aria-label={words.labelOf(name)}
            aria-busy={isBusy}
            value={use ?? ''}
            data={[{ value: '', label: words.notUsed }, ...uses]}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onUse(index, uses.find(({ value }) => value === chosen)?.value ?? null);
            }}
          />
        </div>
      ))}
    </div>
  );
}
