/** All that the service says otherwise than before: open, or signed off. */
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeKind, ReportedChangeView } from '../../../bridge/changes.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { toneOfWeight } from '../../components/changes/change-mark.tsx';
import { ChangeView, labelOfField } from '../../components/changes/change-view.tsx';
import { SignOffDialog } from '../../components/changes/sign-off-dialog.tsx';
import { useOpenChanges } from '../../components/changes/use-open-changes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FromOther } from '../../components/handed-over/from-other.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { ToneIcon } from '../../components/status-mark.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import classes from './changes.module.css';
import { changePaths } from './paths.ts';
import { changesTexts } from './texts.ts';

/** So many are shown at once. */
const shown = 100;

export function ChangesScreen({ part }: { part: string | null }) {
  const open = useOpenChanges()?.open ?? null;
  const isOpen = part !== 'signed-off';
  return (
    <>
      <PageHeader title={changesTexts.title} count={open} />
      <PartLinks
        label={changesTexts.parts.label}
        current={isOpen ? changePaths.root : changePaths.signedOff}
        parts={[
          {
            name: changesTexts.parts.open,
            href: changePaths.root,
            note: open === null || open === 0 ? undefined : groupedCount(open),
          },
          { name: changesTexts.parts.signedOff, href: changePaths.signedOff },
        ]}
      />
      <div className={classes['page']}>
        <Changes key={String(isOpen)} isOpen={isOpen} askedId={isOpen ? part : null} />
      </div>
    </>
  );
}

function Changes({ isOpen, askedId }: { isOpen: boolean; askedId: string | null }) {
  const { queries } = useBridge();
  const state = isOpen ? ('open' as const) : ('signed-off' as const);
  const changes = useQuery(queries.changes.list.queryOptions({ input: { state, limit: shown } }));
  const { data } = changes;
  const texts = changesTexts;
  return (
    <>
      <ReadFailure title={texts.failed} query={changes} />
      {data === undefined && changes.error === null && <SkeletonTable />}
      {data?.total === 0 && (
        <div className={classes['empty']}>
          <EmptyState
            title={isOpen ? texts.emptyTitle : texts.noneSignedOff}
            body={isOpen ? texts.emptyBody : texts.noneSignedOffBody}
            headings={texts.headings}
          />
        </div>
      )}
      {data !== undefined && data.total > 0 && (
        <>
          {isOpen ? (
            <OpenChanges rows={data.rows} askedId={askedId} />
          ) : (
            <SignedOffChanges rows={data.rows} />
          )}
          {data.total > data.rows.length && (
            <p className="dimmed">
              {(isOpen ? texts.more : texts.newest)(
                groupedCount(data.rows.length),
                groupedCount(data.total),
              )}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Changes that a person signed off, the newest sign-off first. */
function SignedOffChanges({ rows }: { rows: readonly ReportedChangeView[] }) {
  return (
    <ul className={classes['changes']} aria-label={changesTexts.listLabel}>
      {rows.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
          <ChangeView change={change} />
          {change.signedOff !== null && (
            <p className={classes['signedOff']}>
              {changesTexts.signedOffAt}{' '}
              {change.signedOff.isHere ? changesTexts.here : changesTexts.elsewhere},{' '}
              <LongMoment at={change.signedOff.at} />{' '}
              <FromOther
                of={{ kind: change.kind, id: change.resourceId }}
                what="changeSignOff"
                at={change.signedOff.at}
              />
              {change.signedOff.note !== '' && <q>{change.signedOff.note}</q>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OpenChangesProps {
  rows: readonly ReportedChangeView[];
  /** That one is scrolled to and marked. */
  askedId: string | null;
}

const showIt = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

/** Open changes, the gravest first: looked at one by one, signed off one by one or together. */
function OpenChanges({ rows, askedId }: OpenChangesProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const blocked = useSignOffBlock();
  const [asked, setAsked] = useState<readonly ReportedChangeView[]>([]);
  // What is gone by now, or has changed again, is chosen no more.
  const chosen = rows.filter(({ id }) => marked.has(id));
  const isAll = chosen.length === rows.length;
  const mark = (id: string, isMarked: boolean): void => {
    const next = new Set(marked);
    if (isMarked) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <>
      <p className={classes['lead']}>{changesTexts.lead}</p>
      {blocked !== null && <p className={classes['lead']}>{blocked}</p>}
      <div className={classes['together']}>
        <Checkbox
          size="xs"
          label={changesTexts.chooseAll}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={() => setMarked(new Set(isAll ? [] : rows.map(({ id }) => id)))}
        />
        {chosen.length > 0 && (
          <Button
            variant="default"
            size="xs"
            disabled={blocked !== null}
            onClick={() => setAsked(chosen)}
          >
            {changesTexts.signOffChosen(chosen.length)}
          </Button>
        )}
      </div>
      <ul className={classes['changes']} aria-label={changesTexts.listLabel}>
        {rows.map((change) => (
          <li
            key={change.id}
            data-weight={change.weight}
            {...(change.id === askedId ? { ref: showIt, 'aria-current': true } : {})}
          >
            <div className={classes['head']}>
              <Checkbox
                size="xs"
                aria-label={changesTexts.choose(
                  `${labelOfField(change.path)}, ${change.name ?? change.resourceId}`,
                )}
                checked={marked.has(change.id)}
                onChange={(event) => mark(change.id, event.currentTarget.checked)}
              />
              <ChangeHead change={change} />
              <Button
                variant="default"
                size="xs"
                disabled={blocked !== null}
                onClick={() => setAsked([change])}
              >
                {changesTexts.signOff}
              </Button>
            </div>
            <ChangeView change={change} />
          </li>
        ))}
      </ul>
      <SignOffDialog changes={asked} onClose={() => setAsked([])} />
    </>
  );
}

const hrefs: Readonly<Record<ChangeKind, (id: string) => string>> = {
  customer: customerPaths.one,
  virtualAccount: virtualAccountPaths.one,
  bankAccount: bankAccountPaths.one,
  webhook: webhookPaths.one,
};

/** What a change is of: the field, how grave it is, and the record, which it leads to. */
function ChangeHead({ change }: { change: ReportedChangeView }) {
  const { kind, resourceId, name } = change;
  return (
    <div className={classes['names']}>
      <span className={classes['field']}>
        <ToneIcon tone={toneOfWeight[change.weight]} />
        <strong>{labelOfField(change.path)}</strong>
      </span>
      <span>
        {changesTexts.kinds[kind]}{' '}
        <PageLink href={hrefs[kind](resourceId)} underline="always" data-veiled>
          {asSeen(name ?? resourceId)}
        </PageLink>
        {name !== null && <span className={`mono ${classes['id']}`}> {resourceId}</span>}
      </span>
    </div>
  );
}
