/** Requests that need approval: what waits for a decision here, what was requested here, and what was decided. */
import { Button } from '@mantine/core';
import { IconChecks, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link } from 'wouter';
import type { ApprovalRow } from '../../../bridge/approvals.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DayLimits } from '../../components/approval/day-limit.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PlainList } from '../../components/list-body.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { SplitView } from '../../components/split-view.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { settingsPaths } from '../settings/paths.ts';
import { partyWords, StateMark } from './approval-words.tsx';
import classes from './approvals.module.css';
import { type ApprovalPart, approvalPaths } from './paths.ts';
import { approvalTexts as texts } from './texts.ts';

const parts: readonly ApprovalPart[] = ['waiting', 'mine', 'decided'];

/** When it was asked for tells requests with one title apart, so it goes last. */
export const columns: readonly Column<ApprovalRow>[] = [
  {
    key: 'title',
    header: texts.columns.title,
    track: 'minmax(120px, 2fr)',
    render: ({ title }) => <span title={asSeen(title)}>{asSeen(title)}</span>,
  },
  {
    key: 'what',
    header: texts.columns.what,
    track: '104px',
    from: 540,
    isPlain: true,
    render: (row) => texts.subjects[row.what],
  },
  {
    key: 'state',
    header: texts.columns.state,
    track: '100px',
    isPlain: true,
    render: (row) => <StateMark state={row.state} />,
  },
  {
    key: 'given',
    header: texts.columns.given,
    track: '72px',
    from: 620,
    isPlain: true,
    render: (row) => texts.of(row.given, row.needed),
  },
  {
    key: 'maker',
    header: texts.columns.maker,
    track: 'minmax(100px, 1fr)',
    from: 740,
    render: (row) => partyWords(row.maker),
  },
  {
    key: 'at',
    header: texts.columns.at,
    track: '112px',
    from: 400,
    render: (row) => <ShortMoment at={row.proposedAt} />,
  },
];

const ApprovalPanel = lazy(async () => ({
  default: (await import('./approval-panel.tsx')).ApprovalPanel,
}));

export interface ApprovalsScreenProps {
  first: string | null;
  second: string | null;
}

export function ApprovalsScreen({ first, second }: ApprovalsScreenProps) {
  const part = parts.find((one) => one === first) ?? 'waiting';
  return (
    <SplitView
      list={<Proposals part={part} selected={second} />}
      selected={second}
      detail={(id) => <ApprovalPanel id={id} part={part} />}
    />
  );
}

function Proposals({ part, selected }: { part: ApprovalPart; selected: string | null }) {
  const { queries } = useBridge();
  const status = useQuery(queries.approvals.status.queryOptions());
  const team = useQuery(queries.team.get.queryOptions()).data?.team ?? null;
  const counts = status.data?.counts;
  if (status.data === null) {
    return (
      <>
        <PageHeader title={texts.title} />
        <EmptyState
          title={texts.noTeam.title}
          body={texts.noTeam.body}
          Icon={IconChecks}
          action={
            <Button component={Link} href={settingsPaths.section('team')} variant="default">
              {texts.noTeam.action}
            </Button>
          }
        />
      </>
    );
  }
  const waiting = counts?.waiting ?? 0;
  return (
    <>
      <PageHeader title={texts.title} count={waiting === 0 ? null : waiting} />
      <PartLinks
        label={texts.parts.label}
        current={approvalPaths.part(part)}
        parts={parts.map((one) => ({
          name: texts.parts[one],
          href: approvalPaths.part(one),
          note: counts === undefined || counts[one] === 0 ? undefined : groupedCount(counts[one]),
        }))}
      />
      {team?.state === 'waiting' ? (
        <EmptyState {...texts.notAdmitted} Icon={IconClock} />
      ) : (
        <>
          <p className={classes['lead']}>
            {texts.lead} <DayLimits />
          </p>
          <Rows part={part} selected={selected} />
        </>
      )}
    </>
  );
}

function Rows({ part, selected }: { part: ApprovalPart; selected: string | null }) {
  const { queries } = useBridge();
  const paged = usePagedRows((offset) =>
    queries.approvals.list.queryOptions({ input: { which: part, offset, limit: pageSize } }),
  );
  return (
    <PlainList
      paged={paged}
      failed={texts.failed}
      empty={<EmptyState {...texts.none[part]} Icon={IconChecks} />}
    >
      <DataTable
        label={texts.listLabel}
        columns={columns}
        rows={paged}
        idOf={(row) => row.id}
        hrefOf={(row) => approvalPaths.one(row.id, part)}
        selectedId={selected}
        listKey={part}
      />
    </PlainList>
  );
}
