/** A whole number, kept as it was typed: a field that corrects what is typed would say another number. */
import { TextInput } from '@mantine/core';
import { groupedCount } from '../../bridge/words.ts';
import { stateTexts } from '../texts/states.ts';

interface Bounds {
  min: number;
  max: number;
}

/** null: it is none, or out of bounds. */
export function wholeNumberOf(typed: string, { min, max }: Bounds): number | null {
  if (!/^\d{1,9}$/.test(typed.trim())) return null;
  const value = Number(typed);
  return value < min || value > max ? null : value;
}

export interface WholeNumberInputProps extends Bounds {
  label: string;
  description?: string;
  /** Where the field may be empty: what that means. */
  placeholder?: string;
  typed: string;
  onTyped: (typed: string) => void;
}

export function WholeNumberInput({ min, max, typed, onTyped, ...field }: WholeNumberInputProps) {
  const mayBeEmpty = field.placeholder !== undefined;
  const isWrong =
    (typed.trim() !== '' || !mayBeEmpty) && wholeNumberOf(typed, { min, max }) === null;
  const problem = stateTexts.wholeNumber[mayBeEmpty ? 'orNone' : 'one'];
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      value={typed}
      error={isWrong && problem(groupedCount(min), groupedCount(max))}
      onChange={({ currentTarget }) => onTyped(currentTarget.value)}
    />
  );
}
