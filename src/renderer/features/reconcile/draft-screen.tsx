/** The second step: what the file is, what its columns are, and the first lines. */
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ColumnUse, DateOrder, StatementDraft } from '../../../bridge/reconcile.ts';
import { windowDays } from '../../../bridge/reconcile-limits.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ColumnLines } from '../../components/columns/column-lines.tsx';
import { ColumnPreview } from '../../components/columns/column-preview.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useNow } from '../../components/use-now.ts';
import { useSingleMutation } from '../../components/use-single-mutation.ts';
import { WholeNumberInput, wholeNumberOf } from '../../components/whole-number-input.tsx';
import { toFailure } from '../../format/failures.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortInstant } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import {
  type CsvDraft,
  decimalOf,
  decimalsOf,
  firstValues,
  type MappingValues,
  mappingOf,
  missingOf,
  orderOf,
  ordersOf,
  withUse,
} from './mapping.ts';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { Balances } from './sums.tsx';
import { columnWords, nameOf, reconcileTexts } from './texts.ts';
import { lineMoney, summaryOf } from './words.ts';

const columnUses = (Object.keys(columnWords) as ColumnUse[]).map((value) => ({
  value,
  label: columnWords[value],
}));

interface ColumnsSectionProps {
  csv: CsvDraft;
  values: MappingValues;
  onChange: (values: MappingValues) => void;
}

/** What each column of a CSV file is, and how its numbers and dates are written. */
function ColumnsSection({ csv, values, onChange }: ColumnsSectionProps) {
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
  const decimals = decimalsOf(values, csv);
  const dates = ordersOf(values, csv);
  const decimal = decimalOf(values, csv);
  const order = orderOf(values, csv);
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
            onChange({ ...values, decimal: signs.find((sign) => sign === chosen) ?? null });
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

const texts = reconcileTexts.draft;

const startKey = (id: string) => ['reconcile', 'start', id];

export function DraftScreen({ id }: { id: string }) {
  const { queries } = useBridge();
  const draft = useQuery({
    ...queries.reconcile.draft.queryOptions({ input: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A file whose lines are taken over is gone before their matching is shown.
  const isStarting = useIsMutating({ mutationKey: startKey(id) }) > 0;
  const error = isStarting ? null : draft.error;
  const isGone = error !== null && toFailure(error).code === 'NOT_FOUND';
  return (
    <>
      <PageHeader
        title={draft.data === undefined ? reconcileTexts.start.title : asSeen(draft.data.fileName)}
        back={<BackLink href={reconcilePaths.new} label={reconcileTexts.start.title} />}
      />
      {isGone && <EmptyState title={texts.gone} body={texts.goneBody} action={<ChooseAgain />} />}
      <ListFailure
        title={texts.failed}
        query={{ error: isGone ? null : error, refetch: draft.refetch }}
      />
      {draft.data === undefined && draft.error === null && <SkeletonTable />}
      {draft.data !== undefined && !isGone && <DraftForm draft={draft.data} />}
    </>
  );
}

const ChooseAgain = () => (
  <Button component={Link} href={reconcilePaths.new}>
    {texts.goneAction}
  </Button>
);

const dayBounds = { min: windowDays.least, max: windowDays.most };

function DraftForm({ draft }: { draft: StatementDraft }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const goOn = useGoOn();
  const { csv } = draft;
  const [kind, setKind] = useState(draft.kind);
  const [typedDays, setTypedDays] = useState(String(windowDays.usual));
  const days = wholeNumberOf(typedDays, dayBounds);
  const [values, setValues] = useState(() => (csv === null ? null : firstValues(csv)));
  const [missing] = csv === null || values === null ? [] : missingOf(values, csv);
  const start = useSingleMutation({
    mutationKey: startKey(draft.id),
    mutationFn: (given: number) =>
      bridge.reconcile.start({
        id: draft.id,
        profileId,
        knownAt,
        kind,
        windowDays: given,
        mapping: csv === null || values === null ? null : mappingOf(values, csv),
      }),
    onSuccess: ({ id }) => goOn(reconcilePaths.one(id)),
  });
  return (
    <>
      <div className={classes['page']}>
        <div className={classes['notices']}>
          <p className="dimmed">
            {texts.recognised(reconcileTexts.formats[draft.format], groupedCount(draft.lines))}
          </p>
          {draft.sameFile !== null && <SameFile same={draft.sameFile} />}
          {draft.notes.map((note) => (
            <Notice key={note} tone="grey">
              {asSeen(note)}
            </Notice>
          ))}
          <Balances balances={draft.balances} />
        </div>
        {csv !== null && values !== null && (
          <>
            <ColumnsSection csv={csv} values={values} onChange={setValues} />
            <ColumnPreview
              words={texts}
              columns={csv.headings.map((heading, index) => {
                const use = values.columns[index] ?? null;
                const readAs = use === null ? texts.notUsed : columnWords[use];
                return { name: nameOf(heading, index), readAs, isUsed: use !== null };
              })}
              rows={csv.preview}
            />
          </>
        )}
        <ColumnPreview
          words={texts}
          columns={(['amount', 'date', 'text'] as const).map((use) => ({
            name: '',
            readAs: columnWords[use],
            isUsed: true,
          }))}
          rows={draft.first.map((line) => ({
            row: line.row,
            cells: [
              lineMoney(line) ?? reconcileTexts.one.noAmount,
              line.booked ?? '',
              summaryOf(line),
            ],
          }))}
        />
        <Section title={texts.what}>
          <div className={classes['what']}>
            <Radio.Group
              aria-label={texts.what}
              value={kind}
              onChange={(value) => setKind(value === 'chain' ? 'chain' : 'bank')}
            >
              <div className={classes['kinds']}>
                {(['bank', 'chain'] as const).map((one) => (
                  <Radio
                    key={one}
                    size="sm"
                    value={one}
                    label={reconcileTexts.kinds[one]}
                    description={texts.kindHelp[one]}
                    disabled={csv === null && one !== draft.kind}
                  />
                ))}
              </div>
            </Radio.Group>
            <WholeNumberInput
              label={texts.window}
              description={texts.windowHelp}
              {...dayBounds}
              typed={typedDays}
              onTyped={setTypedDays}
            />
          </div>
        </Section>
      </div>
      <div className={classes['bar']}>
        <Button
          disabled={missing !== undefined || days === null}
          loading={start.isPending}
          onClick={() => days !== null && start.mutate(days)}
        >
          {texts.start}
        </Button>
        {missing !== undefined && (
          <span className="dimmed">{texts.missing(texts.parts[missing])}</span>
        )}
        <Failed error={start.error} />
      </div>
    </>
  );
}

export function SameFile({ same }: { same: NonNullable<StatementDraft['sameFile']> }) {
  const now = useNow();
  return (
    <Notice
      tone="amber"
      title={texts.same}
      actions={<PageLink href={reconcilePaths.one(same.id)}>{texts.sameOpen}</PageLink>}
    >
      {texts.sameBody(shortInstant(same.at, now))}
    </Notice>
  );
}
