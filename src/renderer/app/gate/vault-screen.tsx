/** The vault is not open: choose where secrets are kept, or give the passphrase. */
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { VaultBacking, VaultStatus } from '../../../bridge/vault.ts';
import { DiagnosticsPart } from '../../components/diagnostics/diagnostics-part.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { NamedMark } from '../../components/mark.tsx';
import { Notice } from '../../components/notice.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { diagnosticsTexts } from '../../texts/diagnostics.ts';
import { frameTexts } from '../../texts/frame.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import classes from './gate.module.css';

type ClosedVault = Exclude<VaultStatus, { state: 'unlocked' }>;

export function VaultScreen({ status }: { status: ClosedVault }) {
  const { state: bridge } = useStore(useBridge().status);
  return (
    <main className={classes['page']}>
      <div className={classes['sheet']}>
        <NamedMark size={32} />
        {(bridge === 'lost' || bridge === 'refused') && (
          <Notice tone="red" role="alert" title={frameTexts.connection.bridgeLost}>
            {frameTexts.gate.lost}
          </Notice>
        )}
        {status.state === 'choose' ? (
          <Choose reason={status.reason} />
        ) : (
          <Locked backing={status.backing} />
        )}
        <details className={classes['help']}>
          <summary>{diagnosticsTexts.title}</summary>
          <p>{diagnosticsTexts.lead}</p>
          <DiagnosticsPart />
        </details>
      </div>
    </main>
  );
}

function Choose({ reason }: { reason: string }) {
  const { queries } = useBridge();
  const entry = useSecretEntry();
  const session = useMutation(queries.vault.useSession.mutationOptions());
  const { choose } = vaultTexts;
  return (
    <>
      <Title order={1}>{choose.title}</Title>
      <p>{choose.lead}</p>
      <Notice tone="amber" title={choose.why}>
        {reason}
      </Notice>
      <Recovery />
      <section className={classes['choice']} aria-labelledby="choose-passphrase">
        <Title order={2} id="choose-passphrase">
          {choose.passphrase.title}
        </Title>
        <p>{choose.passphrase.body}</p>
        <Button loading={entry.isOpening} onClick={() => entry.open({ purpose: 'new-passphrase' })}>
          {choose.passphrase.action}
        </Button>
        <SecretEntryStatus entry={entry} />
      </section>
      <section className={classes['choice']} aria-labelledby="choose-session">
        <Title order={2} id="choose-session">
          {choose.session.title}
        </Title>
        <p>{choose.session.body}</p>
        <Button variant="default" loading={session.isPending} onClick={() => session.mutate({})}>
          {choose.session.action}
        </Button>
        <Failed error={session.error} />
      </section>
    </>
  );
}

function Locked({ backing }: { backing: VaultBacking }) {
  return backing === 'passphrase' ? <LockedByPassphrase /> : <LockedByClick />;
}

/** The keychain is open with the system's session, or the keys are in memory alone. */
function LockedByClick() {
  const { queries } = useBridge();
  const client = useQueryClient();
  const unlock = useMutation(
    queries.vault.unlock.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: queries.vault.status.key() }),
    }),
  );
  const { locked } = vaultTexts;
  return (
    <>
      <Title order={1}>{locked.title}</Title>
      <p>{locked.byClick}</p>
      <div>
        <Button autoFocus loading={unlock.isPending} onClick={() => unlock.mutate({})}>
          {locked.unlock}
        </Button>
      </div>
      <Failed error={unlock.error} />
    </>
  );
}

function LockedByPassphrase() {
  const entry = useSecretEntry();
  const { locked } = vaultTexts;
  return (
    <>
      <Title order={1}>{locked.title}</Title>
      <p>{locked.lead}</p>
      <div>
        <Button loading={entry.isOpening} onClick={() => entry.open({ purpose: 'passphrase' })}>
          {locked.action}
        </Button>
      </div>
      <SecretEntryStatus entry={entry} />
      <Recovery />
      <LockedHelp />
    </>
  );
}

/** The way in where keychain or passphrase are gone; nothing where no recovery key was made. */
function Recovery() {
  const { bridge, queries } = useBridge();
  const recovery = useQuery(queries.vault.recovery.queryOptions());
  const entry = useDocument(() => bridge.vault.enterRecoveryKey());
  if (recovery.data === undefined || recovery.data.madeAt === null) return null;
  const { title, body, action } = vaultTexts.recovery;
  return (
    <section className={classes['choice']} aria-labelledby="use-recovery-key">
      <Title order={2} id="use-recovery-key">
        {title}
      </Title>
      <p>{body}</p>
      <DocumentButton document={entry} variant="default">
        {action}
      </DocumentButton>
      <SecretEntryStatus entry={entry} />
    </section>
  );
}

/** Where the data is, and what a lost passphrase means: nobody else can be asked at this point. */
function LockedHelp() {
  const { queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const { help } = vaultTexts.locked;
  return (
    <details className={classes['help']}>
      <summary>{help.title}</summary>
      <p>
        {help.where}{' '}
        {about.data !== undefined && <span className="mono">{about.data.dataDir}</span>}
      </p>
      <p>{help.lost}</p>
      <p>{help.again}</p>
      <p>{help.learned}</p>
    </details>
  );
}
