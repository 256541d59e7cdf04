/** Where genuine deliveries go on to, what came of it, and sending them again. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { AddTargetForm } from './add-target-form.tsx';
import { ForwardResults } from './forward-results.tsx';
import { TargetItem } from './target-item.tsx';
import { forwardingTexts } from './texts.ts';

export function ForwardingPart() {
  const { queries } = useBridge();
  const targets = useQuery(queries.forwarding.targets.queryOptions());
  const count = targets.data?.length ?? null;
  /** How many there were when the form was opened: it has done its work when there are others. */
  const [addingBeside, setAddingBeside] = useState<number | null>(null);
  const isAdding = addingBeside !== null && addingBeside === count;
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  const known = webhooks.data?.rows ?? [];
  return (
    <WebhooksFrame
      current={webhookPaths.forwarding}
      action={<Button onClick={() => setAddingBeside(count)}>{forwardingTexts.add}</Button>}
    >
      <div className={classes['body']}>
        {isAdding && (
          <Section title={forwardingTexts.form.title}>
            <AddTargetForm webhooks={known} onCancel={() => setAddingBeside(null)} />
          </Section>
        )}
        <DetailStates query={targets}>
          {(rows) => (rows.length === 0 ? <NoTargets /> : <Targets rows={rows} webhooks={known} />)}
        </DetailStates>
        <Section title={forwardingTexts.orderTitle}>
          <p className={classes['prose']}>{forwardingTexts.order}</p>
        </Section>
        {targets.data !== undefined && targets.data.length > 0 && (
          <ForwardResults targets={targets.data} />
        )}
      </div>
    </WebhooksFrame>
  );
}

function NoTargets() {
  return <EmptyState {...forwardingTexts.targetsEmpty} />;
}

function Targets(props: { rows: readonly ForwardTargetView[]; webhooks: readonly WebhookRow[] }) {
  return (
    <Section title={forwardingTexts.targets} lead={forwardingTexts.lead}>
      <ul className={classes['items']}>
        {props.rows.map((target) => (
          <TargetItem key={target.id} target={target} webhooks={props.webhooks} />
        ))}
      </ul>
    </Section>
  );
}
