/** Open, close, prove, forget, remove. What can't be taken back asks first; whom to trust, main asks. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import classes from '../webhooks.module.css';
import { tunnelTexts } from './texts.ts';

const texts = tunnelTexts.item;

export function TunnelActions({ tunnel }: { tunnel: TunnelView }) {
  const { bridge, queries } = useBridge();
  const [isRemoving, setIsRemoving] = useState(false);
  const open = useMutation(queries.tunnels.open.mutationOptions());
  const close = useMutation(queries.tunnels.close.mutationOptions());
  const prove = useMutation(queries.tunnels.prove.mutationOptions());
  const back = () => setIsRemoving(false);
  const remove = useMutation(queries.tunnels.remove.mutationOptions({ onSuccess: back }));
  const one = { id: tunnel.id };
  const { hostKey, hostKeyToTrust } = tunnel;
  const known = `${hostKey} ${hostKeyToTrust}`;
  const forget = useDocument(() => bridge.tunnels.forgetHostKey(one), known);
  const trust = useDocument(
    (fingerprint: string) => bridge.tunnels.trustHostKey({ ...one, fingerprint }),
    known,
  );
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
          <Action isMain label={texts.trust} of={tunnel} run={() => trust.open(hostKeyToTrust)} />
        )}
        {hostKey !== null && (
          <Action label={texts.forget} of={tunnel} run={() => forget.open(null)} />
        )}
        {tunnel.kind !== 'sandbox' && (
          <Action label={texts.remove} of={tunnel} run={() => setIsRemoving(true)} />
        )}
      </div>
      {error !== null && (
        <div className={classes['gap']}>
          <Failed error={error} />
        </div>
      )}
      <div className={classes['gap']}>
        <SecretEntryStatus entry={trust} />
        <SecretEntryStatus entry={forget} />
      </div>
      <AskDialog
        isOpen={isRemoving}
        title={tunnelTexts.remove.title}
        action={tunnelTexts.remove.action}
        isBusy={remove.isPending}
        error={remove.error}
        onBack={back}
        onGoOn={() => remove.mutate(one)}
      >
        <p>{tunnelTexts.remove.body(tunnel.name)}</p>
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
