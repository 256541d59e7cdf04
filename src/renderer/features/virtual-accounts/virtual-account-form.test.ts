import { describe, expect, it } from 'vitest';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { problemsOf } from '../../components/draft/use-draft-form.ts';
import { addressTexts } from '../address-book/texts.ts';
import { samplesAfter } from './fee-samples.tsx';
import { virtualAccountTexts } from './texts.ts';
import { depositFieldName, depositText } from './virtual-account-detail-panel.tsx';
import {
  needsConfirmation,
  pairWarning,
  virtualAccountChecks,
  virtualAccountInputOf,
} from './virtual-account-form.ts';
import { formatFee } from './virtual-account-form-fields.tsx';
import { emptyVirtualAccountValues, type VirtualAccountValues } from './virtual-account-values.ts';

const { problems } = virtualAccountTexts;

const values = (change: Partial<VirtualAccountValues> = {}): VirtualAccountValues => ({
  ...emptyVirtualAccountValues,
  customerId: 'customer_1a2b',
  network: 'ethereum',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  ...change,
});

describe('the request of a new virtual account', () => {
  it('is what the contract lets out', () => {
    const input = virtualAccountInputOf(values({ integratorBpsFee: '65' }));
    expect(createVirtualAccountInput.safeParse(input).success).toBe(true);
  });

  it.each([
    ['USD', 'USDC'],
    ['USD', 'USDT'],
    ['EUR', 'USDC'],
    ['EUR', 'USDT'],
  ])('converts from %s to %s where that was chosen', (sourceCurrency, destinationCurrency) => {
    const chosen = { sourceCurrency, destinationCurrency };
    expect(virtualAccountInputOf(values(chosen))).toMatchObject(chosen);
  });

  it('leaves an empty fee out and sends a fee of zero', () => {
    expect(virtualAccountInputOf(values())).not.toHaveProperty('integratorBpsFee');
    expect(virtualAccountInputOf(values({ integratorBpsFee: '0' })).integratorBpsFee).toBe('0');
    expect(virtualAccountInputOf(values({ integratorBpsFee: ' 065 ' })).integratorBpsFee).toBe(
      '65',
    );
  });

  it('takes space and case that mean nothing away, and nothing else', () => {
    const input = virtualAccountInputOf(
      values({ network: ' Ethereum ', walletAddress: ' 0x5290 8400\n0985' }),
    );
    expect(input.network).toBe('ethereum');
    expect(input.walletAddress).toBe('0x529084000985');
  });
});

describe('the checks', () => {
  it('a whole form has no problem', () => {
    expect(problemsOf(values(), virtualAccountChecks)).toEqual({});
  });

  it('an empty form names what is needed', () => {
    expect(problemsOf(emptyVirtualAccountValues, virtualAccountChecks)).toEqual({
      customerId: problems.customer,
      network: problems.noNetwork,
      walletAddress: problems.address,
    });
  });

  it.each(['1.5', '-1', '10%', 'x'])('a fee of "%s" is not digits only', (integratorBpsFee) => {
    expect(problemsOf(values({ integratorBpsFee }), virtualAccountChecks)).toEqual({
      integratorBpsFee: problems.fee,
    });
  });

  it.each(['10000', '010000', '99999999999999999999'])(
    'a fee of %s bps leaves nothing of a deposit',
    (integratorBpsFee) => {
      expect(problemsOf(values({ integratorBpsFee }), virtualAccountChecks)).toEqual({
        integratorBpsFee: problems.wholeFee,
      });
      expect(problemsOf(values({ integratorBpsFee: '9999' }), virtualAccountChecks)).toEqual({});
    },
  );

  it('an address that is not what was pasted holds the form up', () => {
    expect(problemsOf(values({ pasteDiffers: true }), virtualAccountChecks)).toEqual({
      walletAddress: addressTexts.paste.held,
    });
  });

  it('the address is checked by the rules of the network', () => {
    expect(problemsOf(values({ network: 'tron' }), virtualAccountChecks)).toEqual({
      walletAddress: addressTexts.otherNetwork('evm', 'tron'),
    });
  });

  it('a network that is not known here needs a yes of its own', () => {
    const unknown = values({ network: 'newchain' });
    expect(needsConfirmation('newchain')).toBe(true);
    expect(problemsOf(unknown, virtualAccountChecks)).toEqual({
      confirmsNetwork: problems.confirmNetwork,
    });
    expect(problemsOf({ ...unknown, confirmsNetwork: true }, virtualAccountChecks)).toEqual({});
    expect(needsConfirmation('Ethereum')).toBe(false);
    expect(needsConfirmation('no name!')).toBe(false);
  });
});

describe('pairs', () => {
  it.each([
    ['USDT', 'polygon'],
    ['USDT', 'solana'],
    ['USDC', 'tron'],
  ])('%s on %s is warned of', (currency, network) => {
    expect(pairWarning(currency, network)).toContain(`${currency} on ${network}`);
  });

  it.each([
    ['USDT', 'tron'],
    ['USDT', 'Ethereum'],
    ['USDC', 'base'],
    ['USDC', 'newchain'],
    ['USDC', ''],
  ])('%s on "%s" is not', (currency, network) => {
    expect(pairWarning(currency, network)).toBeNull();
  });
});

describe('the review', () => {
  it('shows what remains of two amounts', () => {
    expect(samplesAfter('65')).toEqual([
      { amount: '100.00', left: '99.35' },
      { amount: '10,000.00', left: '9,935.00' },
    ]);
  });

  it('shows nothing where the fee takes more than all', () => {
    expect(samplesAfter('20000')).toBeNull();
  });
});

describe('deposit instructions to hand on', () => {
  it('one line a field, in order, with the fields nobody named', () => {
    expect(
      depositText([
        { field: 'bankName', value: 'Lead Bank' },
        { field: 'memo', value: 'REF 1' },
      ]),
    ).toBe('Bank name: Lead Bank\nmemo: REF 1');
    expect(depositFieldName('bankRoutingNumber')).toBe('Routing number');
  });
});

describe('the fee while it is typed', () => {
  it('is shown in percent, and a large one is called so', () => {
    expect(formatFee('')).toBe(virtualAccountTexts.form.feeHelp);
    expect(formatFee('1.5')).toBe(virtualAccountTexts.form.feeHelp);
    expect(formatFee(' 65 ')).toBe('65 bps (0.65 %)');
    expect(formatFee('6500')).toBe(virtualAccountTexts.form.largeFee('6500 bps (65.00 %)'));
  });
});
