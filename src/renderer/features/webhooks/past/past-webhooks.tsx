/** Webhooks as they were known at a moment, with the chosen one beside them. */
import { useQuery } from '@tanstack/react-query';
import type { PastWebhookRow } from '../../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../../contract/fields.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { UnconfirmedNotice } from '../../../components/annotations/unconfirmed-notice.tsx';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { emptyThen } from '../../../components/empty-then.tsx';
import { Facts } from '../../../components/facts.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { ShortMoment } from '../../../components/moment.tsx';
import { RecordEnd } from '../../../components/record-end.tsx';
import { Section } from '../../../components/section.tsx';
import { SplitView } from '../../../components/split-view.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { heldRows } from '../../../components/table/windowed-rows.ts';
import { stateTexts } from '../../../texts/states.ts';
import { webhookPaths } from '../paths.ts';
import { RegisteredSection, ReportedFacts } from '../registered-section.tsx';
import { webhookTexts } from '../texts.ts';
import { nameOf, registeredColumns, statusColumn } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { AddWebhook, WebhooksFrame } from '../webhooks-frame.tsx';

const { past: texts } = webhookTexts;

const pastColumns: readonly Column<PastWebhookRow>[] = [
  ...registeredColumns,
  statusColumn,
  {
    key: 'rate',
    header: webhookLabels.deliveryRate,
    track: '108px',
    from: 560,
    isPlain: true,
    render: (row) => row.deliveryRate ?? <span className="dimmed">{stateTexts.unknownValue}</span>,
  },
  {
    key: 'learned',
    header: texts.learned,
    track: '132px',
    from: 440,
    render: (row) => <ShortMoment at={row.lastLearnedAt} />,
  },
];

interface PastWebhooksProps {
  /** ISO 8601. */
  knownAt: string;
  selectedId: string | null;
}

export function PastWebhooks({ knownAt, selectedId }: PastWebhooksProps) {
  return (
    <SplitView
      list={<PastList knownAt={knownAt} selectedId={selectedId} />}
      selected={selectedId}
      detail={(id) => <PastWebhookPanel id={id} knownAt={knownAt} />}
    />
  );
}

function PastList({ knownAt, selectedId }: PastWebhooksProps) {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.past.list.queryOptions({ input: { knownAt } }));
  return (
    <WebhooksFrame
      current={webhookPaths.root}
      count={webhooks.data?.rows.length ?? null}
      action={<AddWebhook />}
    >
      <p className={classes['facts']}>{texts.ofNow}</p>
      <DetailStates query={webhooks} isList>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState {...emptyThen(webhookTexts.title.toLowerCase())} />
          ) : (
            <div className={classes['table']}>
              <DataTable
                label={webhookTexts.listLabel}
                columns={pastColumns}
                rows={heldRows(rows)}
                idOf={(row) => row.id}
                hrefOf={(row) => webhookPaths.one(row.id)}
                selectedId={selectedId}
                listKey={knownAt}
              />
            </div>
          )
        }
      </DetailStates>
    </WebhooksFrame>
  );
}

interface PastWebhookPanelProps {
  id: string;
  /** ISO 8601. */
  knownAt: string;
}

/** One webhook as it was known at a moment: what was told of it, what was registered, how that was known. */
function PastWebhookPanel({ id, knownAt }: PastWebhookPanelProps) {
  const { queries } = useBridge();
  const webhook = useQuery(queries.webhooks.past.get.queryOptions({ input: { id, knownAt } }));
  const known = webhook.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="webhook"
      listHref={webhookPaths.root}
      listName={webhookTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={known === undefined ? webhookTexts.title : nameOf(known)}
      subtitle={<WholeIdentifier id={id} what="webhook ID" />}
    >
      <DetailStates query={webhook}>
        {(data) => (
          <>
            <UnconfirmedNotice
              isRecordUnconfirmed={data.learned.every(({ source }) => source === 'import')}
            />
            <Section title={webhookTexts.past.standing} lead={webhookTexts.past.ofNow}>
              <Facts>
                <ReportedFacts webhook={data} />
              </Facts>
            </Section>
            <RegisteredSection webhook={data} />
            <RecordEnd kind="webhook" record={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}
