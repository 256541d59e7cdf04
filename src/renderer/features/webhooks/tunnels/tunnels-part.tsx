/** The ways in from outside, each with its last proof, and the receiver that they lead to. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { AddTunnelForm } from './add-tunnel-form.tsx';
import { ReceiverSection } from './receiver-section.tsx';
import { tunnelTexts } from './texts.ts';
import { TunnelItem } from './tunnel-item.tsx';

export function TunnelsPart() {
  const { queries } = useBridge();
  const tunnels = useQuery(queries.tunnels.list.queryOptions());
  const count = tunnels.data?.rows.length ?? null;
  /** How many there were when the form was opened: it has done its work when there are others. */
  const [addingBeside, setAddingBeside] = useState<number | null>(null);
  const isAdding = addingBeside !== null && addingBeside === count;
  const webhooks = useQuery({
    ...queries.webhooks.list.queryOptions(),
    // What was turned away is counted without a notice.
    refetchInterval: 10_000,
  });
  const receiver = webhooks.data?.receiver;
  return (
    <WebhooksFrame
      current={webhookPaths.tunnels}
      action={<Button onClick={() => setAddingBeside(count)}>{tunnelTexts.add}</Button>}
    >
      <div className={classes['body']}>
        <DetailStates query={tunnels}>
          {({ rows, unavailable, notices }) => (
            <>
              {notices.length > 0 && (
                <div className={classes['notices']}>
                  {notices.map((notice) => (
                    <Notice key={notice} tone="amber">
                      <span className={classes['notice']}>{notice}</span>
                    </Notice>
                  ))}
                </div>
              )}
              {isAdding && (
                <Section title={tunnelTexts.form.title}>
                  <AddTunnelForm
                    unavailable={unavailable}
                    receiverOrigin={receiver?.origin ?? null}
                    onCancel={() => setAddingBeside(null)}
                  />
                </Section>
              )}
              {rows.length === 0 ? (
                !isAdding && <EmptyState {...tunnelTexts.empty} />
              ) : (
                <Section title={tunnelTexts.listLabel} lead={tunnelTexts.lead}>
                  <ul className={classes['items']}>
                    {rows.map((tunnel) => (
                      <TunnelItem key={tunnel.id} tunnel={tunnel} />
                    ))}
                  </ul>
                </Section>
              )}
            </>
          )}
        </DetailStates>
        {receiver !== undefined && <ReceiverSection receiver={receiver} />}
      </div>
    </WebhooksFrame>
  );
}
