/** The rows of a run by their state, each with what was sent and what became of it. */
import type { BulkRowState, BulkRun, BulkRunRow } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PartLinks } from '../../../components/part-links.tsx';
import { RawResponseSection } from '../../../components/raw-response.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { pageSize } from '../../../components/table/paging.ts';
import { usePagedRows } from '../../../components/table/use-paged-rows.ts';
import { keyed } from '../../../format/keyed.ts';
import { customerPaths } from '../../customers/paths.ts';
import { unresolvedPaths } from '../../unresolved/paths.ts';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import { bulkPaths } from '../paths.ts';
import { countOfState, shownStates } from '../places.ts';
import { RowNumber } from '../rows/row-number.tsx';
import { RowValues } from '../rows/row-values.tsx';
import { ShownRows } from '../rows/shown-rows.tsx';
import { bulkRunTexts } from '../run-texts.ts';
import classes from './run.module.css';
import { rowTones } from './run-tones.ts';

const texts = bulkRunTexts.rows;

export function RunRows({ run, rows }: { run: BulkRun; rows: BulkRowState | null }) {
  const { queries } = useBridge();
  const paged = usePagedRows((offset) =>
    queries.bulk.runs.rows.queryOptions({
      input: { id: run.id, state: rows, offset, limit: pageSize },
    }),
  );
  const all = {
    name: texts.all,
    href: bulkPaths.run(run.id),
    note: groupedCount(run.total + run.counts.leftOut),
  };
  return (
    <>
      <PartLinks
        label={texts.parts}
        current={rows === null ? bulkPaths.run(run.id) : bulkPaths.runRows(run.id, rows)}
        parts={[
          all,
          ...shownStates(run.counts, rows).map((state) => ({
            name: bulkRunTexts.rowStates[state],
            href: bulkPaths.runRows(run.id, state),
            note: groupedCount(countOfState(run.counts, state)),
          })),
        ]}
      />
      <ShownRows
        label={texts.title}
        columns={columnsOf(run)}
        paged={paged}
        listKey={rows ?? 'all'}
        none={texts.none}
      />
    </>
  );
}

const columnsOf = ({ kind }: BulkRun): readonly Column<BulkRunRow>[] => [
  {
    key: 'row',
    header: texts.row,
    track: '72px',
    isPlain: true,
    render: ({ row }) => <RowNumber row={row} />,
  },
  {
    key: 'content',
    header: texts.content,
    track: 'minmax(0, 1.2fr)',
    render: ({ values, name }) => <RowValues kind={kind} values={values} name={name} />,
  },
  {
    key: 'outcome',
    header: texts.outcome,
    track: 'minmax(0, 1fr)',
    render: (row) => <Outcome kind={kind} row={row} />,
  },
];

function Outcome({ kind, row }: { kind: BulkRun['kind']; row: BulkRunRow }) {
  const href = kind === 'customer' ? customerPaths.one : virtualAccountPaths.one;
  return (
    <div className={classes['outcome']}>
      <StatusMark tone={rowTones[row.state]}>{bulkRunTexts.rowStates[row.state]}</StatusMark>
      {row.isDeparting && <StatusMark tone="red">{texts.departs}</StatusMark>}
      {row.resourceId !== null && (
        <PageLink href={href(row.resourceId)} className="mono">
          {row.resourceId}
        </PageLink>
      )}
      {row.sentence !== null && row.state !== 'created' && <span>{row.sentence}</span>}
      {row.messages.length > 0 && (
        <ul className={classes['words']}>
          {keyed(row.messages, String).map(({ key, item }) => (
            <li key={key}>{item}</li>
          ))}
        </ul>
      )}
      {(row.state === 'unknown' || row.state === 'refused') && row.intentKeys[0] !== undefined && (
        <RawResponseSection intentKey={row.intentKeys[0]} />
      )}
      {row.state === 'unknown' && row.intentKeys[0] !== undefined && (
        <PageLink href={unresolvedPaths.request(row.intentKeys[0], 'unknown')}>
          {texts.settle}
        </PageLink>
      )}
      {row.requestId !== null && row.state !== 'created' && (
        <WholeIdentifier id={row.requestId} what={texts.requestId} />
      )}
      {row.intentKeys.length > 1 && (
        <span className="dimmed">{texts.again(row.intentKeys.length)}</span>
      )}
    </div>
  );
}
