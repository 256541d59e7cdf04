/** What the list shows of a delivery. */
import type { DeliveryRow } from '../../../../bridge/deliveries.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { ShortMoment } from '../../../components/moment.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { isVerified } from '../signature-checks.ts';
import { SignatureMark } from '../signature-mark.tsx';
import classes from '../webhooks.module.css';
import { deliveryTexts } from './texts.ts';

const { columns: headers } = deliveryTexts;

export const deliveryColumns: readonly Column<DeliveryRow>[] = [
  {
    key: 'event',
    header: headers.event,
    track: 'minmax(150px, 1.6fr)',
    render: (row) =>
      row.role === 'differs' ? (
        <>
          {eventOf(row)}{' '}
          <span title={deliveryTexts.roles.differs}>
            <StatusMark tone="amber">{deliveryTexts.differs}</StatusMark>
          </span>
        </>
      ) : (
        eventOf(row)
      ),
  },
  {
    key: 'verdict',
    header: headers.verdict,
    track: 'minmax(160px, 1fr)',
    render: (row) => <SignatureMark kind={row.verdict.kind} />,
  },
  {
    key: 'webhook',
    header: headers.webhook,
    track: 'minmax(120px, 1fr)',
    from: 700,
    render: (row) => row.webhookName ?? row.webhookId ?? deliveryTexts.detail.noWebhook,
  },
  {
    key: 'received',
    header: headers.received,
    track: '132px',
    from: 460,
    render: (row) => <ShortMoment at={row.receivedAt} />,
  },
  {
    key: 'repeats',
    header: headers.repeats,
    track: '64px',
    from: 860,
    align: 'end',
    isPlain: true,
    render: (row) => (row.repeats === 0 ? '' : groupedCount(row.repeats)),
  },
  {
    key: 'forwards',
    header: headers.forwards,
    track: 'minmax(180px, 1fr)',
    from: 1040,
    isPlain: true,
    render: (row) => <ForwardSums forwards={row.forwards} />,
  },
  {
    key: 'size',
    header: headers.size,
    track: '88px',
    from: 1080,
    align: 'end',
    isPlain: true,
    render: (row) => deliveryTexts.bytes(groupedCount(row.size)),
  },
];

/** The event's name; a body that was not read says why. */
export function eventOf(row: Pick<DeliveryRow, 'eventName' | 'role' | 'verdict'>): string {
  if (row.eventName !== null) return row.eventName;
  if (row.role === 'damaged') return deliveryTexts.damaged;
  if (row.role === 'unrecognised') return deliveryTexts.unrecognised;
  const { kind } = row.verdict;
  if (isVerified(kind)) return deliveryTexts.unread;
  return kind === 'not-yet-judged' ? deliveryTexts.sealed : deliveryTexts.notProved;
}

function ForwardSums({ forwards }: { forwards: DeliveryRow['forwards'] }) {
  const { delivered, waiting, failed } = forwards;
  const texts = deliveryTexts.forwarded;
  return (
    <span className={classes['marks']} data-row>
      {failed > 0 && <StatusMark tone="red">{texts.failed(failed)}</StatusMark>}
      {waiting > 0 && <StatusMark tone="blue">{texts.waiting(waiting)}</StatusMark>}
      {delivered > 0 && <StatusMark tone="green">{texts.delivered(delivered)}</StatusMark>}
    </span>
  );
}
