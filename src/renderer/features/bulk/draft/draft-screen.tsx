/** A file on its way to a run: columns, check, review. Nothing is sent before the last of them. */
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BulkDraft, BulkKind } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { PartLinks } from '../../../components/part-links.tsx';
import { formatBytes } from '../../../format/bytes.ts';
import { toFailure } from '../../../format/failures.ts';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import type { DraftRowsOf, DraftStep } from '../places.ts';
import { bulkTexts, rowsIn } from '../texts.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { CorrectingRows } from './correcting-rows.tsx';
import { DiscardButton } from './discard-button.tsx';
import { ReviewStep } from './review-step.tsx';

const texts = bulkTexts.draft;

export interface DraftScreenProps {
  id: string;
  step: DraftStep;
  /** Rows that the check shows; null: those that keep the most from being sent. */
  rows: DraftRowsOf | null;
}

export function DraftScreen({ id, step, rows }: DraftScreenProps) {
  const { queries } = useBridge();
  const draft = useQuery(queries.bulk.drafts.get.queryOptions({ input: { id } }));
  if (draft.error !== null && toFailure(draft.error).code === 'NOT_FOUND') return <Gone />;
  return (
    <>
      <PageHeader
        title={draft.data?.fileName ?? bulkTexts.start.title}
        back={<BackLink href={bulkPaths.root} label={bulkTexts.back} />}
        action={draft.data !== undefined && <DiscardButton draft={draft.data} />}
      />
      <DetailStates query={draft}>
        {(view) => (
          <>
            <div className={bulk['subtitle']}>{subtitleOf(view)}</div>
            <Steps draft={view} step={step} />
            <CorrectingRows draft={view}>
              <Body draft={view} step={step} rows={rows} />
            </CorrectingRows>
          </>
        )}
      </DetailStates>
    </>
  );
}

const subtitleOf = (draft: BulkDraft): string =>
  [
    bulkTexts.kinds[draft.kind],
    draft.status === 'reading' || draft.status === 'unreadable' ? null : rowsIn(draft.total),
    formatBytes(draft.bytes),
    draft.format.toUpperCase(),
  ]
    .filter((part) => part !== null)
    .join(' · ');

function Steps({ draft, step }: { draft: BulkDraft; step: DraftStep }) {
  if (draft.status === 'reading' || draft.status === 'unreadable') return null;
  const note = (count: number): string | undefined =>
    draft.status === 'ready' ? groupedCount(count) : undefined;
  return (
    <PartLinks
      label={bulkTexts.steps.label}
      current={bulkPaths.draft(draft.id, step)}
      parts={[
        { name: bulkTexts.steps.columns, href: bulkPaths.draft(draft.id, 'columns') },
        {
          name: bulkTexts.steps.check,
          href: bulkPaths.draft(draft.id, 'check'),
          note: note(draft.total),
        },
        {
          name: bulkTexts.steps.review,
          href: bulkPaths.draft(draft.id, 'review'),
          note: note(draft.counts.toSend),
        },
      ]}
    />
  );
}

function Body({ draft, step, rows }: { draft: BulkDraft } & Omit<DraftScreenProps, 'id'>) {
  if (draft.status === 'unreadable') return <Unreadable draft={draft} />;
  if (draft.status === 'reading') return <DraftProgress draft={draft} />;
  if (step === 'columns') return <ColumnsStep draft={draft} />;
  if (draft.status === 'checking') return <DraftProgress draft={draft} />;
  return step === 'check' ? <CheckStep draft={draft} rows={rows} /> : <ReviewStep draft={draft} />;
}

function Unreadable({ draft }: { draft: BulkDraft }) {
  return (
    <div className={bulk['notices']}>
      <Notice
        tone="red"
        role="alert"
        title={texts.unreadable}
        actions={<AnotherFile kind={draft.kind} label={texts.another} />}
      >
        {draft.sentence !== null && <p>{draft.sentence}</p>}
      </Notice>
    </div>
  );
}

function Gone() {
  return (
    <>
      <PageHeader
        title={bulkTexts.start.title}
        back={<BackLink href={bulkPaths.root} label={bulkTexts.back} />}
      />
      <EmptyState
        title={texts.gone}
        body={texts.goneBody}
        action={<AnotherFile kind={null} label={texts.goneAction} />}
      />
    </>
  );
}

function AnotherFile({ kind, label }: { kind: BulkKind | null; label: string }) {
  const href = kind === 'customer' ? bulkPaths.newCustomers : bulkPaths.newVirtualAccounts;
  return (
    <Button component={Link} href={href}>
      {label}
    </Button>
  );
}

/** How far reading or checking is. */
function DraftProgress({ draft }: { draft: Pick<BulkDraft, 'status' | 'done' | 'total'> }) {
  const { status, done, total } = draft;
  const isCounted = status === 'checking' && total > 0;
  const words = isCounted ? texts.checking(groupedCount(done), groupedCount(total)) : texts.reading;
  return (
    <div className={bulk['progress']} role="status">
      <span>{words}</span>
      <Progress
        value={isCounted ? (done / total) * 100 : 100}
        animated={!isCounted}
        aria-label={words}
      />
    </div>
  );
}
