/** Says over the headings of a list that newer rows wait, and shows them. */
import { Button } from '@mantine/core';
import { stateTexts } from '../../texts/states.ts';
import classes from './data-table.module.css';
import type { Waiting } from './kept-rows.ts';

export function WaitingRows({ waiting, onShow }: { waiting: Waiting; onShow: () => void }) {
  return (
    <div className={classes['waiting']} role="status">
      {waiting !== null && (
        <Button size="compact-xs" radius="xl" onClick={onShow}>
          {waiting === 0 ? stateTexts.changed : stateTexts.newRows(waiting)}
        </Button>
      )}
    </div>
  );
}
