/** For which accounts of a list sheets are offered. */
import type { SheetSelectionInput } from '../../../bridge/deposit-sheets.ts';
import { groupedCount } from '../../../bridge/words.ts';
import type { VirtualAccountsView } from '../virtual-accounts/list-view.ts';
import { depositSheetTexts as texts } from './texts.ts';

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
