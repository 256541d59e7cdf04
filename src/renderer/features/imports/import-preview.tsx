/** What was read, before anything of it is kept: counts, columns, rows with what they change, problems. */
import { NativeSelect } from '@mantine/core';
import type { ImportView } from '../../../bridge/imports.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { groupedCount } from '../../format/words.ts';
import { ImportProblems, ImportRows } from './import-lists.tsx';
import classes from './imports.module.css';
import { formatImportField, importTexts as texts } from './texts.ts';
import { tones } from './tones.ts';

const counted = ['new', 'adds', 'changes', 'same', 'problems'] as const;

export interface ImportPreviewProps {
  view: ImportView;
  onColumns: (columns: (string | null)[]) => void;
}

export function ImportPreview({ view, onColumns }: ImportPreviewProps) {
  const { counts } = view;
  // Of another reading the lists begin at their first page.
  const reading = view.columns.map(({ field }) => field ?? '').join();
  return (
    <>
      <ul className={classes['counts']} aria-label={texts.previewed}>
        {counted
          .filter((name) => counts[name] > 0)
          .map((name) => (
            <li key={name}>
              <StatusMark tone={tones[name]}>
                {groupedCount(counts[name])} {texts.counts[name]}
              </StatusMark>
            </li>
          ))}
      </ul>
      {view.columns.length > 0 && <Columns view={view} onColumns={onColumns} />}
      {counts.problems > 0 && <ImportProblems key={`problems-${reading}`} view={view} />}
      {view.rows.length > 0 && <ImportRows key={`rows-${reading}`} view={view} />}
    </>
  );
}

function Columns({ view: { columns, fields }, onColumns }: ImportPreviewProps) {
  return (
    <Section title={texts.columns} lead={texts.columnsLead}>
      <div className={classes['columns']}>
        {columns.map(({ header, field }, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, its header may stand twice
            key={index}
            size="xs"
            label={header}
            aria-label={texts.fieldOf(header)}
            value={field ?? ''}
            data={[
              { value: '', label: texts.leftOut },
              ...fields.map((value) => ({ value, label: formatImportField(value) })),
            ]}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onColumns(
                columns.map((column, at) =>
                  at === index ? chosen || null : column.field === chosen ? null : column.field,
                ),
              );
            }}
          />
        ))}
      </div>
    </Section>
  );
}
