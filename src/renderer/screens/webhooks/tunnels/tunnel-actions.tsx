/** Open, close, prove, forget, remove. What can't be taken back asks first. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { toFailure } from '../../../format/failures.ts';
import { tunnelTexts } from '../../../texts/tunnels.ts';
import classes from '../webhooks.module.css';

const texts = tunnelTexts.item;

export function TunnelActions({ tunnel }: { tunnel: TunnelView }) {
  const { queries } = useBridge();
  const [asking, setAsking] = useState<'remove' | 'forget' | 'trust' | null>(null);
  const open = useMutation(queries.tunnels.open.mutationOptions());
  const close = useMutation(queries.tunnels.close.mutationOptions());
  const prove = useMutation(queries.tunnels.prove.mutationOptions());
  const back = () => setAsking(null);
  const remove = useMutation(queries.tunnels.remove.mutationOptions({ onSuccess: back }));
  const forget = useMutation(queries.tunnels.forgetHostKey.mutationOptions({ onSuccess: back }));
  const trust = useMutation(queries.tunnels.trustHostKey.mutationOptions({ onSuccess: back }));
  const one = { id: tunnel.id };
  const { hostKeyToTrust } = tunnel;
  const isOpen = tunnel.isWanted && tunnel.state !== 'closed';
  const error = open.error ?? close.error ?? prove.error;
  return (
    <>
      <div className={classes['actions']}>
        {isOpen ? (
          <>
            <Action
              label={texts.prove}
              of={tunnel}
              mutation={prove}
              run={() => prove.mutate(one)}
            />
            <Action
              label={texts.close}
              of={tunnel}
              mutation={close}
              run={() => close.mutate(one)}
            />
          </>
        ) : (
          <Action
            isMain
            label={texts.open}
            of={tunnel}
            mutation={open}
            run={() => open.mutate(one)}
          />
        )}
        {hostKeyToTrust !== null && (
          <Action isMain label={texts.trust} of={tunnel} run={() => setAsking('trust')} />
        )}
        {tunnel.hostKey !== null && (
          <Action label={texts.forget} of={tunnel} run={() => setAsking('forget')} />
        )}
        {tunnel.kind !== 'sandbox' && (
          <Action label={texts.remove} of={tunnel} run={() => setAsking('remove')} />
        )}
      </div>
      {error !== null && (
        <div className={classes['gap']}>
          <FailureNotice failure={toFailure(error)} />
        </div>
      )}
      <AskDialog
        isOpen={asking === 'remove'}
        title={tunnelTexts.remove.title}
        back={tunnelTexts.remove.back}
        action={tunnelTexts.remove.action}
        isBusy={remove.isPending}
        error={remove.error}
        onBack={back}
        onGoOn={() => remove.mutate(one)}
      >
        <p>{tunnelTexts.remove.body(tunnel.name)}</p>
      </AskDialog>
      <AskDialog
        isOpen={asking === 'trust' && hostKeyToTrust !== null}
        title={tunnelTexts.trust.title}
        back={tunnelTexts.trust.back}
        action={tunnelTexts.trust.action}
        isBusy={trust.isPending}
        error={trust.error}
        onBack={back}
        onGoOn={() =>
          hostKeyToTrust !== null && trust.mutate({ ...one, fingerprint: hostKeyToTrust })
        }
      >
        <p>{tunnelTexts.trust.body}</p>
        <p className={classes['mono']}>{hostKeyToTrust ?? ''}</p>
      </AskDialog>
      <AskDialog
        isOpen={asking === 'forget'}
        title={tunnelTexts.forget.title}
        back={tunnelTexts.forget.back}
        action={tunnelTexts.forget.action}
        isBusy={forget.isPending}
        error={forget.error}
        onBack={back}
        onGoOn={() => forget.mutate(one)}
      >
        <p>{tunnelTexts.forget.body}</p>
      </AskDialog>
    </>
  );
}

interface ActionProps {
  label: string;
  /** Names the tunnel in the button's name, because each has the same buttons. */
  of: TunnelView;
  run: () => void;
  mutation?: { isPending: boolean };
  isMain?: boolean;
}

function Action({ label, of, run, mutation, isMain = false }: ActionProps) {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      aria-label={`${label}: ${of.name}`}
      loading={mutation?.isPending ?? false}
      onClick={run}
    >
      {label}
    </Button>
  );
}
