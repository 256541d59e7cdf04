/** Columns that are not used although their names look like fields: what they hold would be lost unseen. */
import type { BulkColumn, BulkDraft } from '../../../../bridge/bulk.ts';
import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { bulkPaths } from '../paths.ts';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';

/** A column of the file by its heading, or by its place where it has none. */
export const columnName = ({ heading, index }: Pick<BulkColumn, 'heading' | 'index'>): string =>
  heading.trim() === '' ? bulkTexts.columns.noHeading(index + 1) : heading;

const texts = bulkTexts.columns;

export interface ResemblingProps {
  draft: BulkDraft;
  /** The columns are chosen elsewhere: leads there. */
  isLinked?: boolean;
}

export function Resembling({ draft, isLinked = false }: ResemblingProps) {
  const pairs = draft.columns.flatMap((column) => {
    const { resembles, isHidden } = column;
    if (resembles === null || isHidden) return [];
    return [[columnName(column), bulkFieldLabel(resembles)] as const];
  });
  if (pairs.length === 0) return null;
  return (
    <Notice
      tone="amber"
      role="status"
      title={texts.resembling(pairs.length)}
      actions={
        isLinked && (
          <PageLink href={bulkPaths.draft(draft.id, 'columns')} underline="always">
            {texts.title}
          </PageLink>
        )
      }
    >
      {texts.resemblingBody(pairs)}
    </Notice>
  );
}
