/** Exports what the filter lets through: format, progress, and the file when it is there. */
import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportView, TimelineFilter } from '../../../../bridge/timeline.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { RadioChoices } from '../../../components/radio-choices.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import classes from '../timeline.module.css';
import { exportTexts as texts } from './texts.ts';
import type { TimelineExport } from './use-export.ts';

const formats = ['csv', 'jsonl', 'report'] as const;

export interface ExportDialogProps {
  isOpen: boolean;
  filter: TimelineFilter;
  /** Events that pass the filter; null while that is not known. */
  count: number | null;
  kept: TimelineExport;
  onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const close = () => {
    props.kept.putAway();
    props.onClose();
  };
  return (
    <Modal opened={props.isOpen} onClose={close} title={texts.title}>
      <ExportForm {...props} onClose={close} />
    </Modal>
  );
}

function ExportForm({ filter, count, kept, onClose }: ExportDialogProps) {
  const { view, error } = kept;
  const [format, setFormat] = useState<ExportView['format']>('csv');
  return (
    <Stack gap="sm">
      {view === null && count !== null && <p>{texts.lead(groupedCount(count))}</p>}
      {view === null && (
        <RadioChoices
          label={texts.format}
          choices={formats}
          texts={texts.formats}
          value={format}
          onChange={setFormat}
        />
      )}
      {view === null && <p className="dimmed">{texts.secrets}</p>}
      <Failed error={error} />
      {view !== null && <ExportState view={view} />}
      {view === null ? (
        <DialogActions
          action={texts.action}
          isBusy={kept.isStarting}
          onCancel={onClose}
          onAct={() => kept.start(filter, format)}
        />
      ) : (
        <StartedActions view={view} onClose={onClose} onAgain={kept.putAway} />
      )}
    </Stack>
  );
}

interface StartedActionsProps {
  view: ExportView;
  onClose: () => void;
  onAgain: () => void;
}

function StartedActions({ view, onClose, onAgain }: StartedActionsProps) {
  const { queries } = useBridge();
  const cancel = useMutation(queries.timeline.exports.cancel.mutationOptions());
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {texts.back}
      </Button>
      {view.status === 'running' ? (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: view.id })}
        >
          {texts.cancel}
        </Button>
      ) : (
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
      )}
      {view.status === 'done' && view.path !== null && (
        <Button component="a" href={view.path} download={view.fileName}>
          {texts.download(view.fileName)}
        </Button>
      )}
    </Group>
  );
}

const tones = { running: 'blue', done: 'green', cancelled: 'grey', failed: 'red' } as const;

export function ExportState({ view }: { view: ExportView }) {
  const { status, done, total } = view;
  const words = status === 'done' ? texts.states.done(groupedCount(done)) : texts.states[status];
  return (
    <Stack gap={6}>
      <span role="status">
        <StatusMark tone={tones[status]}>{words}</StatusMark>
      </span>
      {status === 'running' && (
        <>
          <Progress
            value={total === 0 ? 0 : (done / total) * 100}
            aria-label={texts.progress(groupedCount(done), groupedCount(total))}
          />
          <span className="dimmed">{texts.progress(groupedCount(done), groupedCount(total))}</span>
        </>
      )}
      {view.sentence !== null && <p>{view.sentence}</p>}
      {view.savedTo !== null && (
        <p>
          {texts.savedTo} <span className="mono">{view.savedTo}</span>
        </p>
      )}
    </Stack>
  );
}

/** An export whose dialog was closed: how far it is, and the way back to it. */
export function ExportLine({ kept, onShow }: { kept: TimelineExport; onShow: () => void }) {
  const { view } = kept;
  if (view === null) return null;
  const { status, done, total } = view;
  const words =
    status === 'running'
      ? texts.progress(groupedCount(done), groupedCount(total))
      : texts.ended[status];
  return (
    <div className={classes['indexing']} role="status">
      <strong>{texts.line}</strong>
      <span>{words}</span>
      {status === 'running' && (
        <Progress
          className={classes['bar'] ?? ''}
          value={total === 0 ? 0 : (done / total) * 100}
          aria-label={words}
        />
      )}
      <Button variant="default" size="compact-xs" onClick={onShow}>
        {texts.show}
      </Button>
    </div>
  );
}
