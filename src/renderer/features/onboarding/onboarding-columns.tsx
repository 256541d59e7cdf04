/** What the queue shows of a customer. */
import { longInstant } from '../../../bridge/instants.ts';
import type { OnboardingRow } from '../../../bridge/onboarding.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { ServiceStatus } from '../../components/service-status.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { useShownMoment } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { ageOf } from '../../format/instants.ts';
import { formatCriterion } from '../../format/words.ts';
import classes from '../customers/customers.module.css';
import { customerTexts } from '../customers/texts.ts';
import { onboardingTexts as texts } from './texts.ts';

export const onboardingColumns: readonly Column<OnboardingRow>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    track: 'minmax(200px, 2.6fr)',
    render: (row) => <Name row={row} />,
  },
  {
    key: 'missing',
    header: texts.columns.missing,
    track: 'minmax(140px, 2.4fr)',
    from: 560,
    isPlain: true,
    render: (row) => <Missing row={row} />,
  },
  {
    key: 'status',
    header: texts.columns.status,
    track: 'minmax(130px, 1fr)',
    from: 760,
    isPlain: true,
    render: ({ statuses }) =>
      statuses.length === 0 ? (
        <span className="dimmed">{texts.noProfile}</span>
      ) : (
        <span className={classes['statuses']}>
          {statuses.map((status) => (
            <ServiceStatus key={status} status={status} />
          ))}
        </span>
      ),
  },
  {
    key: 'accounts',
    header: texts.columns.accounts,
    track: '72px',
    from: 900,
    align: 'end',
    isPlain: true,
    render: (row) => groupedCount(row.virtualAccounts),
  },
  {
    key: 'age',
    header: texts.columns.age,
    track: '116px',
    render: (row) => <Age row={row} />,
  },
];

function Name({ row }: { row: OnboardingRow }) {
  const { newerEvent } = row;
  if (newerEvent === null) return <Known row={row} />;
  return (
    <span className={classes['marked']}>
      <span className={classes['markedName']}>
        <Known row={row} />
      </span>
      <span title={texts.mayBeOldHint(newerEvent.name)}>
        <StatusMark tone="amber">{texts.mayBeOld}</StatusMark>
      </span>
    </span>
  );
}

function Known({ row }: { row: OnboardingRow }) {
  if (row.customerName === null) return <span className="mono">{shortId(row.customerId)}</span>;
  if (!row.isUnconfirmed) return <span title={row.customerId}>{asSeen(row.customerName)}</span>;
  return (
    <span title={customerTexts.unconfirmedHint}>
      {asSeen(row.customerName)}
      <span className="visually-hidden"> {customerTexts.unconfirmed}</span>
    </span>
  );
}

function Missing({ row }: { row: OnboardingRow }) {
  // Without a known profile, nobody can say that nothing is needed.
  if (row.statuses.length === 0) return null;
  if (row.missing.length === 0) return <span className="dimmed">{texts.nothingMissing}</span>;
  const words = row.missing.map((name) => formatCriterion(name)).join(', ');
  return <span title={words}>{words}</span>;
}

/** How long ago; the moment itself, and where it is from, on hover. */
function Age({ row: { since, isSinceTold } }: { row: OnboardingRow }) {
  const now = useShownMoment();
  const title = isSinceTold
    ? longInstant(since)
    : `${longInstant(since)}. ${texts.sinceLearnedHint}`;
  return (
    <time dateTime={since} title={title}>
      {ageOf(since, now)}
    </time>
  );
}
