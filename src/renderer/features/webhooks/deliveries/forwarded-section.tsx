/** Where a delivery went on to, and sending it again. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Failed } from '../../../components/failure-notice.tsx';
import { ShortMoment } from '../../../components/moment.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { openDocument } from '../../../components/secret-entry/use-document.ts';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { ForwardStateMark } from '../forwarding/forward-state-mark.tsx';
import { webhookPaths } from '../paths.ts';
import { isVerified } from '../signature-checks.ts';
import classes from '../webhooks.module.css';
import { deliveryTexts } from './texts.ts';

const texts = deliveryTexts.detail;

export function ForwardedSection({ delivery }: { delivery: DeliveryDetail }) {
  const { queries } = useBridge();
  const targets = useQuery(queries.forwarding.targets.queryOptions());
  return (
    <Section title={texts.forwards}>
      {delivery.forwarded.length === 0 && (
        <p className={`${classes['prose']} dimmed`}>{texts.forwardsNone}</p>
      )}
      <ul className={classes['rows']}>
        {delivery.forwarded.map((forward) => (
          <li key={forward.id}>
            <ForwardStateMark forward={forward} />
            <span>{forward.targetName}</span>
            <span className={`${classes['grow']} dimmed`}>{forward.sentence}</span>
            {forward.lastTriedAt !== null && <ShortMoment at={forward.lastTriedAt} />}
          </li>
        ))}
      </ul>
      {!isVerified(delivery.verdict.kind) ? (
        <p className={`${classes['prose']} dimmed`}>{texts.replayOnlyGenuine}</p>
      ) : (
        targets.data !== undefined && (
          <ReplayOne arrival={delivery.arrival} targets={targets.data} />
        )
      )}
    </Section>
  );
}

function ReplayOne(props: { arrival: number; targets: readonly ForwardTargetView[] }) {
  const { queries } = useBridge();
  const { arrival, targets } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const replay = useMutation(
    queries.forwarding.replay.mutationOptions({ onSuccess: ({ path }) => openDocument(path) }),
  );
  const targetId = chosen ?? targets[0]?.id;
  if (targetId === undefined) {
    return (
      <p className={`${classes['prose']} dimmed`}>
        {texts.noTargets}{' '}
        <PageLink href={webhookPaths.forwarding} underline="always">
          {texts.addTarget}
        </PageLink>
      </p>
    );
  }
  return (
    <>
      <div className={classes['actions']}>
        <NativeSelect
          size="xs"
          label={texts.replayTo}
          value={targetId}
          data={targets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={replay.isPending}
          onClick={() => replay.mutate({ targetId, selection: { by: 'one', arrival } })}
        >
          {texts.replay}
        </Button>
      </div>
      <div className={classes['gap']} role="status">
        <Failed error={replay.error} />
        {replay.isSuccess &&
          (replay.data.queued === null ? (
            <SecretEntryStatus entry={{ opened: replay.data, failure: null }} />
          ) : (
            <StatusMark tone="blue">{texts.replayed}</StatusMark>
          ))}
      </div>
    </>
  );
}
