/** In a detail: what of the record changed at the service, whole, until somebody signs it off. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeKind, ReportedChangeView } from '../../../bridge/changes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { Notice } from '../notice.tsx';
import { toneOfWeight } from './change-mark.tsx';
import { ChangeView, labelOfField } from './change-view.tsx';
import classes from './changes.module.css';
import { SignOffDialog } from './sign-off-dialog.tsx';

export function ChangeAlarm({ kind, id }: { kind: ChangeKind; id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const blocked = useSignOffBlock();
  const [chosen, setChosen] = useState<readonly ReportedChangeView[]>([]);
  const input = { kind, resourceId: id, limit: 200 };
  const changes = useQuery({
    ...queries.changes.list.queryOptions({ input }),
    enabled: knownAt === null,
  });
  const rows = knownAt === null ? (changes.data?.rows ?? []) : [];
  const [gravest] = rows;
  const texts = changesTexts.alarm;
  const isDestination = gravest?.weight === 'destination';
  return (
    <>
      {gravest !== undefined && (
        <div className={classes['alarm']}>
          <Notice
            tone={toneOfWeight[gravest.weight]}
            role="alert"
            title={isDestination ? texts.destination : texts.other}
            actions={
              <Button
                variant="default"
                disabled={blocked !== null}
                title={blocked ?? undefined}
                onClick={() => setChosen(rows)}
              >
                {changesTexts.signOffAll(rows.length)}
              </Button>
            }
          >
            <p>{isDestination ? texts.destinationBody : texts.body}</p>
            {rows.map((change) => (
              <div key={change.id}>
                <strong>{labelOfField(change.path)}</strong>
                <ChangeView change={change} />
              </div>
            ))}
          </Notice>
        </div>
      )}
      <SignOffDialog changes={chosen} onClose={() => setChosen([])} />
    </>
  );
}
