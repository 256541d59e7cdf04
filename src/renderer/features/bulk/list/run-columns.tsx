/** What the list shows of a run. */
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { ShortMoment } from '../../../components/moment.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { groupedCount } from '../../../format/words.ts';
import { openWords } from '../run/open-words.ts';
import { endedOf } from '../run/run-shares.ts';
import { toneOfRun } from '../run/run-tones.ts';
import { bulkRunTexts } from '../run-texts.ts';
import { bulkTexts } from '../texts.ts';

const { columns: headers } = bulkTexts.list;

/** The newest run first, always. */
export const runColumns: readonly Column<BulkRun>[] = [
  {
    key: 'file',
    header: headers.file,
    track: 'minmax(120px, 2fr)',
    render: (run) => <span title={run.fileName}>{run.fileName}</span>,
  },
  {
    key: 'kind',
    header: headers.kind,
    track: '120px',
    from: 640,
    render: (run) => bulkTexts.kinds[run.kind],
  },
  {
    key: 'rows',
    header: headers.rows,
    track: '130px',
    from: 460,
    align: 'end',
    render: (run) =>
      bulkRunTexts.progress.of(groupedCount(endedOf(run.counts)), groupedCount(run.total)),
  },
  {
    key: 'state',
    header: headers.state,
    track: '120px',
    render: (run) => (
      <StatusMark tone={toneOfRun(run)}>{bulkRunTexts.states[run.state]}</StatusMark>
    ),
  },
  {
    key: 'open',
    header: headers.open,
    track: 'minmax(190px, 1.2fr)',
    from: 900,
    render: (run) => openWords(run),
  },
  {
    key: 'started',
    header: headers.started,
    track: '136px',
    from: 560,
    render: (run) => <ShortMoment at={run.createdAt} />,
  },
];
