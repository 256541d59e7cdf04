/** What the list shows of a request. */
import type { UnresolvedRow } from '../../../bridge/unresolved.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { stateTexts } from '../../texts/states.ts';
import type { Part } from './places.ts';
import { aboutSent } from './sent.ts';
import { unresolvedTexts } from './texts.ts';

const { columns: headers, operations } = unresolvedTexts;

/** The newest first, always. */
const columns: readonly Column<UnresolvedRow>[] = [
  {
    key: 'what',
    header: headers.what,
    track: 'minmax(150px, 1fr)',
    render: (row) => <span title={row.key}>{operations[row.operation]}</span>,
  },
  {
    key: 'about',
    header: headers.about,
    track: 'minmax(100px, 1.6fr)',
    render: (row) => {
      const about = aboutSent(row) ?? stateTexts.unknownValue;
      return <span title={about}>{about}</span>;
    },
  },
  {
    key: 'sent',
    header: headers.sent,
    track: '120px',
    from: 420,
    render: (row) => <ShortMoment at={row.journalledAt} />,
  },
];

const fitting: Column<UnresolvedRow> = {
  key: 'proposals',
  header: headers.proposals,
  track: '100px',
  from: 560,
  render: (row) =>
    row.proposals === 0 ? (
      <span className="dimmed">{unresolvedTexts.noPossibleMatches}</span>
    ) : (
      <StatusMark tone="blue">{unresolvedTexts.proposals(row.proposals)}</StatusMark>
    ),
};

/** An alarm, so it is there however narrow the list is. */
const against: Column<UnresolvedRow> = {
  key: 'against',
  header: headers.against,
  track: '100px',
  render: (row) =>
    row.proposals === 0 ? (
      <span className="dimmed">{unresolvedTexts.noneAgainst}</span>
    ) : (
      <StatusMark tone="red">{unresolvedTexts.proposals(row.proposals)}</StatusMark>
    ),
};

const columnsOfPart = {
  unknown: [...columns, fitting],
  exists: columns,
  absent: [...columns, against],
};

export const columnsOf = (part: Part): readonly Column<UnresolvedRow>[] => columnsOfPart[part];
