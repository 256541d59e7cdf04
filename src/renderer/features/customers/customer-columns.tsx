/** What the list shows of a customer. */
import type { CustomerRow, ListCustomersInput } from '../../../bridge/customers.ts';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { toneOfStatus } from '../../format/status-tone.ts';
import { formatVerificationProfile, groupedCount, sentenceCase } from '../../format/words.ts';
import classes from './customers.module.css';
import { customerTexts } from './texts.ts';

type Sort = NonNullable<ListCustomersInput['sort']>;

const { column } = fieldColumns('customer');

export const customerColumns: readonly Column<CustomerRow, Sort>[] = [
  {
    key: 'name',
    header: customerTexts.columns.name,
    sort: 'name',
    track: 'minmax(140px, 2fr)',
    render: (row) => (
      <>
        <CustomerName row={row} />
        <RowMarks row={row} />
      </>
    ),
  },
  column('email', { track: 'minmax(140px, 2fr)', from: 820 }),
  column('type', { track: '88px', from: 670 }),
  {
    key: 'verification',
    header: customerTexts.columns.verification,
    track: 'minmax(208px, 1.4fr)',
    render: (row) => (
      <ChangeMark kind="customer" id={row.id} otherwise={<VerificationStatuses row={row} />} />
    ),
  },
  {
    key: 'required',
    header: customerTexts.columns.required,
    track: '84px',
    from: 1010,
    align: 'end',
    render: (row) => <StillNeeded row={row} />,
  },
  {
    key: 'accounts',
    header: customerTexts.columns.accounts,
    track: '72px',
    from: 910,
    align: 'end',
    render: (row) => groupedCount(row.virtualAccounts),
  },
  {
    key: 'learned',
    header: customerTexts.columns.learned,
    sort: 'firstLearnedAt',
    track: '128px',
    from: 570,
    render: (row) => <ShortMoment at={row.firstLearnedAt} />,
  },
];

/** Of whom no profile is known, nobody can say that nothing is needed. */
function StillNeeded({ row }: { row: CustomerRow }) {
  if (row.profiles.length === 0) return null;
  return row.requiredCriteria === 0 ? (
    <span className="dimmed">{customerTexts.nothingRequired}</span>
  ) : (
    row.requiredCriteria
  );
}

function CustomerName({ row }: { row: CustomerRow }) {
  if (row.name === null) return <span className="mono">{shortId(row.id)}</span>;
  if (row.isOwnName) {
    return (
      <>
        <span className={classes['ownName']} title={customerTexts.ownNameHint}>
          {asSeen(row.name)}
        </span>
        <span className="visually-hidden"> {customerTexts.ownName}</span>
      </>
    );
  }
  if (!row.isUnconfirmed) return <span title={row.id}>{asSeen(row.name)}</span>;
  return (
    <>
      <span className={classes['unconfirmed']} title={customerTexts.unconfirmedHint}>
        {asSeen(row.name)}
      </span>
      <span className="visually-hidden"> {customerTexts.unconfirmed}</span>
    </>
  );
}

/** Each different status once; the profiles' names on hover. */
function VerificationStatuses({ row }: { row: CustomerRow }) {
  const statuses = [...new Set(row.profiles.map((profile) => profile.status))];
  const names = row.profiles
    .map(({ name, status }) => `${formatVerificationProfile(name)}: ${sentenceCase(status)}`)
    .join('\n');
  return (
    <span className={classes['statuses']} title={names}>
      {statuses.map((status) => (
        <StatusMark key={status} tone={toneOfStatus(status)}>
          {sentenceCase(status)}
        </StatusMark>
      ))}
    </span>
  );
}
