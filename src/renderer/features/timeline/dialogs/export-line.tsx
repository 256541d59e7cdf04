/** An export whose dialog was closed: how far it is, and the way back to it. */
import { Button, Progress } from '@mantine/core';
import { groupedCount } from '../../../format/words.ts';
import classes from '../timeline.module.css';
import { exportTexts as texts } from './texts.ts';
import type { TimelineExport } from './use-export.ts';

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
