/** The fields of a new virtual account. */
import { Checkbox, NativeSelect, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isUnusualFee } from '../../../contract/addresses/confirmations.ts';
import { destinationCurrencies, sourceCurrencies } from '../../../contract/currencies.ts';
import { requestLabels } from '../../../contract/fields.ts';
import { basisPointsPattern } from '../../../contract/patterns.ts';
import { ChoiceInput } from '../../components/choice-input.tsx';
import { CustomerPicker } from '../../components/customers/customer-picker.tsx';
import { AttemptNotice } from '../../components/draft/attempt-notice.tsx';
import classes from '../../components/draft/form.module.css';
import { ToReviewForm } from '../../components/draft/to-review-form.tsx';
import type { UsedDraft } from '../../components/draft/use-draft.ts';
import { useDraftForm } from '../../components/draft/use-draft-form.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { exactNumber, formatRate } from '../../format/rates.ts';
import { FeeSamples } from './fee-samples.tsx';
import { networkChoices } from './network-choices.ts';
import { virtualAccountTexts } from './texts.ts';
import { VerificationNeeds } from './verification-needs.tsx';
import {
  cleanNetwork,
  needsConfirmation,
  pairWarning,
  virtualAccountChecks,
  virtualAccountInputOf,
} from './virtual-account-form.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import own from './virtual-accounts.module.css';
import { WalletField } from './wallet-field.tsx';

const formTexts = virtualAccountTexts.form;

const rateOfFee = (fee: string) => (basisPointsPattern.test(fee) ? exactNumber(fee) : null);

export const isZeroFee = (fee: string): boolean => rateOfFee(fee)?.eq(0) ?? false;

/** What stands under the fee while it is typed: help, or the rate as people read it. */
export function formatFee(typed: string): string {
  const fee = typed.trim();
  if (rateOfFee(fee) === null) return formTexts.feeHelp;
  if (isZeroFee(fee)) return formTexts.zeroFee;
  return isUnusualFee(fee) ? formTexts.largeFee(formatRate(fee)) : formatRate(fee);
}

const { form: texts } = virtualAccountTexts;
const reviewTexts = virtualAccountTexts.review;
const fields = requestLabels.virtualAccount;

type Form = UseFormReturnType<VirtualAccountValues>;

export function VirtualAccountFormFields({ used }: { used: UsedDraft<VirtualAccountValues> }) {
  const form = useDraftForm(used.draft, used.change, virtualAccountChecks);
  return (
    <ToReviewForm
      used={used}
      form={form}
      of="createVirtualAccount"
      lead={texts.lead}
      summary={<VirtualAccountSummary values={form.values} />}
    >
      <fieldset className={classes['group']}>
        <legend>{texts.money}</legend>
        <div className={classes['wide']}>
          <CustomerPicker
            label={fields.customerId}
            value={{ id: form.values.customerId, name: form.values.customerName }}
            error={form.errors['customerId']}
            onChange={({ id, name }) => {
              // What was confirmed was confirmed for the other customer.
              const unconfirmed = { confirmed: [], reviewedAddress: null };
              const other = id === form.values.customerId ? {} : unconfirmed;
              form.setValues({ customerId: id, customerName: name, ...other });
              form.clearFieldError('customerId');
            }}
          />
        </div>
        <div className={`${classes['wide']} ${own['needs']}`}>
          <VerificationNeeds customerId={form.values.customerId} />
        </div>
        <NativeSelect
          label={fields.sourceCurrency}
          description={texts.sourceHelp}
          data={[...sourceCurrencies]}
          {...form.getInputProps('sourceCurrency')}
        />
        <NativeSelect
          label={fields.destinationCurrency}
          description={texts.destinationHelp}
          data={[...destinationCurrencies]}
          {...form.getInputProps('destinationCurrency')}
        />
        <FeeField form={form} />
      </fieldset>
      <fieldset className={classes['group']}>
        <legend>{texts.wallet}</legend>
        <NetworkField form={form} />
        <WalletField form={form} />
      </fieldset>
      <AttemptNotice attempt={used.draft.attempt} intentKey={used.draft.intentKey} />
    </ToReviewForm>
  );
}

function NetworkField({ form }: { form: Form }) {
  const { network, destinationCurrency, confirmsNetwork } = form.values;
  const warning = pairWarning(destinationCurrency, network);
  return (
    <div className={`${classes['wide']} ${own['stack']}`}>
      <div className={own['half']}>
        <ChoiceInput
          name="network"
          label={fields.network}
          otherLabel={texts.otherNetwork}
          placeholder={texts.noNetwork}
          description={form.errors['network'] === undefined ? texts.networkHelp : undefined}
          otherDescription={
            form.errors['network'] === undefined ? texts.otherNetworkHelp : undefined
          }
          error={form.errors['network']}
          choices={networkChoices}
          value={network}
          onChange={(value) => {
            // A yes to one network is no yes to another.
            form.setValues({ network: value, confirmsNetwork: false });
            form.clearFieldError('network');
          }}
          onLeave={(value) => {
            form.setFieldValue('network', cleanNetwork(value));
            void form.validateField('network');
          }}
        />
      </div>
      {needsConfirmation(network) && (
        <Notice tone="amber">
          <p>{texts.unknownNetwork}</p>
          <Checkbox
            label={texts.confirmNetwork(cleanNetwork(network))}
            checked={confirmsNetwork}
            error={form.errors['confirmsNetwork']}
            onChange={(event) => {
              form.setFieldValue('confirmsNetwork', event.currentTarget.checked);
            }}
          />
        </Notice>
      )}
      {warning !== null && (
        <Notice tone="amber" role="status">
          {warning}
        </Notice>
      )}
    </div>
  );
}

function FeeField({ form }: { form: Form }) {
  return (
    <TextInput
      label={fields.integratorBpsFee}
      // Its problem says what is expected; the help would say it again.
      description={
        form.errors['integratorBpsFee'] === undefined
          ? formatFee(form.values.integratorBpsFee)
          : undefined
      }
      inputMode="numeric"
      {...form.getInputProps('integratorBpsFee')}
    />
  );
}

/** What was entered so far of a new virtual account, as its review will say it. */
function VirtualAccountSummary({ values }: { values: VirtualAccountValues }) {
  const input = virtualAccountInputOf(values);
  const { sourceCurrency, destinationCurrency, network, walletAddress } = input;
  const fee = input.integratorBpsFee ?? '0';
  const isFee = basisPointsPattern.test(fee);
  const customer = values.customerName === '' ? input.customerId : values.customerName;
  return (
    <>
      <Title order={2}>{texts.summary}</Title>
      <div className={own['pair']}>
        <span className={own['currency']}>{allSeen(sourceCurrency)}</span>
        <IconArrowRight size={16} aria-hidden />
        <span className={own['currency']}>
          {allSeen(
            network === '' ? destinationCurrency : reviewTexts.on(destinationCurrency, network),
          )}
        </span>
      </div>
      <div className={own['stacked']}>
        <Facts>
          <Fact name={reviewTexts.customer}>{entered(customer)}</Fact>
          <Fact name={reviewTexts.address}>
            {entered(walletAddress, <GroupedAddress address={walletAddress} />)}
          </Fact>
          <Fact name={reviewTexts.fee}>
            {isFee ? formatRate(fee) : <span className="dimmed">{texts.unreadable}</span>}
          </Fact>
          {isFee && (
            <Fact name={reviewTexts.samples}>
              <FeeSamples fee={fee} source={sourceCurrency} destination={destinationCurrency} />
              <p className="dimmed">{reviewTexts.sampleHint}</p>
            </Fact>
          )}
        </Facts>
      </div>
    </>
  );
}

const entered = (text: string, shown: ReactNode = allSeen(text)): ReactNode =>
  text === '' ? <span className="dimmed">{texts.notEntered}</span> : shown;
