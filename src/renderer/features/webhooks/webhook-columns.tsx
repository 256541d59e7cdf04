/** What the list shows of a webhook. */
import { longInstant } from '../../../bridge/instants.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../contract/fields.ts';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { useNow } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { ageOf } from '../../format/instants.ts';
import { stateTexts } from '../../texts/states.ts';
import { ReachabilityMark, reachabilityMessage } from './reachability.tsx';
import { SignatureSummary } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import { isOldWord } from './webhook-marks.ts';

const { columns: headers } = webhookTexts;

type Registered = Pick<WebhookRow, 'id' | 'name' | 'url' | 'events'>;

const name = {
  key: 'name',
  header: webhookLabels.name,
  track: 'minmax(min(120px, 24%), 1.2fr)',
} as const;

const urlColumn: Column<Registered> = {
  key: 'url',
  header: webhookLabels.url,
  track: 'minmax(120px, 2fr)',
  from: 940,
  render: (row) => <span title={row.url ?? undefined}>{row.url ?? stateTexts.unknownValue}</span>,
};

const eventsColumn: Column<Registered> = {
  key: 'events',
  header: webhookLabels.events,
  track: '72px',
  from: 1190,
  render: (row) => (
    <span title={row.events.join('\n')}>{webhookTexts.eventCount(row.events.length)}</span>
  ),
};

/** What was known at a moment. */
export const registeredColumns: readonly Column<Registered>[] = [
  { ...name, render: (row) => <Name row={row} /> },
  urlColumn,
  eventsColumn,
];

export const statusColumn: Column<Pick<WebhookRow, 'id' | 'status'>> = {
  key: 'status',
  header: webhookLabels.status,
  track: '96px',
  render: (row) => (
    <ChangeMark
      kind="webhook"
      id={row.id}
      otherwise={
        row.status === null ? (
          <StatusMark tone="grey">{stateTexts.unknownValue}</StatusMark>
        ) : (
          <ServiceStatus status={row.status} />
        )
      }
    />
  ),
};

/** Status, with a mark where the service reported it so long ago that it may be out of date. */
function StatusNow({ row }: { row: WebhookRow }) {
  const now = useNow();
  const { status, statusLearnedAt } = row;
  if (status === null || statusLearnedAt === null || !isOldWord(statusLearnedAt, now)) {
    return statusColumn.render(row);
  }
  return (
    <span title={webhookTexts.marks.oldHint(ageOf(statusLearnedAt, now))}>
      <StatusMark tone="amber">{webhookTexts.marks.old(status)}</StatusMark>
    </span>
  );
}

export const webhookColumns: readonly Column<WebhookRow>[] = [
  {
    ...name,
    render: (row) => (
      <>
        <Name row={row} />
        <RowMarks row={row} />
      </>
    ),
  },
  // Beside all the others it takes the room of the labels that stand at a name.
  { ...urlColumn, from: 1120 },
  eventsColumn,
  { ...statusColumn, track: '112px', from: 636, render: (row) => <StatusNow row={row} /> },
  {
    key: 'rate',
    header: webhookLabels.deliveryRate,
    track: '108px',
    from: 830,
    render: (row) => <Rate row={row} />,
  },
  {
    key: 'last',
    header: headers.last,
    track: '116px',
    from: 1060,
    render: (row) =>
      row.slot === null || row.slot.lastDeliveryAt === null ? (
        <span className="dimmed">{webhookTexts.noDelivery}</span>
      ) : (
        <ShortMoment at={row.slot.lastDeliveryAt} />
      ),
  },
  {
    key: 'verdicts',
    header: headers.verdicts,
    track: 'minmax(88px, 1.2fr)',
    render: (row) =>
      row.slot === null ? '' : <SignatureSummary isRow counts={row.slot.verdicts} />,
  },
  {
    key: 'wayIn',
    header: headers.wayIn,
    track: 'minmax(min(188px, 44%), 1fr)',
    render: (row) => (
      <span title={reachabilityMessage(row.wayIn)}>
        <ReachabilityMark proof={row.wayIn} />
      </span>
    ),
  },
];

function Name({ row }: { row: Registered }) {
  return <span title={row.id}>{asSeen(nameOf(row))}</span>;
}

export const nameOf = (row: Pick<WebhookRow, 'name' | 'url' | 'id'>): string =>
  row.name === null || row.name === '' ? row.id : row.name;

/** The rate as it was given, and how old it is. */
function Rate({ row }: { row: WebhookRow }) {
  const now = useNow();
  if (row.deliveryRate === null) return <span className="dimmed">{stateTexts.unknownValue}</span>;
  const at = row.statusLearnedAt;
  return (
    <span title={at === null ? undefined : stateTexts.asOf(longInstant(at))}>
      {row.deliveryRate}
      {at !== null && <span className="dimmed"> · {ageOf(at, now)}</span>}
    </span>
  );
}
