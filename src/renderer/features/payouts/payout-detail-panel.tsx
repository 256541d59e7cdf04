/** One payout: amounts, party and state, its lifecycle, and where each value came from. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutDetail } from '../../../bridge/payouts.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../components/annotations/annotations-section.tsx';
import { AsReceivedSection } from '../../components/as-received.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { TellingEvents } from '../../components/telling-events.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { SandboxPayoutSection } from '../sandbox/pay-in.tsx';
import { Lifecycle } from '../timeline/detail/lifecycle-section.tsx';
import { timelinePaths } from '../timeline/paths.ts';
import { ChooseFieldDialog } from './choose-field-dialog.tsx';
import { FactsSection } from './facts-section.tsx';
import { lifecycleOf } from './lifecycle-of.ts';
import { NotFoundNotice } from './not-found-notice.tsx';
import { NotPaid, PayoutState } from './payout-parts.tsx';
import { partyOf, titleOf } from './payout-words.ts';
import { ReconciledSection } from './reconciled-section.tsx';
import { payoutTexts, payoutDetailTexts as texts } from './texts.ts';
import type { PayoutsAddress } from './use-payouts-view.ts';

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
