/** Wallets, addresses and payment links, kind by kind, with the chosen one beside them (Interface 2.7). */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import type { ListOtherRecordsInput, OtherRecordRow } from '../../../bridge/other-records.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { type OtherKind, otherKinds } from '../../../contract/other-kinds.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { CustomerFilter } from '../../components/customers/customer-filter.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { SplitView } from '../../components/split-view.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { ViewsMenu } from '../timeline/filters/views-menu.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { queryOf, useOtherRecordViews, viewOf } from './list-view.ts';
import { RecordState, titleOf } from './other-parts.tsx';
import { otherRecordHrefs, otherRecordPaths } from './paths.ts';
import { kindTexts, otherRecordTexts as texts } from './texts.ts';

type Sort = NonNullable<ListOtherRecordsInput['sort']>;
type OtherColumn = Column<OtherRecordRow, Sort>;

const { columns: headers } = texts;
const { head: walletHead, column: ofWallet } = fieldColumns('wallet');
const { head: linkHead, column: ofLink } = fieldColumns('paymentLink');

const named = (head: Pick<OtherColumn, 'key' | 'header' | 'sort'>): OtherColumn => ({
  ...head,
  track: 'minmax(120px, 1.4fr)',
  render: (row) => (
    <>
      <span title={row.id}>{titleOf(row)}</span>
      <RowMarks row={row} />
    </>
  ),
});

const customer: OtherColumn = {
  key: 'customer',
  header: headers.customer,
  sort: 'customerName',
  track: 'minmax(100px, 1.2fr)',
  from: 620,
  render: (row) => (
    <span title={row.customerId ?? undefined}>
      <NameOrId name={row.customerName} id={row.customerId ?? ''} />
    </span>
  ),
};
const state: OtherColumn = {
  key: 'state',
  header: headers.state,
  sort: 'state',
  track: 'minmax(112px, 0.8fr)',
  isPlain: true,
  render: (row) => <RecordState state={row.state} />,
};
const created = ofWallet('created', { track: '128px', from: 960 });
const received: OtherColumn = {
  key: 'received',
  header: headers.received,
  sort: 'lastLearnedAt',
  track: '128px',
  from: 800,
  render: (row) => <ShortMoment at={row.lastLearnedAt} />,
};

/** Columns of the list, by kind. */
const otherColumns: Readonly<Record<OtherKind, readonly OtherColumn[]>> = {
  wallet: [
    named(walletHead('nickname')),
    ofWallet('address', { track: 'minmax(120px, 1fr)', from: 440 }),
    ofWallet('network', { track: '104px', from: 540 }),
    customer,
    ofWallet('owner', { track: 'minmax(110px, 1fr)', from: 1_100 }),
    state,
    created,
    received,
  ],
  address: [named({ key: 'id', header: headers.id }), customer, state, created, received],
  paymentLink: [
    named(linkHead('name')),
    ofLink('url', { track: 'minmax(140px, 2fr)', from: 440 }),
    customer,
    state,
    created,
    received,
  ],
};

const OtherRecordDetailPanel = lazy(async () => ({
  default: (await import('./other-record-detail-panel.tsx')).OtherRecordDetailPanel,
}));

interface OtherRecordsScreenProps {
  kind: OtherKind;
  selectedId: string | null;
}

export function OtherRecordsScreen({ kind, selectedId }: OtherRecordsScreenProps) {
  return (
    <OfMoment>
      <SplitView
        list={<OtherRecordsList key={kind} kind={kind} selectedId={selectedId} />}
        selected={selectedId}
        detail={(id) => <OtherRecordDetailPanel kind={kind} id={id} />}
      />
    </OfMoment>
  );
}

const offered = (values: readonly string[] = [], words: (value: string) => string = asSeen) =>
  values.map((value) => ({ value, label: words(value) }));

function OtherRecordsList({ kind, selectedId }: OtherRecordsScreenProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [, navigate] = useLocation();
  const views = useOtherRecordViews();
  const list = useRecordList(views[kind], (input) =>
    queries.otherRecords.list.queryOptions({ input }),
  );
  const { view, change } = list;
  const { first } = list.paged;
  const { one, many, search, title, empty } = kindTexts[kind];
  return (
    <>
      <PageHeader title={texts.title} />
      <PartLinks
        label={texts.kinds}
        current={otherRecordPaths.list(kind)}
        parts={otherKinds.map((each) => ({
          name: kindTexts[each].title,
          href: otherRecordPaths.list(each),
          note: first === undefined ? undefined : groupedCount(first.counts[each]),
        }))}
      />
      <RecordList
        list={list}
        texts={{ search, listLabel: title, failed: texts.failed(many), noun: { one, many } }}
        filters={
          <>
            <CustomerFilter
              value={view.customerId}
              onChange={(customerId) => change({ customerId })}
            />
            <Filter
              label={texts.filters.state}
              value={view.state}
              values={offered(first?.states, formatState)}
              onChange={(state) => change({ state })}
            />
            {kind === 'wallet' && (
              <Filter
                label={texts.filters.network}
                value={view.network}
                values={offered(first?.networks)}
                onChange={(network) => change({ network })}
              />
            )}
            <LabelFilter
              value={view.label}
              labels={first?.labels ?? []}
              onChange={(label) => change({ label })}
            />
            <ViewsMenu
              list="otherRecords"
              query={queryOf(view)}
              onApply={(query) => {
                const next = viewOf(query);
                views[next.kind].getState().change(next);
                navigate(otherRecordPaths.list(next.kind));
              }}
            />
            <ListFile listed={{ list: 'other-records', query: { ...view, knownAt } }} />
          </>
        }
        empty={{
          title: texts.empty.title(many),
          body: `${empty} ${texts.empty.noList(many)}`,
          action: <Button onClick={() => navigate(webhookPaths.root)}>{texts.empty.action}</Button>,
        }}
        columns={otherColumns[kind]}
        hrefOf={(row) => otherRecordHrefs[kind](row.id)}
        selectedId={selectedId}
      />
    </>
  );
}
