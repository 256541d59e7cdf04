/** One tunnel: its last proof or what failed, its address, and what can be done. */
import { Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../../app/shell/use-is-session.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { Fact, Facts } from '../../../components/facts.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { ExactMoment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { DocumentButton } from '../../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { useSecretEntry } from '../../../components/secret-entry/use-secret-entry.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import { milliseconds } from '../../../format/durations.ts';
import { ReachabilityMark, reachabilityMessage } from '../reachability.tsx';
import classes from '../webhooks.module.css';
import { providerOf, secretLabel, tunnelLabel } from './providers.tsx';
import { tunnelTexts } from './texts.ts';

/** The secrets that a tunnel needs: held or not, and the way to enter them. */
function TunnelSecrets({ tunnel }: { tunnel: TunnelView }) {
  return tunnel.secrets.map((secret) => (
    <TunnelSecret key={secret.name} tunnel={tunnel} secret={secret} />
  ));
}

interface TunnelSecretProps {
  tunnel: TunnelView;
  secret: TunnelView['secrets'][number];
}

function TunnelSecret({ tunnel, secret }: TunnelSecretProps) {
  const entry = useSecretEntry();
  const name = secretLabel(secret.name);
  const action = secret.isHeld ? texts.replace : texts.enter;
  if (secret.name === 'ssh-password' && tunnel.hostKey === null) {
    return (
      <Fact name={name}>
        <span className="dimmed">{texts.afterTrust}</span>
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      <span className={classes['marks']}>
        <SecretMark secret={secret} />
        <Button
          size="compact-xs"
          variant={secret.isHeld || isOptional(secret) ? 'default' : 'filled'}
          aria-label={`${action}: ${name}, ${tunnel.name}`}
          loading={entry.isOpening}
          onClick={() =>
            entry.open({ purpose: 'tunnel-secret', tunnelId: tunnel.id, secret: secret.name })
          }
        >
          {action}
        </Button>
      </span>
      <SecretEntryStatus entry={entry} />
    </Fact>
  );
}

function SecretMark({ secret }: Pick<TunnelSecretProps, 'secret'>) {
  if (secret.isHeld) return <StatusMark tone="green">{texts.secretHeld}</StatusMark>;
  if (isOptional(secret)) return <span className="dimmed">{texts.secretOptional}</span>;
  return <StatusMark tone="amber">{texts.secretMissing}</StatusMark>;
}

/** Where the key is protected after all, the tunnel fails and says so. */
const isOptional = ({ name }: TunnelSecretProps['secret']): boolean => name === 'ssh-passphrase';

const texts = tunnelTexts.item;

export function TunnelItem({ tunnel }: { tunnel: TunnelView }) {
  const { kind, settings, publicOrigin, changedMeans } = tunnel;
  const isSession = useIsSession();
  return (
    <li className={classes['item']}>
      <div className={classes['head']}>
        <Title order={3}>{tunnel.name}</Title>
        {tunnel.name !== tunnelLabel(kind) && <span className="dimmed">{tunnelLabel(kind)}</span>}
        <span className={classes['end']}>
          <ReachabilityMark proof={tunnel} />
        </span>
      </div>
      <p className={classes['prose']}>{reachabilityMessage(tunnel)}</p>
      {changedMeans !== null && (
        <div className={classes['gap']}>
          <Notice tone="red" role="alert" title={texts.changedTitle}>
            <p>{changedMeans}</p>
          </Notice>
        </div>
      )}
      <Facts>
        <Fact name={texts.publicOrigin}>
          {publicOrigin === null ? (
            texts.noOrigin
          ) : (
            <>
              <WholeIdentifier id={publicOrigin} what="public URL" />{' '}
              {tunnel.lasts ? (
                <span className="dimmed">{isSession ? texts.lastsInSession : texts.lasts}</span>
              ) : (
                <StatusMark tone="amber">{texts.changes}</StatusMark>
              )}
            </>
          )}
        </Fact>
        <ProofFacts tunnel={tunnel} />
        {settings.kind !== 'sandbox' && providerOf(settings.kind).facts(settings, tunnel)}
        <KeyFile tunnel={tunnel} />
        <TunnelSecrets tunnel={tunnel} />
      </Facts>
      {kind !== 'sandbox' && providerOf(kind).advice !== undefined && (
        <p className={`${classes['prose']} dimmed`}>{providerOf(kind).advice}</p>
      )}
      <TunnelActions tunnel={tunnel} />
    </li>
  );
}

function ProofFacts({ tunnel }: { tunnel: TunnelView }) {
  const { lastProvenAt, lastProofMs, nextTryAt, failures, state } = tunnel;
  return (
    <>
      <Fact name={texts.proof}>
        {lastProvenAt === null ? (
          texts.never
        ) : (
          <>
            <ExactMoment at={lastProvenAt} />{' '}
            {lastProofMs !== null && (
              <span className="dimmed">· {texts.took(milliseconds(lastProofMs))}</span>
            )}
          </>
        )}
        {failures > 0 && (
          <div>
            <StatusMark tone="red">{texts.failures(failures)}</StatusMark>
          </div>
        )}
      </Fact>
      {nextTryAt !== null && (
        <Fact name={state === 'proven' ? texts.nextProof : texts.next}>
          <ExactMoment at={nextTryAt} />
        </Fact>
      )}
    </>
  );
}

function KeyFile({ tunnel }: { tunnel: TunnelView }) {
  const { bridge } = useBridge();
  const { settings } = tunnel;
  const auth = settings.kind === 'ssh' ? settings.auth : null;
  const path = auth?.method === 'key-file' ? auth.path : null;
  const choosing = useDocument(() => bridge.tunnels.chooseKeyFile({ id: tunnel.id }), path);
  if (auth?.method !== 'key-file') return null;
  return (
    <Fact name={texts.keyFile}>
      <span className={classes['marks']}>
        {path === null ? (
          <StatusMark tone="amber">{texts.noKeyFile}</StatusMark>
        ) : (
          <span className="mono">{path}</span>
        )}
        <DocumentButton
          document={choosing}
          size="compact-xs"
          variant={path === null ? 'filled' : 'default'}
          aria-label={`${texts.chooseKeyFile}: ${tunnel.name}`}
        >
          {texts.chooseKeyFile}
        </DocumentButton>
      </span>
      <SecretEntryStatus entry={choosing} />
    </Fact>
  );
}

/** Open, close, prove, forget, remove. What can't be taken back asks first; whom to trust, main asks. */
function TunnelActions({ tunnel }: { tunnel: TunnelView }) {
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
