/** Choosing virtual accounts in the list, for what is done with many of them. */
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { SheetSelectionInput } from '../../../bridge/deposit-sheets.ts';
import type { VirtualAccountRow } from '../../../bridge/virtual-accounts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import type { Column } from '../../components/table/columns.ts';
import type { VirtualAccountsView } from '../virtual-accounts/list-view.ts';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

export interface Choosing {
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  clear: () => void;
}

export function useChoosing(): Choosing {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    toggle: (id) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    clear: () => setChosen(new Set()),
  };
}

export const choosingColumn = ({ chosen, toggle }: Choosing): Column<VirtualAccountRow, never> => ({
  key: 'chosen',
  header: texts.chooseHeader,
  isControl: true,
  track: '18px',
  render: (row) => (
    <Checkbox
      size="xs"
      aria-label={texts.choose(row.customerName ?? row.id)}
      checked={chosen.has(row.id)}
      onChange={() => toggle(row.id)}
    />
  ),
});

export function ChosenCount({ chosen, clear }: Choosing) {
  if (chosen.size === 0) return null;
  return (
    <span className={classes['bar']}>
      <span role="status">{texts.countChosen(groupedCount(chosen.size))}</span>
      <Button variant="subtle" size="compact-xs" onClick={clear}>
        {texts.clear}
      </Button>
    </span>
  );
}

/** Accounts that can be had sheets of, the one that is meant most likely first. */
export interface SheetChoice {
  selection: SheetSelectionInput;
  /** How it is offered beside another one. */
  label: string;
}

/** Those that were chosen, if any were, and all that pass the filter. */
export function sheetChoices(
  chosen: ReadonlySet<string>,
  { sort: _sort, direction: _direction, ...filter }: VirtualAccountsView,
  total: number,
): readonly [SheetChoice, ...SheetChoice[]] {
  const all = { selection: { filter }, label: texts.all(groupedCount(total)) };
  if (chosen.size === 0) return [all];
  return [{ selection: { ids: [...chosen] }, label: texts.chosen(groupedCount(chosen.size)) }, all];
}
