/** In which unit an amount stands in the field that a person chose. */
import { NativeSelect, NumberInput } from '@mantine/core';
import Big from 'big.js';
import { maxDecimals } from '../../../bridge/payouts.ts';
import { formatNumber } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './payouts.module.css';
import { payoutDetailTexts } from './texts.ts';

const texts = payoutDetailTexts.choose.unit;

const USUAL = 2;

export interface UnitFieldProps {
  /** null: as the record says, else main units; 0: main units; else decimals of the minor unit. */
  decimals: number | null;
  onDecimals: (decimals: number | null) => void;
  /** As it came; null where none is known. */
  sample: string | null;
}

export function UnitField({ decimals, onDecimals, sample }: UnitFieldProps) {
  const unit = decimals === null ? 'stated' : decimals === 0 ? 'main' : 'minor';
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
          onDecimals({ stated: null, main: 0, minor: USUAL }[value] ?? null)
        }
      />
      {unit === 'minor' && (
        <NumberInput
          label={texts.decimals}
          min={1}
          max={maxDecimals}
          clampBehavior="strict"
          allowDecimal={false}
          value={decimals ?? USUAL}
          onChange={(value) => onDecimals(Number(value) || USUAL)}
        />
      )}
      {unit === 'minor' && sample !== null && (
        <p className="dimmed" data-veiled>
          {asSeen(inWords(sample, decimals ?? 0))}
        </p>
      )}
    </div>
  );
}

const inWords = (sample: string, decimals: number): string =>
  /^-?\d+$/.test(sample)
    ? texts.example(sample, formatNumber(new Big(`${sample}e-${decimals}`).toFixed()))
    : texts.fraction(sample);
