/** Files that were read and not started: each to go on with, or to discard. */
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DiscardButton } from '../draft/discard-button.tsx';
import { bulkPaths } from '../paths.ts';
import { bulkTexts, rowsIn } from '../texts.ts';
import classes from './list.module.css';

const texts = bulkTexts.list;

export function DraftList() {
  const { queries } = useBridge();
  const drafts = useQuery(queries.bulk.drafts.list.queryOptions());
  if (drafts.data === undefined || drafts.data.length === 0) return null;
  return (
    <section className={classes['drafts']} aria-labelledby="bulk-drafts">
      <Title order={2} id="bulk-drafts">
        {texts.drafts}
      </Title>
      <p className={classes['hint']}>{texts.draftHint}</p>
      <ul className={classes['list']}>
        {drafts.data.map((draft) => (
          <li key={draft.id}>
            <span className={classes['words']}>
              <strong>{draft.fileName}</strong> <span className="dimmed">{stateOf(draft)}</span>
            </span>
            <span className={classes['buttons']}>
              <Button
                component={Link}
                variant="default"
                href={bulkPaths.draft(draft.id, 'columns')}
                aria-label={texts.openFile(draft.fileName)}
              >
                {texts.openDraft}
              </Button>
              <DiscardButton draft={draft} isInList />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ kind, status, total }: BulkDraft): string {
  const rows =
    status === 'reading'
      ? texts.reading
      : status === 'unreadable'
        ? texts.unreadable
        : rowsIn(total);
  return texts.draft(bulkTexts.kinds[kind], rows);
}
