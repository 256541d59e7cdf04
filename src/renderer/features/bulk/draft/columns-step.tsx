/** Which column holds what: proposed from the headings, changed by a select each. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BulkColumn, BulkDraft, BulkField } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { type ColumnLine, ColumnLines } from '../../../components/columns/column-lines.tsx';
import { ColumnPreview } from '../../../components/columns/column-preview.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { bulkFieldLabel, bulkFields, bulkTexts } from '../texts.ts';
import classes from './draft.module.css';
import { DraftNotes } from './draft-notes.tsx';
import { FirstRow, FirstRowNotice } from './first-row.tsx';
import { columnOf, unusedColumns, withChoice, withChoices } from './mapping.ts';
import { columnName, HiddenRows, Resembling } from './unseen-notices.tsx';

const texts = bulkTexts.columns;

export function ColumnsStep({ draft: kept }: { draft: BulkDraft }) {
  const { queries } = useBridge();
  const client = useQueryClient();
  const keep = (changed: BulkDraft): void => {
    client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: kept.id } }), changed);
  };
  const map = useMutation({
    ...queries.bulk.drafts.map.mutationOptions({ onSuccess: keep }),
    // One after the other, so that the last answer is of the last choice.
    scope: { id: `columns ${kept.id}` },
  });
  // A choice that is made while another is taken goes beside it.
  const draft = map.isPending
    ? { ...kept, columns: withChoices(kept.columns, map.variables.columns) }
    : kept;
  const sheet = useMutation(queries.bulk.drafts.chooseSheet.mutationOptions({ onSuccess: keep }));
  const first = useMutation(queries.bulk.drafts.takeFirstRow.mutationOptions({ onSuccess: keep }));
  const error = map.error ?? sheet.error ?? first.error;
  const isBusy = map.isPending || sheet.isPending || first.isPending;
  const unused = unusedColumns(draft.columns);
  return (
    <>
      <div className={bulk['page']}>
        <div className={bulk['notices']}>
          <DraftNotes draft={draft} />
          <FirstRowNotice draft={draft} />
          <HiddenRows draft={draft} />
          <Resembling draft={draft} />
          {draft.missing.length > 0 && (
            <Notice tone="amber" role="status" title={texts.missing}>
              {texts.missingBody(draft.missing.map(bulkFieldLabel).join(', '))}
            </Notice>
          )}
          <Failed title={texts.saveFailed} error={error} />
        </div>
        <Section
          title={texts.title}
          lead={draft.firstRow?.is === 'data' ? texts.leadOfData : texts.lead}
        >
          <div className={classes['selects']}>
            {draft.sheets.length > 1 && (
              <NativeSelect
                className={classes['select'] ?? ''}
                size="xs"
                label={texts.sheet}
                value={draft.sheet ?? ''}
                disabled={isBusy}
                data={draft.sheets}
                onChange={(event) =>
                  sheet.mutate({ id: draft.id, sheet: event.currentTarget.value })
                }
              />
            )}
            <FirstRow
              draft={draft}
              isBusy={isBusy}
              onTake={(as) => first.mutate({ id: draft.id, as })}
            />
          </div>
          <ColumnLines
            words={{ ...texts, use: texts.readAs, labelOf: texts.readAsOf }}
            lines={draft.columns.map((column) => lineOf(draft, column))}
            isBusy={isBusy}
            onUse={(index, field) =>
              map.mutate({ id: draft.id, columns: withChoice(draft.columns, index, field) })
            }
          />
          <Unused columns={unused.filter(({ isHidden }) => !isHidden)} words={texts.unused} />
          <Unused columns={unused.filter(({ isHidden }) => isHidden)} words={texts.hiddenNotUsed} />
        </Section>
        <ColumnPreview
          words={texts}
          columns={draft.columns.map((column) => ({
            name: columnName(column),
            readAs: column.field === null ? texts.notUsed : bulkFieldLabel(column.field),
            isUsed: column.field !== null,
          }))}
          rows={draft.preview}
        />
      </div>
      <div className={bulk['bar']}>
        <Button component={Link} href={bulkPaths.draft(draft.id, 'check')}>
          {texts.next}
        </Button>
      </div>
    </>
  );
}

interface UnusedProps {
  columns: readonly BulkColumn[];
  words: (columns: string) => string;
}

function Unused({ columns, words }: UnusedProps) {
  if (columns.length === 0) return null;
  return <p className={classes['unused']}>{words(columns.map(columnName).join(', '))}</p>;
}

function lineOf(draft: BulkDraft, column: BulkColumn): ColumnLine<BulkField> {
  const uses = (Object.keys(bulkFields[draft.kind]) as BulkField[]).map((field) => {
    const holder = columnOf(draft.columns, field);
    const isElsewhere = holder !== null && holder.index !== column.index;
    const label = bulkFieldLabel(field);
    return { value: field, label: isElsewhere ? texts.taken(label, columnName(holder)) : label };
  });
  return {
    index: column.index,
    name: columnName(column),
    mark: column.isHidden ? texts.hidden : null,
    samples: column.samples.length === 0 ? texts.noValues : column.samples.join(' · '),
    use: column.field,
    uses,
  };
}
