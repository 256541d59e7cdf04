/** An order under way: how far it is, the file when it is there, and who was left out. */
import { Button, Group, Progress, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SheetsFile } from '../../../bridge/deposit-sheets.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FileDone } from '../../components/exports/file-done.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { LeftOutList } from './sheet-check.tsx';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

const tones = { running: 'blue', done: 'green', cancelled: 'grey', failed: 'red' } as const;

export interface SheetOutcomeProps {
  begun: SheetsFile;
  onAgain: () => void;
  onClose: () => void;
}

export function SheetOutcome({ begun, onAgain, onClose }: SheetOutcomeProps) {
  const { queries } = useBridge();
  const input = { id: begun.id };
  const followed = useQuery(queries.exports.get.queryOptions({ input }));
  const cancel = useMutation(queries.exports.cancel.mutationOptions());
  const file: ExportFile = followed.data ?? begun;
  const isOver = file.status !== 'running';
  const told = useQuery({ ...queries.depositSheets.get.queryOptions({ input }), enabled: isOver });
  // The button that was pressed is gone, and so would be the place of whoever uses the keyboard.
  const state = useRef<HTMLDivElement>(null);
  useEffect(() => state.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md">
      <div ref={state} tabIndex={-1} className={classes['state']}>
        <FileState file={file} />
      </div>
      {isOver && <LeftOutList {...(told.data ?? begun)} />}
      <Failed error={followed.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        {!isOver && (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: file.id })}
          >
            {texts.cancel}
          </Button>
        )}
        {isOver && (
          <Button variant="default" onClick={onAgain}>
            {texts.again}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function FileState({ file }: { file: ExportFile }) {
  const { status, done, total } = file;
  const words =
    status === 'done'
      ? texts.states.done(counted(done, texts.noun.one, texts.noun.many))
      : texts.states[status];
  const progress = texts.progress(groupedCount(done), groupedCount(total));
  return (
    <Stack gap={6}>
      <span role="status">
        <StatusMark tone={tones[status]}>{words}</StatusMark>
      </span>
      {status === 'running' && (
        <>
          <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={progress} />
          <span className="dimmed">{progress}</span>
        </>
      )}
      {file.sentence !== null && <p>{file.sentence}</p>}
      {status === 'done' && (
        <p className={classes['fileName']}>
          <FileDone file={file} />
        </p>
      )}
    </Stack>
  );
}
