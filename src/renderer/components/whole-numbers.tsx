/** Numbers of bank accounts that the service did not mask: masked here until a person asks for them. */
import { Button } from '@mantine/core';
import { stateTexts } from '../texts/states.ts';

const texts = stateTexts.wholeNumbers;

export interface WholeNumbersButtonProps {
  whole: boolean;
  onChange: (whole: boolean) => void;
}

export function WholeNumbersButton({ whole, onChange }: WholeNumbersButtonProps) {
  return (
    <Button variant="default" aria-pressed={whole} onClick={() => onChange(!whole)}>
      {whole ? texts.hide : texts.show}
    </Button>
  );
}
