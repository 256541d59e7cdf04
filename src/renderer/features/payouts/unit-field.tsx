/** In which unit an amount stands in the field that a person chose. */
import { NativeSelect } from '@mantine/core';
import Big from 'big.js';
import { maxDecimals } from '../../../bridge/payouts.ts';
import { WholeNumberInput, wholeNumberOf } from '../../components/whole-number-input.tsx';
import { formatNumber } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './payouts.module.css';
import { payoutDetailTexts } from './texts.ts';

const texts = payoutDetailTexts.choose.unit;

const USUAL = '2';
const bounds = { min: 1, max: maxDecimals };

/** As it is typed: null as the record says, else main units; else decimals of the minor unit. */
export type TypedUnit = 'main' | (string & {}) | null;

export const unitOf = (decimals: number | null): TypedUnit =>
  decimals === null ? null : decimals === 0 ? 'main' : String(decimals);

/** undefined: what is typed is no number of decimals. */
export const decimalsOf = (typed: TypedUnit): number | null | undefined =>
  typed === null ? null : typed === 'main' ? 0 : (wholeNumberOf(typed, bounds) ?? undefined);

export interface UnitFieldProps {
  typed: TypedUnit;
  onTyped: (typed: TypedUnit) => void;
  /** As it came; null where none is known. */
  sample: string | null;
}

export function UnitField({ typed, onTyped, sample }: UnitFieldProps) {
  const unit = typed === null ? 'stated' : typed === 'main' ? 'main' : 'minor';
  const decimals = decimalsOf(typed) ?? null;
  return (
    <div className={classes['unit']}>
      <NativeSelect
        label={texts.label}
        value={unit}
        data={(['stated', 'main', 'minor'] as const).map((value) => ({
          value,
          label: texts[value],
        }))}
        onChange={({ currentTarget: { value } }) =>
          onTyped({ stated: null, main: 'main', minor: USUAL }[value] ?? null)
        }
      />
      {unit === 'minor' && (
        <WholeNumberInput
          label={texts.decimals}
          {...bounds}
          typed={typed ?? ''}
          onTyped={onTyped}
        />
      )}
      {unit === 'minor' && sample !== null && decimals !== null && (
        <p className="dimmed" data-veiled>
          {asSeen(inWords(sample, decimals))}
        </p>
      )}
    </div>
  );
}

const inWords = (sample: string, decimals: number): string =>
  /^-?\d+$/.test(sample)
    ? texts.example(sample, formatNumber(new Big(`${sample}e-${decimals}`).toFixed()))
    : texts.fraction(sample);
