/** The file with what became of every row, and the way to what was created. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { FileButtons } from '../../../components/exports/file-buttons.tsx';
import { customerPaths } from '../../customers/paths.ts';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import bulk from '../bulk.module.css';
import { bulkRunTexts } from '../run-texts.ts';

const texts = bulkRunTexts.result;

export function RunResult({ run }: { run: BulkRun }) {
  const { bridge } = useBridge();
  const isOver = run.state === 'done' || run.state === 'stopped';
  const list = run.kind === 'customer' ? customerPaths.root : virtualAccountPaths.root;
  return (
    <section className={bulk['over']} aria-label={texts.title}>
      <div>
        <FileButtons
          action={texts.download}
          formats={['csv', 'xlsx']}
          make={(format) =>
            bridge.bulk.file({ subject: { what: 'result', runId: run.id }, format })
          }
        />
        <p className={bulk['lead']}>{isOver ? texts.lead : texts.soFar}</p>
      </div>
      {run.counts.created > 0 && (
        <Anchor component={Link} href={list} underline="always">
          {texts.seeCreated[run.kind]}
        </Anchor>
      )}
    </section>
  );
}
