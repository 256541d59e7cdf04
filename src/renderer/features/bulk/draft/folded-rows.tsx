/**
 * Many rows by what is said of them: one line a kind of remark, which opens onto its rows. The rows in
 * the order of the file stay one line below.
 */
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BulkDraft, DuplicateIssues } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { allSeen } from '../../../components/outside-text.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { ToneIcon } from '../../../components/status-mark.tsx';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import bulk from '../bulk.module.css';
import { formatPlace, issueTones } from '../rows/row-issues.tsx';
import { bulkRunTexts } from '../run-texts.ts';
import { bulkTexts, rowsIn } from '../texts.ts';
import { DraftRows } from './draft-rows.tsx';
import classes from './folded-rows.module.css';
import type { FoldedState } from './is-folded.ts';

const texts = bulkTexts.check;

export interface FoldedRowsProps {
  draft: BulkDraft;
  shown: FoldedState;
  total: number;
}

export function FoldedRows({ draft, shown, total }: FoldedRowsProps) {
  const { queries } = useBridge();
  const found = useQuery(
    queries.bulk.drafts.remarks.queryOptions({ input: { id: draft.id, standing: shown } }),
  );
  const kinds = found.data?.kinds;
  if (kinds === undefined) {
    if (found.error === null) return <SkeletonTable />;
    return (
      <div className={bulk['notices']}>
        <ReadFailure
          title={bulkRunTexts.rows.failed}
          error={found.error}
          onReadAgain={() => void found.refetch()}
        />
      </div>
    );
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
