/** A new virtual account: what it shall be, then a review of all of it, then the sending (Interface 4.2). */
import { IconArrowRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { ApprovalRequestInput } from '../../../bridge/approvals.ts';
import { isUnusualFee } from '../../../contract/addresses/confirmations.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useApprovalNeed } from '../../components/approval/request-approval.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { AsksFirstDialog } from '../../components/draft/asks-first-dialog.tsx';
import { AttemptNotice } from '../../components/draft/attempt-notice.tsx';
import { ReviewForm } from '../../components/draft/review-form.tsx';
import { useCreatedRecord } from '../../components/draft/use-created-record.ts';
import { type UsedDraft, useDraft } from '../../components/draft/use-draft.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { formatRate } from '../../format/rates.ts';
import { isOutcomeOpen, isUnderWay } from '../../stores/drafts.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import type { Sending } from '../../stores/send-draft.ts';
import { addressTexts } from '../address-book/texts.ts';
import { ConfirmationList } from './confirmation-list.tsx';
import { neededConfirmations, openConfirmations } from './confirmations.ts';
import { FeeSamples } from './fee-samples.tsx';
import { LookAlikeAlarm } from './look-alike-alarm.tsx';
import { virtualAccountPaths } from './paths.ts';
import { AddressObstacle, ReviewAddress } from './review-address.tsx';
import { virtualAccountTexts } from './texts.ts';
import { useAddressCheck } from './use-address-check.ts';
import { VerificationNeeds } from './verification-needs.tsx';
import { pairWarning, virtualAccountInputOf } from './virtual-account-form.ts';
import { isZeroFee, VirtualAccountFormFields } from './virtual-account-form-fields.tsx';
import { useVirtualAccountDrafts, type VirtualAccountValues } from './virtual-account-values.ts';
import own from './virtual-accounts.module.css';

/** Everything that will be sent, whole, before it is: address in groups of four, fee, what remains. */
const texts = virtualAccountTexts.review;

function ReviewStep({ used }: { used: UsedDraft<VirtualAccountValues> }) {
  const { draft } = used;
  const { values } = draft;
  const input = virtualAccountInputOf(values);
  const { network, walletAddress } = input;
  const fee = input.integratorBpsFee ?? '0';
  const check = useAddressCheck(network, walletAddress);
  const needed = neededConfirmations(input, check.data?.lookAlikes ?? []);
  const open = openConfirmations(needed, values.confirmed);
  const isRead = check.data?.address === walletAddress && check.data.network === network;
  const { intentKey } = draft;
  const requestWith = (confirmed: string[]): ApprovalRequestInput => ({
    what: 'createVirtualAccount',
    intentKey,
    input,
    confirmed,
    // What main says it got goes along: it refuses any other address.
    reviewedAddress: check.data?.address ?? null,
    confirmations: [...values.confirmed],
  });
  const need = useApprovalNeed(isRead ? requestWith([]) : null);
  const warning = pairWarning(input.destinationCurrency, network);
  const send = (): void => {
    if (values.reviewedAddress !== check.data?.address) {
      used.change({ ...values, reviewedAddress: check.data?.address ?? null });
    }
    void used.send();
  };
  return (
    <ReviewForm
      used={used}
      of="createVirtualAccount"
      title={texts.title}
      action={texts.action}
      isReady={isRead && open.length === 0}
      onSend={send}
      open={open.length === 0 ? null : addressTexts.confirm.open(open.length)}
      approval={need && { need, request: requestWith, onRequested: used.startOver }}
    >
      <div className={own['flow']}>
        <span className={own['currency']}>{allSeen(input.sourceCurrency)}</span>
        <span className={own['arrow']}>
          {fee} bps <IconArrowRight size={16} aria-hidden />
        </span>
        <span className={own['currency']}>
          {allSeen(texts.on(input.destinationCurrency, network))}
        </span>
      </div>
      <Facts>
        <Fact name={texts.customer}>
          {values.customerName !== '' && <div>{allSeen(values.customerName)}</div>}
          <span className="mono">{allSeen(input.customerId)}</span>
        </Fact>
        <Fact name={texts.address}>
          <ReviewAddress
            customerId={input.customerId}
            network={network}
            address={walletAddress}
            check={check}
          />
        </Fact>
        <Fact name={texts.fee}>
          {isUnusualFee(fee) ? (
            <div className={own['notes']}>
              <StatusMark tone="amber">
                {formatRate(fee)}: {texts.unusualFee}
              </StatusMark>
            </div>
          ) : (
            formatRate(fee)
          )}
          {isZeroFee(fee) && <p className="dimmed">{texts.zeroFee}</p>}
        </Fact>
        <Fact name={texts.samples}>
          <FeeSamples
            fee={fee}
            source={input.sourceCurrency}
            destination={input.destinationCurrency}
          />
          <p className="dimmed">{texts.sampleHint}</p>
        </Fact>
      </Facts>
      <LookAlikeAlarm check={check.data} />
      <AddressObstacle address={walletAddress} check={check} />
      <VerificationNeeds customerId={input.customerId} />
      {warning !== null && <Notice tone="amber">{warning}</Notice>}
      <AttemptNotice attempt={draft.attempt} intentKey={draft.intentKey} />
      <ConfirmationList
        needed={needed}
        confirmed={values.confirmed}
        isFixed={isUnderWay(draft.attempt) || isOutcomeOpen(draft.attempt)}
        onChange={(confirmed) => used.change({ ...values, confirmed })}
      />
      <p>
        <strong>{texts.irrevocable}</strong>
      </p>
    </ReviewForm>
  );
}

export function NewVirtualAccountScreen() {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const virtualAccountDrafts = useVirtualAccountDrafts();
  const create = useCallback(
    (values: VirtualAccountValues, sending: Sending) =>
      bridge.virtualAccounts.create({
        ...sending,
        knownAt,
        input: virtualAccountInputOf(values),
        reviewedAddress: values.reviewedAddress,
        confirmations: [...values.confirmed],
      }),
    [bridge, knownAt],
  );
  const used = useDraft({ store: virtualAccountDrafts, create });
  useCreatedRecord({
    draft: used?.draft,
    hrefOf: virtualAccountPaths.one,
    startOver: used?.startOver,
  });
  const { form, review } = virtualAccountTexts;
  return (
    <>
      <PageHeader
        title={form.title}
        back={<BackLink href={virtualAccountPaths.root} label={form.back} />}
      />
      {used === null ? (
        <SkeletonTable />
      ) : (
        <>
          {used.draft.isReviewing ? (
            <ReviewStep used={used} />
          ) : (
            <VirtualAccountFormFields key={used.draft.edition} used={used} />
          )}
          <AsksFirstDialog
            attempt={used.draft.attempt}
            action={review.action}
            hrefOf={virtualAccountPaths.one}
            onBack={used.dismiss}
            onGoOn={() => void used.send(true)}
          />
        </>
      )}
    </>
  );
}
