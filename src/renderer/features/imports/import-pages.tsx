/** Which page of a list is shown, and the way to the others; nothing where there is one page. */
import { Button } from '@mantine/core';
import { groupedCount } from '../../../bridge/words.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { pageSize } from '../../components/table/paging.ts';
import classes from './imports.module.css';
import { importTexts } from './texts.ts';

const texts = importTexts.pages;

export interface ImportPagesProps {
  /** Name of the list. */
  of: string;
  /** From 0. */
  page: number;
  /** Rows of all pages. */
  total: number;
  error: unknown;
  /** The rows are of this page: until it is read, those of the one before may be there. */
  isThere: boolean;
  onPage: (page: number) => void;
}

export function ImportPages(props: ImportPagesProps) {
  const { of, page, total, error, isThere, onPage } = props;
  if (total <= pageSize) return null;
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total);
  return (
    <>
      <Failed title={texts.failed} error={error} />
      <nav className={classes['pages']} aria-label={texts.label(of)}>
        <Turn label={texts.previous} isAtEnd={page === 0} onTurn={() => onPage(page - 1)} />
        <Turn label={texts.next} isAtEnd={last === total} onTurn={() => onPage(page + 1)} />
        <span role="status">
          {isThere && texts.range(groupedCount(first), groupedCount(last), groupedCount(total))}
        </span>
      </nav>
    </>
  );
}

interface TurnProps {
  label: string;
  isAtEnd: boolean;
  onTurn: () => void;
}

/** Stays in reach of the keyboard at the end, so that the focus is not lost by turning there. */
function Turn({ label, isAtEnd, onTurn }: TurnProps) {
  return (
    <Button
      size="xs"
      variant="default"
      {...(isAtEnd ? { 'data-disabled': true } : {})}
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onTurn();
      }}
    >
      {label}
    </Button>
  );
}
