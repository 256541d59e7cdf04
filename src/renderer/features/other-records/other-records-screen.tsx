/** Wallets, addresses and payment links, kind by kind, with the chosen one beside them (Interface 2.7). */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import { type OtherKind, otherKinds } from '../../../contract/other-kinds.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { SplitView } from '../../components/split-view.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState, groupedCount } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { ViewsMenu } from '../timeline/filters/views-menu.tsx';
import { CustomerFilter } from '../virtual-accounts/virtual-account-filters.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { useOtherRecordViews } from './list-view.ts';
import { otherColumns } from './other-columns.tsx';
import { otherRecordHrefs, otherRecordPaths } from './paths.ts';
import { queryOf, viewOf } from './saved-view.ts';
import { kindTexts, otherRecordTexts as texts } from './texts.ts';

const OtherRecordDetailPanel = lazy(async () => ({
  default: (await import('./other-record-detail-panel.tsx')).OtherRecordDetailPanel,
}));

interface OtherRecordsScreenProps {
  kind: OtherKind;
  selectedId: string | null;
}

export function OtherRecordsScreen({ kind, selectedId }: OtherRecordsScreenProps) {
  const detail =
    selectedId === null ? null : (
      <OtherRecordDetailPanel key={selectedId} kind={kind} id={selectedId} />
    );
  return (
    <OfMoment>
      <SplitView
        list={<OtherRecordsList key={kind} kind={kind} selectedId={selectedId} />}
        detail={detail}
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
