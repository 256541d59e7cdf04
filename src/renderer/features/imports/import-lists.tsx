/** The rows and the problems of what was read, a page at a time. */

import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportRow, ImportView } from '../../../bridge/imports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { pageSize } from '../../components/table/paging.ts';
import type { PageQuery } from '../../components/table/use-paged-rows.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import classes from './imports.module.css';
import { formatImportField, importTexts as texts } from './texts.ts';

/** How loud each kind of row is. */
export const tones: Readonly<Record<keyof ImportView['counts'], Tone>> = {
  new: 'green',
  adds: 'green',
  changes: 'amber',
  same: 'grey',
  problems: 'red',
};

const pagesTexts = texts.pages;

interface ImportPagesProps {
  /** Name of the list. */
  of: string;
  /** Rows of all pages. */
  total: number;
  pages: Omit<Pages<unknown>, 'rows'>;
}

/** Which page of a list is shown, and the way to the others; nothing where there is one page. */
function ImportPages(props: ImportPagesProps) {
  const { of, total } = props;
  const { page, error, isThere, onPage } = props.pages;
  if (total <= pageSize) return null;
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total);
  return (
    <>
      <Failed title={pagesTexts.failed} error={error} />
      <nav className={classes['pages']} aria-label={pagesTexts.label(of)}>
        <Turn label={pagesTexts.previous} isAtEnd={page === 0} onTurn={() => onPage(page - 1)} />
        <Turn label={pagesTexts.next} isAtEnd={last === total} onTurn={() => onPage(page + 1)} />
        <span role="status">
          {isThere &&
            pagesTexts.range(groupedCount(first), groupedCount(last), groupedCount(total))}
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

const pathsOf = {
  customer: customerPaths,
  virtualAccount: virtualAccountPaths,
  bankAccount: bankAccountPaths,
  webhook: webhookPaths,
} as const;

interface Pages<Row> {
  rows: readonly Row[];
  /** From 0. */
  page: number;
  error: unknown;
  /** The rows are of this page: until it is read, those of the one before may be there. */
  isThere: boolean;
  onPage: (page: number) => void;
}

/** The view holds the first page, and what was read never changes: nothing of the others is kept. */
function usePages<Row>(
  first: readonly Row[],
  pageQuery: (offset: number) => PageQuery<{ rows: Row[] }>,
): Pages<Row> {
  const [page, onPage] = useState(0);
  const { data, error, isSuccess, isPlaceholderData } = useQuery({
    ...pageQuery(page * pageSize),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled: page > 0,
  });
  const isThere = page === 0 || (isSuccess && !isPlaceholderData);
  return { rows: page === 0 ? first : (data?.rows ?? []), page, error, isThere, onPage };
}

export function ImportRows({ view }: { view: ImportView }) {
  const { queries } = useBridge();
  const pages = usePages(view.rows, (offset) =>
    queries.imports.rows.list.queryOptions({
      input: { id: view.id, offset, limit: pageSize },
    }),
  );
  const { counts } = view;
  const total = counts.new + counts.adds + counts.changes + counts.same;
  return (
    <Section title={view.status === 'kept' ? texts.records : texts.rows}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.head.row}</th>
            <th scope="col">{texts.head.kind}</th>
            <th scope="col">{texts.head.id}</th>
            <th scope="col">{texts.head.standing}</th>
            <th scope="col">{texts.head.what}</th>
          </tr>
        </thead>
        <tbody>
          {pages.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one reading never move
            <tr key={index}>
              <td>{groupedCount(row.row)}</td>
              <td>{texts.kinds[row.kind]}</td>
              <td className="mono">
                {view.status === 'kept' ? (
                  <PageLink href={pathsOf[row.kind].one(row.id)} underline="always">
                    {allSeen(row.id)}
                  </PageLink>
                ) : (
                  allSeen(row.id)
                )}
              </td>
              <td>
                <StatusMark tone={tones[row.standing]}>{texts.standings[row.standing]}</StatusMark>
              </td>
              <td>
                <Changes row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ImportPages of={texts.rows} {...{ total, pages }} />
    </Section>
  );
}

function Changes({ row: { changes, more, notes } }: { row: ImportRow }) {
  return (
    <ul className={classes['changes']}>
      {changes.map(({ field, was, is }) => (
        <li key={field}>
          <span className="dimmed">{allSeen(formatImportField(field))}:</span>{' '}
          {was !== null && (
            <>
              <span className={classes['was']}>{allSeen(was)}</span>{' '}
            </>
          )}
          {allSeen(is ?? texts.noValue)}
        </li>
      ))}
      {more > 0 && <li className="dimmed">{texts.moreFields(groupedCount(more), more === 1)}</li>}
      {notes.map((note) => (
        <li key={note}>
          <StatusMark tone="amber">{note}</StatusMark>
        </li>
      ))}
    </ul>
  );
}

export function ImportProblems({ view }: { view: ImportView }) {
  const { queries } = useBridge();
  const pages = usePages(view.problems, (offset) =>
    queries.imports.problems.list.queryOptions({
      input: { id: view.id, offset, limit: pageSize },
    }),
  );
  const total = view.counts.problems;
  return (
    <Section title={texts.problems} lead={texts.problemsLead}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.head.row}</th>
            <th scope="col">{texts.head.column}</th>
            <th scope="col">{texts.head.reason}</th>
          </tr>
        </thead>
        <tbody>
          {pages.rows.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems of one reading never move
            <tr key={index}>
              <td>{groupedCount(problem.row)}</td>
              <td>{problem.column ?? ''}</td>
              <td>{allSeen(problem.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ImportPages of={texts.problems} {...{ total, pages }} />
    </Section>
  );
}
