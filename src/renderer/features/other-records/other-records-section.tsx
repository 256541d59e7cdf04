/** Wallets, addresses and payment links of a customer, and the way to all of them. */
import { useQueries } from '@tanstack/react-query';
import { groupedCount } from '../../../bridge/words.ts';
import { otherKinds } from '../../../contract/other-kinds.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { showAllOf } from '../../stores/list-view.ts';
import { useOtherRecordViews } from './list-view.ts';
import { RecordState, titleOf } from './other-parts.tsx';
import classes from './other-records.module.css';
import { otherRecordHrefs, otherRecordPaths } from './paths.ts';
import { kindTexts, otherRecordTexts } from './texts.ts';

/** Most records shown of each kind. */
const shown = 5;
const texts = otherRecordTexts.ofCustomer;

export function OtherRecordsSection({ customerId }: { customerId: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const views = useOtherRecordViews();
  const lists = useQueries({
    queries: otherKinds.map((kind) =>
      queries.otherRecords.list.queryOptions({
        input: { kind, customerId, limit: shown, knownAt },
      }),
    ),
  });
  const total = lists.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  const failed = lists.find(({ error }) => error !== null);
  return (
    <Section title={total === 0 ? texts.title : `${texts.title} · ${groupedCount(total)}`}>
      {failed !== undefined && <ReadFailure title={texts.failed} query={failed} />}
      {lists.every(({ data }) => data?.total === 0) && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['ofCustomer']}>
        {otherKinds.flatMap((kind, index) =>
          (lists[index]?.data?.rows ?? []).map((row) => (
            <li key={row.id}>
              <PageLink href={otherRecordHrefs[kind](row.id)} title={row.id}>
                {titleOf(row)}
              </PageLink>
              <span className="dimmed">{kindTexts[kind].one}</span>
              <RecordState state={row.state} />
              <ShortMoment at={row.updated ?? row.lastLearnedAt} />
            </li>
          )),
        )}
      </ul>
      {otherKinds.map((kind, index) => {
        const count = lists[index]?.data?.total ?? 0;
        if (count <= shown) return null;
        return (
          <p key={kind}>
            <PageLink
              href={otherRecordPaths.list(kind)}
              onClick={() => showAllOf(customerId, views[kind].getState())}
            >
              {texts.all(groupedCount(count), kindTexts[kind].many)}
            </PageLink>
          </p>
        );
      })}
    </Section>
  );
}
