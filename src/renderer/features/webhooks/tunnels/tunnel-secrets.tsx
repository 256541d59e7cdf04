/** The secrets that a tunnel needs: held or not, and the way to enter them. */
import { Button } from '@mantine/core';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import { Fact } from '../../../components/facts.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../../components/secret-entry/use-secret-entry.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import classes from '../webhooks.module.css';
import { secretLabel } from './providers.tsx';
import { tunnelTexts } from './texts.ts';

const texts = tunnelTexts.item;

export function TunnelSecrets({ tunnel }: { tunnel: TunnelView }) {
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
