/** What can't be done now, said once for all screens. */
import { Anchor, Button } from '@mantine/core';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { useNow } from '../../components/use-now.ts';
import { asOf } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { paths } from '../paths.ts';
import { BulkLine } from './bulk-line.tsx';
import { useCheckConnection } from './connection-status.tsx';
import { DraftOutcomes } from './draft-outcomes.tsx';
import { DriftLine } from './drift-badge.tsx';
import { expiryNotice } from './expiry-notice.ts';
import { FrameLine } from './frame-line.tsx';
import { isSessionUnsaid, serviceNotices } from './service-notices.ts';
import { ContradictedLine } from './unresolved-badge.tsx';

export function FrameNotices({ connection }: { connection: ConnectionView | undefined }) {
  const { status } = useBridge();
  const bridge = useStore(status);
  const now = useNow();
  const texts = frameTexts.notices;
  if (bridge.state === 'refused') return <FrameLine tone="red">{texts.bridgeRefused}</FrameLine>;
  if (bridge.state === 'lost' && bridge.lostAt !== null) {
    const since = asOf(new Date(bridge.lostAt).toISOString(), now);
    return <FrameLine tone="red">{texts.bridgeLost(since)}</FrameLine>;
  }
  if (connection === undefined) return null;
  return (
    <>
      <ServiceLines connection={connection} />
      <ExpiryNotice connection={connection} now={now} />
      <DriftLine />
      <ContradictedLine />
      <DraftOutcomes profileId={connection.profileId} />
      <BulkLine />
      {isSessionUnsaid(connection) && <FrameLine tone="grey">{texts.sessionOnly}</FrameLine>}
      {connection.unknownIntents > 0 && (
        <FrameLine
          tone="amber"
          action={
            <Anchor component={Link} href={paths.unresolved} underline="always">
              {texts.seeUnknown}
            </Anchor>
          }
        >
          {texts.unknown(connection.unknownIntents)}
        </FrameLine>
      )}
    </>
  );
}

function ServiceLines({ connection }: { connection: ConnectionView }) {
  return serviceNotices(connection).map(({ tone, sentence, action }) =>
    action === 'token' ? (
      <TokenNotice key={sentence} connection={connection} sentence={sentence} />
    ) : (
      <FrameLine key={sentence} tone={tone} action={action === 'check' && <CheckNow />}>
        {sentence}
      </FrameLine>
    ),
  );
}

function CheckNow() {
  const check = useCheckConnection();
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={check.isPending}
      onClick={() => check.mutate()}
    >
      {frameTexts.connection.check}
    </Button>
  );
}

function ExpiryNotice({ connection, now }: { connection: ConnectionView; now: number }) {
  if (connection.environment === 'built-in') return null;
  const notice = expiryNotice(connection.tokenExpiresAt, now);
  return notice === null ? null : <TokenNotice connection={connection} sentence={notice} />;
}

function TokenNotice(props: { connection: ConnectionView; sentence: string }) {
  const { tokenExpiresAt } = props.connection;
  const entry = useSecretEntry(`${tokenExpiresAt} ${props.connection.service.state}`);
  const { notices } = frameTexts;
  const { profileId, service } = props.connection;
  return (
    <>
      <FrameLine
        tone="amber"
        action={
          <Button
            variant="default"
            size="compact-xs"
            loading={entry.isOpening}
            onClick={() => entry.open({ purpose: 'token', profileId })}
          >
            {service.state === 'no-token' ? notices.addToken : notices.replaceToken}
          </Button>
        }
      >
        {props.sentence}
      </FrameLine>
      <SecretEntryStatus entry={entry} />
    </>
  );
}
