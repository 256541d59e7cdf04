/** The confirmations of the review: one box each, each for that very address, network or fee. */
import { Checkbox } from '@mantine/core';
import { addressTexts } from '../address-book/texts.ts';
import type { Confirmation } from './confirmations.ts';
import own from './wallet-addresses.module.css';

export interface ConfirmationListProps {
  needed: readonly Confirmation[];
  confirmed: readonly string[];
  isFixed: boolean;
  onChange: (confirmed: string[]) => void;
}

export function ConfirmationList(props: ConfirmationListProps) {
  const { needed, confirmed, isFixed, onChange } = props;
  if (needed.length === 0) return null;
  return (
    <fieldset className={own['confirm']} disabled={isFixed}>
      <legend>{addressTexts.confirm.legend}</legend>
      {needed.map(({ key, words }) => (
        <Checkbox
          key={key}
          label={words}
          checked={confirmed.includes(key)}
          onChange={(event) => {
            const others = confirmed.filter((other) => other !== key);
            onChange(event.currentTarget.checked ? [...others, key] : others);
          }}
        />
      ))}
    </fieldset>
  );
}
