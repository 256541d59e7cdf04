/** One tunnel: its last proof or what failed, its address, and what can be done. */
import { Button, Title } from '@mantine/core';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../../app/shell/use-is-session.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
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
import { TunnelActions } from './tunnel-actions.tsx';

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
