/** Customers by whom they wait on, whoever waits longest first. */
import { useState } from 'react';
import type { OnboardingGroup } from '../../../bridge/onboarding.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useHashSearch } from '../../app/hash-location.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBody } from '../../components/list-body.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { formatWait } from '../../format/durations.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { CustomersParts } from '../customers/customers-parts.tsx';
import { customerPaths } from '../customers/paths.ts';
import { customerTexts } from '../customers/texts.ts';
import { MessagesButton } from './messages-dialog.tsx';
import classes from './onboarding.module.css';
import { onboardingColumns } from './onboarding-columns.tsx';
import { onboardingPaths } from './paths.ts';
import { onboardingTexts as texts } from './texts.ts';

/** The groups of the queue as the screen shows them: whose turn it is first. */
const groupOrder = [
  'us',
  'customer',
  'review',
  'unknown',
  'ready',
] as const satisfies readonly OnboardingGroup[];

/** The group that an address names; whose turn is ours where it names none. */
const groupAt = (part: string | null): OnboardingGroup =>
  groupOrder.find((group) => group === part) ?? 'us';

export function OnboardingScreen({ part }: { part: string | null }) {
  return (
    <OfMoment>
      <Queue group={groupAt(part)} />
    </OfMoment>
  );
}

/** null for what is no number of hours. */
function hoursIn(query: string): number | null {
  const hours = Number(new URLSearchParams(query).get('longer') ?? '');
  return Number.isFinite(hours) && hours > 0 && hours <= 1_000_000 ? hours : null;
}

function Queue({ group }: { group: OnboardingGroup }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [search, setSearch] = useState('');
  const longerHours = hoursIn(useHashSearch());
  const paged = usePagedRows((offset) =>
    queries.onboarding.list.queryOptions({
      input: { group, search, longerHours, knownAt, offset, limit: pageSize },
    }),
  );
  const { first } = paged;
  const groups = groupOrder
    // What is not known is seldom; without any it only takes room.
    .filter((each) => each !== 'unknown' || group === 'unknown' || first?.counts.unknown !== 0)
    .map((each) => ({
      name: texts.groups[each],
      href: onboardingPaths.group(each),
      note: first === undefined ? undefined : groupedCount(first.counts[each]),
    }));
  return (
    <>
      <PageHeader title={customerTexts.title} count={first?.known ?? null} />
      <CustomersParts current={onboardingPaths.root} />
      <PartLinks label={texts.part} parts={groups} current={onboardingPaths.group(group)} />
      <p className={classes['hint']}>{texts.groupHints[group]}</p>
      {longerHours !== null && (
        <p className={classes['hint']}>
          {texts.longer(formatWait(longerHours * 3_600_000))}{' '}
          <PageLink href={onboardingPaths.group(group)}>{texts.showAll}</PageLink>
        </p>
      )}
      {first?.known !== 0 && (
        <ListToolbar
          searchLabel={texts.search}
          search={search}
          onSearch={setSearch}
          filters={
            first !== undefined &&
            first.total > 0 &&
            longerHours === null && (
              <MessagesButton label={texts.message.openAll} of={{ group, search }} />
            )
          }
          facts={first}
        />
      )}
      <ListBody
        paged={paged}
        noun={texts.noun}
        failed={texts.failed}
        onReset={() => setSearch('')}
        columns={onboardingColumns}
        empty={{
          title: texts.empty.title,
          body: texts.empty.body,
          action: <PageLink href={customerPaths.root}>{texts.empty.action}</PageLink>,
        }}
      >
        {(noMatch) => (
          <DataTable
            label={texts.listLabel(texts.groups[group])}
            columns={onboardingColumns}
            rows={paged}
            idOf={(row) => row.customerId}
            hrefOf={(row) => customerPaths.one(row.customerId)}
            listKey={`${group} ${search} ${longerHours}`}
            empty={
              search === '' ? (
                <EmptyState title={texts.emptyGroup} body={texts.emptyGroupBody} />
              ) : (
                noMatch
              )
            }
          />
        )}
      </ListBody>
    </>
  );
}
