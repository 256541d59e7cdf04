/** What can't be done now, and what needs someone: the worst notice, and the others below it once asked for. */
import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { useNow, useSeconds } from '../../components/use-now.ts';
import { asOf } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import type { FrameNotice } from '../feature.tsx';
import { features } from '../features.ts';
import { useCheckConnection } from './connection-status.tsx';
import { FrameLine, OtherNotices } from './frame-line.tsx';
import { expiryNotice, isSessionUnsaid, noticesToShow, serviceNotices } from './service-notices.ts';
import classes from './shell.module.css';
import { useIsLater } from './use-is-later.ts';
import { useIsSession } from './use-is-session.ts';

const none: readonly FrameNotice[] = [];

export function FrameNotices({ connection }: { connection: ConnectionView | undefined }) {
  const { status } = useBridge();
  const bridge = useStore(status);
  const isLater = useIsLater();
  const texts = frameTexts.notices;
  if (bridge.state === 'refused') return <FrameLine tone="red">{texts.bridgeRefused}</FrameLine>;
  if (bridge.state === 'lost' && bridge.lostAt !== null) {
    return <BridgeLost lostAt={bridge.lostAt} />;
  }
  if (connection === undefined) return null;
  return isLater ? (
    <AllNotices connection={connection} />
  ) : (
    <OneOfNotices connection={connection} ofFeatures={none} />
  );
}

/** Its tries to connect come every two seconds by then (reconnecting-link.ts), and a restart is over. */
const goneAfter = 15_000;

function BridgeLost({ lostAt }: { lostAt: number }) {
  const now = useSeconds();
  const isSession = useIsSession();
  const texts = frameTexts.notices;
  const since = asOf(new Date(lostAt).toISOString(), now);
  const isGone = now - lostAt >= goneAfter;
  const lost = isSession ? texts.bridgeLostInSession : texts.bridgeLost;
  const gone = isSession ? texts.bridgeGoneInSession : texts.bridgeGone;
  return <FrameLine tone="red">{(isGone ? gone : lost)(since)}</FrameLine>;
}

function useFeatureNotices(): FrameNotice[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: of a list that never changes
  const notices = features.flatMap(({ useNotices }) => useNotices?.() ?? []);
  return notices.toSorted((a, b) => Number(b.goesFirst ?? false) - Number(a.goesFirst ?? false));
}

function AllNotices({ connection }: { connection: ConnectionView }) {
  return <OneOfNotices connection={connection} ofFeatures={useFeatureNotices()} />;
}

interface OneOfNoticesProps {
  connection: ConnectionView;
  ofFeatures: readonly FrameNotice[];
}

function OneOfNotices({ connection, ofFeatures }: OneOfNoticesProps) {
  const [location] = useLocation();
  const notices = noticesToShow(
    [
      ...ofService(connection),
      ...ofExpiry(connection, useNow()),
      ...ofFeatures,
      ...ofSession(connection),
    ],
    location,
  );
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...others] = notices;
  if (first === undefined) return null;
  return (
    <>
      <OtherNotices
        key={first.key}
        value={
          others.length > 0 && (
            <Button
              variant="subtle"
              size="compact-xs"
              className={classes['others'] ?? ''}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? frameTexts.notices.less : frameTexts.notices.others(others.length)}
            </Button>
          )
        }
      >
        {first.line}
      </OtherNotices>
      {isOpen && others.map(({ key, line }) => <Fragment key={key}>{line}</Fragment>)}
    </>
  );
}

const ofService = (connection: ConnectionView): FrameNotice[] =>
  serviceNotices(connection).map(({ tone, sentence, action }) => ({
    key: sentence,
    tone,
    line:
      action === 'token' ? (
        <TokenNotice connection={connection} sentence={sentence} />
      ) : (
        <FrameLine tone={tone} action={action === 'check' && <CheckNow />}>
          {sentence}
        </FrameLine>
      ),
  }));

function ofExpiry(connection: ConnectionView, now: number): FrameNotice[] {
  const sentence =
    connection.environment === 'built-in' ? null : expiryNotice(connection.tokenExpiresAt, now);
  if (sentence === null) return [];
  const line = <TokenNotice connection={connection} sentence={sentence} />;
  return [{ key: 'expiry', tone: 'amber', line }];
}

function ofSession(connection: ConnectionView): FrameNotice[] {
  if (!isSessionUnsaid(connection)) return [];
  const line = <FrameLine tone="grey">{frameTexts.notices.sessionOnly}</FrameLine>;
  return [{ key: 'session', tone: 'grey', line }];
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
