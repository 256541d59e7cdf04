/** Open changes, the gravest first: looked at one by one, signed off one by one or together. */
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { ChangeView, fieldInWords } from '../../components/changes/change-view.tsx';
import { SignOffDialog } from '../../components/changes/sign-off-dialog.tsx';
import { ChangeHead } from './change-head.tsx';
import classes from './changes.module.css';
import { changesTexts } from './texts.ts';

export function OpenChanges({ rows }: { rows: readonly ReportedChangeView[] }) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly ReportedChangeView[]>([]);
  // What is gone by now, or has changed again, is chosen no more.
  const chosen = rows.filter(({ id }) => marked.has(id));
  const isAll = chosen.length === rows.length;
  const mark = (id: string, isMarked: boolean): void => {
    const next = new Set(marked);
    if (isMarked) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <>
      <p className={classes['lead']}>{changesTexts.lead}</p>
      <div className={classes['together']}>
        <Checkbox
          size="xs"
          label={changesTexts.chooseAll}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={() => setMarked(new Set(isAll ? [] : rows.map(({ id }) => id)))}
        />
        {chosen.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsked(chosen)}>
            {changesTexts.signOffChosen(chosen.length)}
          </Button>
        )}
      </div>
      <ul className={classes['changes']} aria-label={changesTexts.listLabel}>
        {rows.map((change) => (
          <li key={change.id} data-weight={change.weight}>
            <div className={classes['head']}>
              <Checkbox
                size="xs"
                aria-label={changesTexts.choose(
                  `${fieldInWords(change.path)}, ${change.name ?? change.resourceId}`,
                )}
                checked={marked.has(change.id)}
                onChange={(event) => mark(change.id, event.currentTarget.checked)}
              />
              <ChangeHead change={change} />
              <Button variant="default" size="xs" onClick={() => setAsked([change])}>
                {changesTexts.signOff}
              </Button>
            </div>
            <ChangeView change={change} />
          </li>
        ))}
      </ul>
      <SignOffDialog changes={asked} onClose={() => setAsked([])} />
    </>
  );
}
