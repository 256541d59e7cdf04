/** One payout: amounts, party and state, its lifecycle, and where each value came from. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutDetail } from '../../../bridge/payouts.ts';
import type { LifecycleView } from '../../../bridge/timeline.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../components/annotations/annotations-section.tsx';
import { AsReceivedSection } from '../../components/as-received.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { TellingEvents } from '../../components/telling-events.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { reconcilePaths } from '../reconcile/paths.ts';
import { SandboxPayoutSection } from '../sandbox/pay-in.tsx';
import { Lifecycle } from '../timeline/detail/lifecycle-section.tsx';
import { timelinePaths } from '../timeline/paths.ts';
import { ChooseFieldDialog } from './choose-field-dialog.tsx';
import { FactsSection } from './facts-section.tsx';
import { NotPaid, PayoutState } from './payout-parts.tsx';
import { partyOf, titleOf } from './payout-words.ts';
import classes from './payouts.module.css';
import { payoutTexts, payoutDetailTexts as texts } from './texts.ts';
import type { PayoutsAddress } from './use-payouts-view.ts';

const { reconciled: reconciledTexts } = texts;

export interface PayoutDetailPanelProps {
  id: string;
  address: PayoutsAddress;
}

export function PayoutDetailPanel({ id, address }: PayoutDetailPanelProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const payout = useQuery(queries.payouts.get.queryOptions({ input: { id, knownAt } }));
  const [choosing, setChoosing] = useState<PayoutNotion | null>(null);
  const known = payout.data;
  // A choice is made for all payouts, and out of the past for none.
  const onChoose = knownAt === null ? setChoosing : null;
  return (
    <DetailFrame
      recordId={id}
      linkKind="payout"
      listHref={address.listHref}
      rowHref={address.hrefOf(id)}
      listName={texts.listName}
      isKnown={known !== undefined}
      title={known === undefined ? payoutTexts.one : titleOf(known)}
      subtitle={
        <>
          {known !== undefined && <PayoutState of={known} />}
          {known?.isMock && (
            <span title={payoutTexts.flags.mockHint}>{payoutTexts.flags.mock}</span>
          )}
          {known !== undefined && <NotPaid of={known} />}
          {known !== undefined && partyOf(known) !== null && <span>{partyOf(known)}</span>}
          <WholeIdentifier id={id} what="payout ID" />
        </>
      }
    >
      <DetailStates query={payout}>
        {(data) => (
          <>
            <NotFoundNotice payout={data} onChoose={onChoose} />
            <LifecyclePart payout={data} />
            <FactsSection payout={data} onChoose={onChoose} />
            {knownAt === null && <ReconciledSection id={data.id} />}
            <TellingEvents {...texts.events} id={data.id} events={data.eventList} />
            <SandboxPayoutSection key={`sandbox ${data.id}`} id={data.id} />
            <AnnotationsSection kind="payout" id={data.id} />
            <AsReceivedSection value={data.asReceived} />
          </>
        )}
      </DetailStates>
      {choosing !== null && (
        <ChooseFieldDialog
          key={choosing}
          notion={choosing}
          onNotion={setChoosing}
          onClose={() => setChoosing(null)}
        />
      )}
    </DetailFrame>
  );
}

const eventHref = ({ eventId }: { eventId: string }): string => timelinePaths.event(eventId);

function LifecyclePart({ payout }: { payout: PayoutDetail }) {
  return (
    <Section title={texts.lifecycle.title} lead={texts.lifecycle.lead}>
      <Lifecycle
        view={lifecycleOf(payout)}
        eventId={null}
        end={payout.isKnownState ? undefined : texts.lifecycle.unknown}
        hrefOf={eventHref}
      />
      {payout.otherStatus !== null && (
        <p className="dimmed">{allSeen(texts.otherStatus(payout.otherStatus))}</p>
      )}
      {!payout.isSinceTold && <p className="dimmed">{texts.lifecycle.notReceived}</p>}
    </Section>
  );
}

/** The lifecycle of a payout in the form that the timeline shows one in. */
const lifecycleOf = ({ lifecycle }: Pick<PayoutDetail, 'lifecycle'>): LifecycleView => ({
  subject: 'payout',
  steps: lifecycle.steps.map((step, index) => ({
    state: step.state,
    eventId: step.eventId,
    key: index,
    happenedAt: step.happenedAt,
    heardAt: step.heardAt,
    sinceMs: lifecycle.steps[index - 1]?.lastedMs ?? null,
    isUsual: step.isUsual,
    unheard: step.missing,
  })),
  next: lifecycle.next,
});

/** Without these a payout is in no total. What else was not found stands where it would be. */
const needed: readonly PayoutNotion[] = ['amountIn', 'currencyIn', 'amountOut', 'currencyOut'];

const namesOf = (notions: readonly PayoutNotion[]): string =>
  notions.map((notion) => texts.notions[notion].toLowerCase()).join(', ');

interface NotFoundNoticeProps {
  payout: PayoutDetail;
  /** null while the window looks back. */
  onChoose: ((notion: PayoutNotion) => void) | null;
}

/** Says which amounts were not found, or contradict each other, and offers to choose their field. */
function NotFoundNotice({ payout, onChoose }: NotFoundNoticeProps) {
  const { ambiguous } = payout;
  const missing = needed.filter((notion) => payout.notFound.includes(notion));
  const [first] = [...missing, ...ambiguous];
  if (first === undefined) return null;
  return (
    <div className={classes['notice']}>
      <Notice
        tone="amber"
        title={texts.missing.title}
        actions={
          onChoose !== null && (
            <Button variant="default" onClick={() => onChoose(first)}>
              {texts.choose.open}
            </Button>
          )
        }
      >
        {missing.length > 0 && <p>{texts.missing.body(namesOf(missing))}</p>}
        {ambiguous.length > 0 && <p>{texts.missing.ambiguous(namesOf(ambiguous))}</p>}
        <p>{texts.missing.excluded}</p>
      </Notice>
    </div>
  );
}

/**
 * Lines of bank statements and chain exports that a person confirmed for a payout.
 * Known of now alone.
 */
function ReconciledSection({ id }: { id: string }) {
  const { queries } = useBridge();
  const lines = useQuery(queries.reconcile.confirmed.queryOptions({ input: { payoutId: id } }));
  return (
    <Section title={reconciledTexts.title}>
      <ReadFailure title={reconciledTexts.failed} query={lines} />
      {lines.data?.length === 0 && <p className="dimmed">{reconciledTexts.none}</p>}
      <ul className={classes['ofRecord']}>
        {lines.data?.map(({ id: file, row, kind, fileName, booked, decidedAt, decidedBy }) => (
          <li key={kind}>
            <PageLink href={reconcilePaths.line(file, 'decided', row)}>
              {reconciledTexts.line(asSeen(fileName), row)}
            </PageLink>
            <span className="dimmed">
              {[
                reconciledTexts.kinds[kind],
                booked,
                decidedBy !== null && reconciledTexts.by(asSeen(decidedBy)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {decidedAt === null ? <span /> : <ShortMoment at={decidedAt} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
