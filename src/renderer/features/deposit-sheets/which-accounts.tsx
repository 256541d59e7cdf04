/** Those that were chosen, or all that the list shows. */
import { Radio, Stack } from '@mantine/core';
import type { SheetChoice } from './sheet-choices.ts';
import { depositSheetTexts as texts } from './texts.ts';

export interface WhichAccountsProps {
  choices: readonly SheetChoice[];
  at: number;
  onChange: (at: number) => void;
}

export function WhichAccounts({ choices, at, onChange }: WhichAccountsProps) {
  return (
    <Radio.Group
      label={texts.which}
      value={String(at)}
      onChange={(value) => onChange(Number(value))}
    >
      <Stack gap="xs" mt={4}>
        {choices.map(({ label }, index) => (
          <Radio key={label} size="sm" value={String(index)} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
