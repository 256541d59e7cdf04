/** What was entered so far of a new virtual account, as its review will say it. */
import { Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { basisPointsPattern } from '../../../contract/patterns.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { formatRate } from '../../format/rates.ts';
import { FeeSamples } from './fee-samples.tsx';
import { virtualAccountTexts } from './texts.ts';
import { virtualAccountInputOf } from './virtual-account-form.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import own from './virtual-accounts.module.css';

const { review: texts, form } = virtualAccountTexts;

export function VirtualAccountSummary({ values }: { values: VirtualAccountValues }) {
  const input = virtualAccountInputOf(values);
  const { sourceCurrency, destinationCurrency, network, walletAddress } = input;
  const fee = input.integratorBpsFee ?? '0';
  const isFee = basisPointsPattern.test(fee);
  const customer = values.customerName === '' ? input.customerId : values.customerName;
  return (
    <>
      <Title order={2}>{form.summary}</Title>
      <div className={own['pair']}>
        <span className={own['currency']}>{allSeen(sourceCurrency)}</span>
        <IconArrowRight size={16} aria-hidden />
        <span className={own['currency']}>
          {allSeen(network === '' ? destinationCurrency : texts.on(destinationCurrency, network))}
        </span>
      </div>
      <div className={own['stacked']}>
        <Facts>
          <Fact name={texts.customer}>{entered(customer)}</Fact>
          <Fact name={texts.address}>
            {entered(walletAddress, <GroupedAddress address={walletAddress} />)}
          </Fact>
          <Fact name={texts.fee}>{isFee ? formatRate(fee) : entered('')}</Fact>
          {isFee && (
            <Fact name={texts.samples}>
              <FeeSamples fee={fee} source={sourceCurrency} destination={destinationCurrency} />
            </Fact>
          )}
        </Facts>
      </div>
    </>
  );
}

const entered = (text: string, shown: ReactNode = allSeen(text)): ReactNode =>
  text === '' ? <span className="dimmed">{form.notEntered}</span> : shown;
