/** What was noticed on reading, and that the very file was run before. */
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { keyed } from '../../../format/keyed.ts';
import { bulkPaths } from '../paths.ts';
import { bulkTexts } from '../texts.ts';
import classes from './draft.module.css';

const texts = bulkTexts.draft;

export function DraftNotes({ draft }: { draft: BulkDraft }) {
  return (
    <>
      <SameFile draft={draft} />
      {draft.notes.length > 0 && (
        <Notice tone="grey" title={texts.notes}>
          <ul className={classes['notes']}>
            {keyed(draft.notes, String).map(({ key, item }) => (
              <li key={key}>{item}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

export function SameFile({ draft }: { draft: BulkDraft }) {
  const { sameFile } = draft;
  if (sameFile === null) return null;
  return (
    <Notice
      tone="red"
      role="alert"
      title={texts.sameFile}
      actions={
        <PageLink href={bulkPaths.run(sameFile.runId)} underline="always">
          {texts.sameFileLink}
        </PageLink>
      }
    >
      {texts.sameFileBody(longInstant(sameFile.createdAt))}
    </Notice>
  );
}
