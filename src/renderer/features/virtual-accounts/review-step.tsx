/** Everything that will be sent, whole, before it is: address in groups of four, fee, what remains. */
import { IconArrowRight } from '@tabler/icons-react';
import { isUnusualFee } from '../../../contract/addresses/confirmations.ts';
import { AttemptNotice } from '../../components/draft/attempt-notice.tsx';
import { ReviewForm } from '../../components/draft/review-form.tsx';
import type { UsedDraft } from '../../components/draft/use-draft.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatRate } from '../../format/rates.ts';
import { isOutcomeOpen, isUnderWay } from '../../stores/drafts.ts';
import { addressTexts } from '../address-book/texts.ts';
import { ConfirmationList } from './confirmation-list.tsx';
import { neededConfirmations, openConfirmations } from './confirmations.ts';
import { FeeSamples } from './fee-samples.tsx';
import { isZeroFee } from './format-fee.ts';
import { LookAlikeAlarm } from './look-alike-alarm.tsx';
import { AddressObstacle, ReviewAddress } from './review-address.tsx';
import { virtualAccountTexts } from './texts.ts';
import { useAddressCheck } from './use-address-check.ts';
import { VerificationNeeds } from './verification-needs.tsx';
import { pairWarning, virtualAccountInputOf } from './virtual-account-form.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import own from './virtual-accounts.module.css';

const texts = virtualAccountTexts.review;

export function ReviewStep({ used }: { used: UsedDraft<VirtualAccountValues> }) {
  const { draft } = used;
  const { values } = draft;
  const input = virtualAccountInputOf(values);
  const { network, walletAddress } = input;
  const fee = input.integratorBpsFee ?? '0';
  const check = useAddressCheck(network, walletAddress);
  const needed = neededConfirmations(input, check.data?.lookAlikes ?? []);
  const open = openConfirmations(needed, values.confirmed);
  const isRead = check.data?.address === walletAddress && check.data.network === network;
  const warning = pairWarning(input.destinationCurrency, network);
  const send = (): void => {
    // What main says it got goes along: it refuses to send any other address.
    if (values.reviewedAddress !== check.data?.address) {
      used.change({ ...values, reviewedAddress: check.data?.address ?? null });
    }
    void used.send();
  };
  return (
    <ReviewForm
      used={used}
      title={texts.title}
      action={texts.action}
      isReady={isRead && open.length === 0}
      onSend={send}
      open={open.length === 0 ? null : addressTexts.confirm.open(open.length)}
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
          <ReviewAddress network={network} address={walletAddress} check={check} />
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
