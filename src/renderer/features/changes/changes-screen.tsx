/** All that the service says otherwise than before: open, or signed off. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useOpenChanges } from '../../components/changes/use-open-changes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { groupedCount } from '../../format/words.ts';
import classes from './changes.module.css';
import { OpenChanges } from './open-changes.tsx';
import { changePaths } from './paths.ts';
import { SignedOffChanges } from './signed-off-changes.tsx';
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
        <Changes key={String(isOpen)} isOpen={isOpen} />
      </div>
    </>
  );
}

function Changes({ isOpen }: { isOpen: boolean }) {
  const { queries } = useBridge();
  const state = isOpen ? ('open' as const) : ('signed-off' as const);
  const changes = useQuery(queries.changes.list.queryOptions({ input: { state, limit: shown } }));
  const { data } = changes;
  const texts = changesTexts;
  return (
    <>
      <ReadFailure
        title={texts.failed}
        error={changes.error}
        onReadAgain={() => void changes.refetch()}
      />
      {data === undefined && changes.error === null && <SkeletonTable />}
      {data?.total === 0 && (
        <EmptyState
          title={isOpen ? texts.emptyTitle : texts.noneSignedOff}
          body={isOpen ? texts.emptyBody : texts.noneSignedOffBody}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          {isOpen ? <OpenChanges rows={data.rows} /> : <SignedOffChanges rows={data.rows} />}
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
