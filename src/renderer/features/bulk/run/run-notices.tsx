/** What needs someone: a run that stands still, rows whose outcome is unknown, answers that depart. */
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { customerPaths } from '../../customers/paths.ts';
import { unresolvedPaths } from '../../unresolved/paths.ts';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { bulkRunTexts as texts } from '../run-texts.ts';
import { things } from '../texts.ts';
import classes from './run.module.css';

export function RunNotices({ run }: { run: BulkRun }) {
  return (
    <div className={bulk['notices']}>
      {run.mismatches > 0 && <Mismatches run={run} />}
      <Standing run={run} />
      {run.counts.unknown > 0 && run.state !== 'interrupted' && <Unknown run={run} />}
    </div>
  );
}

function Standing({ run }: { run: BulkRun }) {
  const { state, cause, sentence } = run;
  switch (state) {
    case 'running':
      return null;
    case 'paused': {
      if (cause === 'departs') {
        const isOfCustomers = run.kind === 'customer';
        return (
          <Notice
            tone="red"
            role="alert"
            title={texts.paused.departs}
            actions={isOfCustomers && <DepartingLinks run={run} />}
          >
            {sentence !== null && <p>{sentence}</p>}
            <p>{isOfCustomers ? texts.paused.customersDepartBody : texts.paused.departsBody}</p>
          </Notice>
        );
      }
      const isByPerson = cause === 'person';
      return (
        <Notice
          tone={isByPerson ? 'grey' : 'amber'}
          role="status"
          title={isByPerson ? texts.paused.byPerson : texts.paused.bySelf}
        >
          {sentence !== null && !isByPerson && <p>{sentence}</p>}
          <p>{isByPerson ? texts.paused.byPersonBody : texts.paused.bySelfBody}</p>
        </Notice>
      );
    }
    case 'interrupted':
      return <Interrupted run={run} />;
    case 'stopped':
      return <Stopped run={run} />;
    case 'done':
      return <Done run={run} />;
  }
}

/** What is certain after the program ended, before anybody goes on. */
function Interrupted({ run }: { run: BulkRun }) {
  const { counts } = run;
  return (
    <Notice
      tone="amber"
      role="status"
      title={texts.interrupted.title}
      actions={counts.unknown > 0 && <ResolveLinks run={run} />}
    >
      <ul className={classes['list']}>
        <li>
          {texts.interrupted.certain(groupedCount(counts.created), groupedCount(counts.refused))}
        </li>
        <li>
          {counts.unknown === 0
            ? texts.interrupted.noneOpen
            : texts.interrupted.open(counts.unknown)}
        </li>
        <li>{texts.interrupted.waiting(counts.waiting)}</li>
      </ul>
    </Notice>
  );
}

/** Notice of a stopped run. For a run that came from a backup, what was sent since is not known. */
function Stopped({ run }: { run: BulkRun }) {
  const { cause, sentence, counts } = run;
  const isRestored = cause === 'restored';
  return (
    <Notice
      tone={isRestored ? 'amber' : 'grey'}
      role="status"
      title={isRestored ? texts.stopped.restored : texts.stopped.title}
    >
      <p>{(isRestored ? texts.stopped.restoredBody : texts.stopped.body)(counts.unsent)}</p>
      {sentence !== null && <p>{sentence}</p>}
    </Notice>
  );
}

function Done({ run }: { run: BulkRun }) {
  const { created, refused, unknown, unsent, leftOut } = run.counts;
  const isWhole = refused + unknown + unsent + leftOut === 0;
  return (
    <Notice
      tone={isWhole ? 'green' : 'grey'}
      role="status"
      title={texts.done.title(things(run.kind, created))}
    >
      {texts.done.rest(run.counts)}
    </Notice>
  );
}

function Unknown({ run }: { run: BulkRun }) {
  return (
    <Notice
      tone="amber"
      role="status"
      title={texts.unknown.title(run.counts.unknown)}
      actions={<ResolveLinks run={run} />}
    >
      {texts.unknown.body}
    </Notice>
  );
}

function ResolveLinks({ run }: { run: BulkRun }) {
  return (
    <>
      <PageLink href={unresolvedPaths.root} underline="always">
        {texts.unknown.settle}
      </PageLink>
      <PageLink href={bulkPaths.runRows(run.id, 'unknown')} underline="always">
        {texts.unknown.see}
      </PageLink>
    </>
  );
}

function Mismatches({ run }: { run: BulkRun }) {
  return (
    <Notice
      tone="red"
      role="alert"
      title={texts.mismatches.title(run.mismatches)}
      actions={<DepartingLinks run={run} />}
    >
      {texts.mismatches.body}
    </Notice>
  );
}

function DepartingLinks({ run: { kind, departing } }: { run: BulkRun }) {
  const href = kind === 'customer' ? customerPaths.one : virtualAccountPaths.one;
  return departing.map((id) => (
    <PageLink key={id} href={href(id)} underline="always" className="mono">
      {id}
    </PageLink>
  ));
}
