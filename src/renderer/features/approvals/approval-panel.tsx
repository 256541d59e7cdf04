/** One request for approval: what is sent, what its maker saw, who decided, and what can be done with it here. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalDetail } from '../../../bridge/approvals.ts';
import { requestLabels } from '../../../contract/fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useWritesBlocked } from '../../app/shell/use-writes-blocked.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { AsksFirstDialog } from '../../components/draft/asks-first-dialog.tsx';
import { Blocked } from '../../components/draft/attempt-notice.tsx';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { type ShownFailure, toFailure } from '../../format/failures.ts';
import { keyed } from '../../format/keyed.ts';
import { bulkPaths } from '../bulk/paths.ts';
import { recordHref } from '../unresolved/links.ts';
import { partyWords, StateMark } from './approval-words.tsx';
import classes from './approvals.module.css';
import { type ApprovalPart, approvalPaths } from './paths.ts';
import { approvalTexts as texts } from './texts.ts';

export function ApprovalPanel({ id, part }: { id: string; part: ApprovalPart }) {
  const { queries } = useBridge();
  const proposal = useQuery(queries.approvals.get.queryOptions({ input: { id } }));
  const { data } = proposal;
  return (
    <DetailFrame
      recordId={id}
      listHref={approvalPaths.part(part)}
      rowHref={approvalPaths.one(id, part)}
      listName={texts.title.toLowerCase()}
      title={data === undefined ? texts.title : data.title}
      subtitle={data === undefined ? undefined : <StateMark state={data.state} />}
    >
      <DetailStates query={proposal}>{(shown) => <Shown proposal={shown} />}</DetailStates>
    </DetailFrame>
  );
}

function Shown({ proposal }: { proposal: ApprovalDetail }) {
  const { fields, rows, rowCount, facts, warnings, reasons, disbelieved } = proposal;
  return (
    <>
      <Acts proposal={proposal} />
      <Section title={texts.facts.state}>
        <Summary proposal={proposal} />
      </Section>
      <Section
        title={texts.request}
        lead={rowCount > 0 ? texts.rows(rows.length, rowCount) : undefined}
      >
        <Named named={fields} />
        {rows.map((row) => (
          <details key={row.row}>
            <summary>
              {texts.row(row.row)}: {allSeen(row.title)}
            </summary>
            <Named named={row.fields} />
          </details>
        ))}
      </Section>
      <Section title={texts.seen}>
        {warnings.map((warning) => (
          <Notice key={warning} tone="amber">
            {allSeen(warning)}
          </Notice>
        ))}
        <Named named={facts} />
      </Section>
      <Section title={texts.reasons}>
        <ul className={classes['list']}>
          {reasons.map((reason) => (
            <li key={reason}>{allSeen(reason)}</li>
          ))}
        </ul>
      </Section>
      <Section title={texts.decisions.title}>
        <Decisions decisions={proposal.decisions} />
      </Section>
      {disbelieved.length > 0 && (
        <Section title={texts.disbelieved}>
          <ul className={classes['list']}>
            {keyed(disbelieved, ({ at, sentence }) => `${at} ${sentence}`).map(({ key, item }) => (
              <li key={key}>
                {partyWords(item.by)}: {item.sentence} <LongMoment at={item.at} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Its value comes in groups. */
const wallet = requestLabels.virtualAccount.walletAddress;

function Named({ named }: { named: ApprovalDetail['fields'] }) {
  return (
    <Facts>
      {keyed(named, ([name]) => name).map(({ key, item: [name, value] }) => (
        <Fact key={key} name={name}>
          {name === wallet ? <GroupedAddress address={value.replaceAll(' ', '')} /> : value}
        </Fact>
      ))}
    </Facts>
  );
}

function Summary({ proposal }: { proposal: ApprovalDetail }) {
  const { maker, proposedAt, expiresAt, note, given, needed, withdrawn, state } = proposal;
  const canExpire = state === 'waiting' || state === 'approved' || state === 'expired';
  return (
    <Facts>
      <Fact name={texts.facts.maker}>{partyWords(maker)}</Fact>
      <Fact name={texts.facts.at}>
        <LongMoment at={proposedAt} />
      </Fact>
      {canExpire && (
        <Fact name={state === 'expired' ? texts.states.expired : texts.facts.expires}>
          <LongMoment at={expiresAt} />
        </Fact>
      )}
      <Fact name={texts.facts.approvals}>{texts.of(given, needed)}</Fact>
      {note !== '' && <Fact name={texts.facts.note}>{note}</Fact>}
      {withdrawn !== null && (
        <Fact name={texts.states.withdrawn}>
          <LongMoment at={withdrawn.at} /> {allSeen(withdrawn.note)}
        </Fact>
      )}
    </Facts>
  );
}

function Decisions({ decisions }: Pick<ApprovalDetail, 'decisions'>) {
  if (decisions.length === 0) return <p className="dimmed">{texts.decisions.none}</p>;
  return (
    <ul className={classes['list']}>
      {keyed(decisions, ({ at, decision }) => `${at} ${decision}`).map(({ key, item }) => (
        <li key={key} data-veiled>
          <strong>{texts.decisions[item.decision]}</strong> {partyWords(item.by)},{' '}
          <LongMoment at={item.at} />
          {item.note !== '' && (
            <div>
              <q>{allSeen(item.note)}</q>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface NotSentProps {
  what: ApprovalDetail['what'];
  failure: ShownFailure;
  onBack: () => void;
  onGoOn: (asks: string[]) => void;
}

/** Why it was not sent, or what is asked before it is. */
function NotSent({ what, failure, onBack, onGoOn }: NotSentProps) {
  if (failure.code !== 'ASKS_FIRST' || what === 'bulk') return <FailureNotice failure={failure} />;
  return (
    <AsksFirstDialog
      attempt={{ state: 'failed', failure }}
      action={texts.send}
      hrefOf={(id) => recordHref(what, id)}
      onBack={onBack}
      onGoOn={() => onGoOn(failure.asks)}
    />
  );
}

/** Requested by the same person on another computer, and not over. */
function Elsewhere({ proposal: { maker, state, blocked } }: { proposal: ApprovalDetail }) {
  const isOpen = state === 'waiting' || state === 'approved';
  // What is in the way says what to do, and that computer may be gone.
  if (!maker.isMine || maker.isOwn || !isOpen || blocked !== null) return null;
  return <p className="dimmed">{texts.elsewhere(maker.computer ?? texts.unknownComputer)}</p>;
}

function labelOfDeciding(may: ApprovalDetail['may']): string | null {
  if (may.includes('refuse')) return texts.refuse;
  return may.includes('decide') ? texts.decide : null;
}

/** What this computer may do with it, and why not where something is in the way. */
function Acts({ proposal }: { proposal: ApprovalDetail }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const blocked = useWritesBlocked();
  const [isAsking, setIsAsking] = useState(false);
  const { id, may, state, given, what, resourceId, runId } = proposal;
  const decide = labelOfDeciding(may);
  const deciding = useDocument(
    () => bridge.approvals.decide({ profileId, id }),
    `${state} ${given} ${may.join()}`,
  );
  const send = useMutation({
    mutationFn: (confirmed: string[]) => bridge.approvals.send({ profileId, id, confirmed }),
  });
  const withdraw = useMutation({
    mutationFn: () => bridge.approvals.withdraw({ profileId, id }),
    onSuccess: () => setIsAsking(false),
  });
  const href = what === 'bulk' || resourceId === null ? null : recordHref(what, resourceId);
  return (
    <div className={classes['acts']}>
      {proposal.blocked !== null && <Notice tone="amber">{proposal.blocked}</Notice>}
      {may.length > 0 && (
        <Group gap={8}>
          {decide !== null && <DocumentButton document={deciding}>{decide}</DocumentButton>}
          {may.includes('send') && (
            <Button
              loading={send.isPending}
              disabled={blocked !== null || proposal.blocked !== null}
              onClick={() => send.mutate([])}
            >
              {texts.send}
            </Button>
          )}
          {may.includes('withdraw') && (
            <Button variant="default" disabled={send.isPending} onClick={() => setIsAsking(true)}>
              {texts.withdraw}
            </Button>
          )}
          {may.includes('send') && <Blocked blocked={blocked} />}
        </Group>
      )}
      {decide !== null && <p className="dimmed">{texts.decideHint}</p>}
      {may.includes('send') && <p className="dimmed">{texts.sendHint}</p>}
      <Elsewhere proposal={proposal} />
      {proposal.hasRowsToSave && (
        <div>
          <FileButtons
            action={texts.saveRows}
            formats={['csv', 'xlsx']}
            make={(format) => bridge.approvals.file({ id, format })}
          />
          <p className="dimmed">{texts.saveRowsHint}</p>
        </div>
      )}
      <SecretEntryStatus entry={deciding} />
      {send.error !== null && (
        <NotSent
          what={what}
          failure={toFailure(send.error)}
          onBack={() => send.reset()}
          onGoOn={(asks) => send.mutate(asks)}
        />
      )}
      {state === 'sent' && href !== null && (
        <PageLink href={href} underline="always">
          {texts.seeSent}
        </PageLink>
      )}
      {runId !== null && (
        <PageLink href={bulkPaths.run(runId)} underline="always">
          {texts.seeRun}
        </PageLink>
      )}
      <AskDialog
        isOpen={isAsking}
        title={texts.withdrawTitle}
        action={texts.withdraw}
        isBusy={withdraw.isPending}
        error={withdraw.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => withdraw.mutate()}
      >
        <p>{texts.withdrawBody}</p>
      </AskDialog>
    </div>
  );
}
