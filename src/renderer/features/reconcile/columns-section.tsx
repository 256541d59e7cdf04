/** What each column of a CSV file is, and how its numbers and dates are written. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { ColumnUse, DateOrder } from '../../../bridge/reconcile.ts';
import { ColumnLines } from '../../components/columns/column-lines.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import {
  type CsvDraft,
  decimalOf,
  decimalsOf,
  type MappingValues,
  orderOf,
  ordersOf,
  withUse,
} from './mapping.ts';
import classes from './reconcile.module.css';
import { columnWords, nameOf, reconcileTexts } from './texts.ts';

const texts = reconcileTexts.draft;
const columnUses = (Object.keys(columnWords) as ColumnUse[]).map((value) => ({
  value,
  label: columnWords[value],
}));

export interface ColumnsSectionProps {
  csv: CsvDraft;
  values: MappingValues;
  onChange: (values: MappingValues) => void;
}

export function ColumnsSection({ csv, values, onChange }: ColumnsSectionProps) {
  const isNamed = values.columns.includes('currency');
  return (
    <Section title={texts.columns} lead={csv.isRemembered ? texts.remembered : texts.columnsLead}>
      <Forms csv={csv} values={values} onChange={onChange} />
      {!isNamed && (
        <TextInput
          className={classes['currency'] ?? ''}
          label={texts.currency}
          description={texts.currencyHelp}
          maxLength={12}
          value={values.currency}
          onChange={(event) => onChange({ ...values, currency: event.currentTarget.value })}
        />
      )}
      <ColumnLines
        words={texts}
        lines={csv.headings.map((heading, index) => ({
          index,
          name: asSeen(nameOf(heading, index)),
          mark: null,
          samples: asSeen(samplesAt(csv, index).join(' · ')),
          use: values.columns[index] ?? null,
          uses: columnUses,
        }))}
        onUse={(index, use) =>
          onChange({ ...values, columns: withUse(values.columns, index, use) })
        }
      />
    </Section>
  );
}

const samplesAt = (csv: CsvDraft, index: number): string[] =>
  csv.preview
    .map(({ cells }) => cells[index] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, 3);

const signs = ['.', ','] as const;
const orders: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];

function Forms({ csv, values, onChange }: ColumnsSectionProps) {
  const [decimals, dates] = [decimalsOf(values, csv), ordersOf(values, csv)];
  const [decimal, order] = [decimalOf(values, csv), orderOf(values, csv)];
  const asked = [
    ...(decimal === null && decimals.length > 1 ? [texts.ambiguousNumbers] : []),
    ...(order === null && dates.length > 1 ? [texts.ambiguousDates] : []),
  ];
  return (
    <>
      {asked.map((sentence) => (
        <div key={sentence} className={classes['asked']}>
          <Notice tone="amber" role="status">
            {sentence}
          </Notice>
        </div>
      ))}
      <div className={classes['forms']}>
        <NativeSelect
          label={texts.numbers}
          value={decimal ?? ''}
          data={[
            ...(decimal === null ? [{ value: '', label: texts.choose }] : []),
            ...signs.map((value) => ({ value, label: texts.decimals[value] })),
          ]}
          error={decimal !== null && !decimals.includes(decimal) ? texts.unreadable : undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ ...values, decimal: signs.find((one) => one === chosen) ?? null });
          }}
        />
        <NativeSelect
          label={texts.dates}
          value={order ?? ''}
          data={[
            ...(order === null ? [{ value: '', label: texts.choose }] : []),
            ...orders.map((value) => ({ value, label: texts.orders[value] })),
          ]}
          error={order !== null && !dates.includes(order) ? texts.unreadable : undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ ...values, dates: orders.find((one) => one === chosen) ?? null });
          }}
        />
      </div>
    </>
  );
}
