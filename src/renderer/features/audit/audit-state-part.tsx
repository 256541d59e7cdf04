/** Whether the log holds: its chain, its signed head, and who acts here. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AuditState } from '../../../bridge/audit.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CopyIcon } from '../../components/copy-button.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './audit.module.css';
import { auditTexts } from './texts.ts';

const texts = auditTexts.facts;

export function AuditStatePart({ state }: { state: AuditState }) {
  const { bridge, queries } = useBridge();
  const { head, alarm, verification, fingerprint, person } = state;
  const verify = useMutation(queries.audit.verify.mutationOptions());
  const naming = useDocument(bridge.audit.nameYourself, JSON.stringify(person));
  const { mutate } = verify;
  // Who looks at the log wants to know whether it holds, with what came since the last look.
  useEffect(() => mutate({}), [mutate]);
  return (
    <section className={classes['state']} aria-label={texts.label}>
      {alarm !== null && <Alarm alarm={alarm} />}
      {verification?.state === 'broken' && (
        <Notice tone="red" role="alert" title={auditTexts.broken.title}>
          <p>{auditTexts.broken.body(groupedCount(verification.brokenAt))}</p>
        </Notice>
      )}
      <Facts>
        <Fact name={texts.chain}>
          <span className={classes['fact']} role="status">
            <Chain verification={verification} />
            {verification !== null && verification.state !== 'running' && (
              <Button
                variant="subtle"
                size="compact-xs"
                loading={verify.isPending}
                onClick={() => mutate({})}
              >
                {texts.verify}
              </Button>
            )}
          </span>
        </Fact>
        <Fact name={texts.head}>
          {head === null ? (
            texts.unsigned
          ) : (
            <>
              {texts.upTo(groupedCount(head.sequence))} <ShortMoment at={head.at} />
            </>
          )}
        </Fact>
        <Fact name={texts.key}>
          <span className={classes['fact']} title={texts.keyHelp}>
            <span className="mono">{fingerprint}</span>
            <CopyIcon text={fingerprint} label={texts.copyKey} />
          </span>
        </Fact>
        <Fact name={texts.person}>
          {person === null ? (
            texts.unknown
          ) : (
            <span className={classes['fact']}>
              {asSeen(auditTexts.filters.person(person.by, person.name))}
              <Button
                variant="subtle"
                size="compact-xs"
                loading={naming.isOpening}
                onClick={() => naming.open({})}
              >
                {texts.rename}
              </Button>
            </span>
          )}
        </Fact>
      </Facts>
      <SecretEntryStatus entry={naming} />
    </section>
  );
}

function Chain({ verification }: Pick<AuditState, 'verification'>) {
  switch (verification?.state) {
    case undefined:
      return texts.unchecked;
    case 'running':
      return texts.checking(groupedCount(verification.done), groupedCount(verification.total));
    case 'intact':
      return (
        <>
          <StatusMark tone="green">{texts.intact(groupedCount(verification.entries))}</StatusMark>
          <ShortMoment at={verification.at} />
        </>
      );
    case 'broken':
      return (
        <StatusMark tone="red">{texts.broken(groupedCount(verification.brokenAt))}</StatusMark>
      );
    case 'failed':
      return <StatusMark tone="amber">{texts.unable}</StatusMark>;
  }
}

function Alarm({ alarm }: { alarm: NonNullable<AuditState['alarm']> }) {
  const { bridge } = useBridge();
  const words = auditTexts.alarm;
  const accepting = useDocument(bridge.audit.acceptAlarm);
  const signed = alarm.anchored === null ? '?' : groupedCount(alarm.anchored.sequence);
  return (
    <Notice
      tone="red"
      role="alert"
      title={words.title}
      actions={
        <Button
          variant="default"
          size="xs"
          loading={accepting.isOpening}
          onClick={() => accepting.open({})}
        >
          {words.accept}
        </Button>
      }
    >
      <p>{words.problems[alarm.problem](signed, groupedCount(alarm.found))}</p>
      <p>{words.todo}</p>
      <SecretEntryStatus entry={accepting} />
    </Notice>
  );
}
