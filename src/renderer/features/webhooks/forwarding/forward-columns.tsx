/** What the results show of one delivery at one address. */
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import { ShortMoment } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { useNow } from '../../../components/use-now.ts';
import { milliseconds } from '../../../format/durations.ts';
import { shortInstant } from '../../../format/instants.ts';
import { ForwardStateMark } from './forward-state-mark.tsx';
import { forwardingTexts } from './texts.ts';

const { columns: headers, nextTry } = forwardingTexts.results;

export const forwardColumns: readonly Column<ForwardView>[] = [
  {
    key: 'state',
    header: headers.state,
    track: '150px',
    render: (row) => <ForwardStateMark forward={row} />,
  },
  {
    key: 'target',
    header: headers.target,
    track: 'minmax(100px, 1fr)',
    render: (row) => row.targetName,
  },
  {
    key: 'result',
    header: headers.result,
    track: 'minmax(140px, 2fr)',
    from: 560,
    render: (row) => <Result row={row} />,
  },
  {
    key: 'status',
    header: headers.status,
    track: '56px',
    from: 640,
    align: 'end',
    render: (row) => row.status ?? '',
  },
  {
    key: 'attempts',
    header: headers.attempts,
    track: '72px',
    from: 720,
    align: 'end',
    render: (row) => row.attempts,
  },
  {
    key: 'took',
    header: headers.took,
    track: '72px',
    from: 820,
    align: 'end',
    render: (row) => (row.lastMs === null ? '' : milliseconds(row.lastMs)),
  },
  {
    key: 'tried',
    header: headers.tried,
    track: '132px',
    from: 440,
    render: (row) => (row.lastTriedAt === null ? '' : <ShortMoment at={row.lastTriedAt} />),
  },
];

/** The sentence, and when it is tried next. */
function Result({ row }: { row: ForwardView }) {
  const now = useNow();
  const next = row.nextTryAt === null ? null : nextTry(shortInstant(row.nextTryAt, now));
  return (
    <span title={row.sentence}>
      {row.sentence}
      {next !== null && <span className="dimmed"> · {next}</span>}
    </span>
  );
}
