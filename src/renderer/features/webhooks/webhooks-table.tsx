/** The rows of the list, what stands over them, and how old they are. */
import type { InferContractRouterOutputs } from '@orpc/contract';
import { useState } from 'react';
import type { webhooksContract } from '../../../bridge/webhooks.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { heldRows } from '../../components/table/windowed-rows.ts';
import { useNow } from '../../components/use-now.ts';
import { asOf, longInstant } from '../../format/instants.ts';
import { stateTexts } from '../../texts/states.ts';
import { webhookPaths } from './paths.ts';
import { webhookTexts } from './texts.ts';
import { webhookColumns } from './webhook-columns.tsx';
import classes from './webhooks.module.css';

export type WebhookList = InferContractRouterOutputs<typeof webhooksContract>['list'];

export function WebhooksTable(props: { list: WebhookList; selectedId: string | null }) {
  const { list, selectedId } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const labels = [...new Set(list.rows.flatMap((row) => row.labels))].toSorted();
  // When nothing carries it any more, all are shown again.
  const label = chosen !== null && labels.includes(chosen) ? chosen : null;
  const rows = label === null ? list.rows : list.rows.filter((row) => row.labels.includes(label));
  return (
    <>
      <div className={classes['toolbar']}>
        <LabelFilter value={label} labels={labels} onChange={setChosen} />
        <ListFile listed={{ list: 'webhooks', label }} />
      </div>
      <ListFacts list={list} />
      <div className={classes['table']}>
        <DataTable
          label={webhookTexts.listLabel}
          columns={webhookColumns}
          rows={heldRows(rows)}
          idOf={(row) => row.id}
          hrefOf={(row) => webhookPaths.one(row.id)}
          selectedId={selectedId}
          listKey={`webhooks ${label}`}
        />
      </div>
    </>
  );
}

function ListFacts({ list }: { list: WebhookList }) {
  const now = useNow();
  return (
    <div className={classes['facts']}>
      {list.mayExist.length > 0 && <span>{webhookTexts.mayExist(list.mayExist.length)}</span>}
      {list.asOf !== null && (
        <span title={stateTexts.asOfHint(longInstant(list.asOf))}>
          {stateTexts.asOf(asOf(list.asOf, now))}
        </span>
      )}
      <span>{webhookTexts.knownHint}</span>
    </div>
  );
}
