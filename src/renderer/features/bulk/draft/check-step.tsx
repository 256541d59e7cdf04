/** What was found in the rows: those that cannot be sent, duplicates, remarks, and those to send. */
import { Button, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { BulkDraft, DuplicateIssues } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { FileButtons } from '../../../components/exports/file-buttons.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { allSeen } from '../../../components/outside-text.tsx';
import { PartLinks } from '../../../components/part-links.tsx';
import { ListFailure } from '../../../components/read-failure.tsx';
import { ToneIcon } from '../../../components/status-mark.tsx';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { type DraftRowsOf, draftRowsOf } from '../places.ts';
import { formatPlace, issueTones } from '../rows/row-issues.tsx';
import { bulkRunTexts } from '../run-texts.ts';
import { bulkFieldLabel, bulkTexts, rowsIn, things } from '../texts.ts';
import { useInclude } from './draft-columns.tsx';
import { SameFile } from './draft-notes.tsx';
import { DraftRows } from './draft-rows.tsx';
import classes from './folded-rows.module.css';
import { countOf, type FoldedState, firstRowsOf, isFolded } from './is-folded.ts';
import { HiddenRows, Resembling } from './unseen-notices.tsx';

interface FoldedRowsProps {
  draft: BulkDraft;
  shown: FoldedState;
  total: number;
}

/**
 * Many rows by what is said of them: one line a kind of remark, which opens onto its rows. The rows in
 * the order of the file stay one line below.
 */
function FoldedRows({ draft, shown, total }: FoldedRowsProps) {
  const { queries } = useBridge();
  const found = useQuery(
    queries.bulk.drafts.remarks.queryOptions({ input: { id: draft.id, standing: shown } }),
  );
  const kinds = found.data?.kinds;
  if (kinds === undefined) {
    if (found.error === null) return <SkeletonTable />;
    return <ListFailure title={bulkRunTexts.rows.failed} query={found} />;
  }
  return <Lines draft={draft} shown={shown} total={total} kinds={kinds} />;
}

const keyOf = ({ code, sentence }: DuplicateIssues): string => `${code} ${sentence}`;
const allRows = 'all';

function Lines({ draft, shown, total, kinds }: FoldedRowsProps & { kinds: DuplicateIssues[] }) {
  const [only] = kinds;
  const [open, setOpen] = useState(kinds.length === 1 && only !== undefined ? keyOf(only) : null);
  const line = (key: string, count: number, label: ReactNode, kind: DuplicateIssues | null) => (
    <li key={key} className={classes['kind']} data-open={open === key}>
      <button
        type="button"
        className={classes['line']}
        aria-expanded={open === key}
        onClick={() => setOpen(open === key ? null : key)}
      >
        <IconChevronRight size={15} stroke={1.75} aria-hidden className={classes['chevron']} />
        {label}
        <span className={classes['count']}>{rowsIn(count)}</span>
      </button>
      {open === key && (
        <DraftRows
          key={key}
          draft={draft}
          shown={shown}
          remark={kind === null ? null : { code: kind.code, sentence: kind.sentence }}
        />
      )}
    </li>
  );
  return (
    <ul className={classes['kinds']} aria-label={texts.kinds}>
      {kinds.map((kind) => line(keyOf(kind), kind.count, <Said kind={kind} />, kind))}
      {kinds.length > 1 && line(allRows, total, <span>{texts.allRows}</span>, null)}
    </ul>
  );
}

function Said({ kind }: { kind: DuplicateIssues }) {
  const place = formatPlace(kind);
  return (
    <>
      <ToneIcon tone={issueTones[kind.severity]} />
      <span>
        {place !== null && <strong>{allSeen(place)}</strong>}{' '}
        <span data-veiled>{allSeen(kind.sentence)}</span>
      </span>
    </>
  );
}

const texts = bulkTexts.check;

export interface CheckStepProps {
  draft: BulkDraft;
  rows: DraftRowsOf | null;
}

export function CheckStep({ draft, rows }: CheckStepProps) {
  const shown = rows ?? firstRowsOf(draft.counts);
  // Few files hide anything.
  const isShown = (known: DraftRowsOf): boolean =>
    known !== 'hidden' || known === shown || draft.counts.hidden > 0;
  return (
    <>
      <div className={bulk['fill']}>
        <div className={bulk['notices']}>
          <SameFile draft={draft} />
          <Missing draft={draft} />
          <HiddenRows draft={draft} />
          <Resembling draft={draft} isLinked />
        </div>
        <PartLinks
          label={texts.parts}
          current={bulkPaths.draftRows(draft.id, shown)}
          parts={draftRowsOf.filter(isShown).map((known) => ({
            name: texts.standings[known],
            href: bulkPaths.draftRows(draft.id, known),
            note: groupedCount(countOf(draft.counts, known)),
          }))}
        />
        <div className={bulk['over']}>
          <p className={bulk['lead']}>{texts.leads[shown]}</p>
          {shown === 'duplicate' && draft.counts.duplicate > 0 && <IncludeAll draft={draft} />}
          {shown === 'bad' && draft.counts.bad > 0 && <Problems draft={draft} />}
        </div>
        <Rows key={shown} draft={draft} shown={shown} />
      </div>
      <Next draft={draft} />
    </>
  );
}

function Missing({ draft }: { draft: BulkDraft }) {
  if (draft.missing.length === 0) return null;
  return (
    <Notice
      tone="amber"
      title={bulkTexts.columns.missing}
      actions={
        <Button component={Link} variant="default" href={bulkPaths.draft(draft.id, 'columns')}>
          {bulkTexts.columns.title}
        </Button>
      }
    >
      {bulkTexts.columns.missingHere(draft.missing.map(bulkFieldLabel).join(', '))}
    </Notice>
  );
}

function Problems({ draft }: { draft: BulkDraft }) {
  const { bridge } = useBridge();
  return (
    <FileButtons
      action={texts.problems}
      formats={['csv', 'xlsx']}
      make={(format) =>
        bridge.bulk.file({ subject: { what: 'problems', draftId: draft.id }, format })
      }
    />
  );
}

function Rows({ draft, shown }: { draft: BulkDraft; shown: DraftRowsOf }) {
  if (!isFolded(shown, draft.counts)) {
    return <DraftRows draft={draft} shown={shown} remark={null} />;
  }
  return <FoldedRows draft={draft} shown={shown} total={countOf(draft.counts, shown)} />;
}

function Next({ draft }: { draft: BulkDraft }) {
  const { toSend } = draft.counts;
  return (
    <div className={bulk['bar']}>
      {toSend === 0 ? (
        <span className={bulk['barNote']} data-tone="amber" role="status">
          {texts.nothing}
        </span>
      ) : (
        <Button component={Link} href={bulkPaths.draft(draft.id, 'review')}>
          {texts.next(rowsIn(toSend))}
        </Button>
      )}
    </div>
  );
}

/** All duplicates at once: to include them asks first, to leave them out does not. */
function IncludeAll({ draft }: { draft: BulkDraft }) {
  const include = useInclude();
  const [isAsking, setIsAsking] = useState(false);
  const { duplicate, included } = draft.counts;
  const change = (isIncluded: boolean): void =>
    include.mutate(
      { id: draft.id, rows: 'all', included: isIncluded },
      { onSuccess: () => setIsAsking(false) },
    );
  return (
    <Group gap={8}>
      {included < duplicate && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {texts.includeAll}
        </Button>
      )}
      {included > 0 && (
        <Button variant="default" loading={include.isPending} onClick={() => change(false)}>
          {texts.leaveOut}
        </Button>
      )}
      {include.error !== null && !isAsking && (
        <Failed title={texts.includeFailed} error={include.error} />
      )}
      <AskDialog
        isOpen={isAsking}
        title={texts.includeTitle}
        action={texts.includeAll}
        isBusy={include.isPending}
        error={include.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => change(true)}
      >
        <p>{texts.includeBody(things(draft.kind, duplicate))}</p>
      </AskDialog>
    </Group>
  );
}
