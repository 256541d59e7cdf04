import { describe, expect, it } from 'vitest';
import { cleanedAddress } from './clean.ts';
import { familyOf, networksOf } from './families.ts';
import { differingPlaces, endsOf, identityOf, isLookAlike } from './look-alike.ts';

const known = '0x52908400098527886E0F7030069857D2E4169EE7';
const poisoned = '0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9EE7';

describe('identity', () => {
  it('is the same for two spellings, and for the networks of a family', () => {
    expect(identityOf('ethereum', known)).toEqual(identityOf('base', known.toLowerCase()));
    expect(identityOf('sol', 'So1')).toEqual(identityOf('solana', 'So1'));
    expect(identityOf('tron', 'Tabc')).not.toEqual(identityOf('tron', 'TABC'));
    expect(identityOf('newchain', '0xAB')).toEqual({ group: 'newchain', canonical: '0xAB' });
  });

  it('families name their networks', () => {
    expect(networksOf('evm')).toEqual(['ethereum', 'base', 'polygon', 'arbitrum', 'avalanche']);
    expect(familyOf(' SOL ')).toBe('solana');
    expect(familyOf('toString')).toBeNull();
  });
});

describe('look-alikes', () => {
  const of = (address: string) => identityOf('ethereum', address);

  it('share four characters at both ends, in either case, the prefix not counted', () => {
    expect(isLookAlike(of(poisoned), of(known))).toBe(true);
    expect(isLookAlike(of(poisoned.toLowerCase()), of(known))).toBe(true);
    expect(endsOf(of(known))).toEqual({ head: '5290', tail: '9ee7' });
    expect(endsOf(identityOf('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'))).toEqual({
      head: 'r7nh',
      tail: 'lj6t',
    });
  });

  it('the same address is none, nor is one with three, nor one of another family', () => {
    expect(isLookAlike(of(known.toLowerCase()), of(known))).toBe(false);
    expect(isLookAlike(of(poisoned.replace('5290', '5291')), of(known))).toBe(false);
    expect(isLookAlike(of(poisoned.replace('9EE7', '8EE7')), of(known))).toBe(false);
    const plain = (address: string) => identityOf('newchain', address.slice(2));
    expect(isLookAlike(plain(poisoned), of(known))).toBe(false);
  });

  it('are found across networks of any name, where the form is EVM’s', () => {
    expect(isLookAlike(identityOf('newchain', poisoned), of(known))).toBe(true);
    expect(identityOf('optimism', known)).toEqual(of(known.toLowerCase()));
  });

  it('a text too short for two ends has none', () => {
    expect(endsOf(identityOf('newchain', 'abcdefg'))).toBeNull();
    expect(isLookAlike(identityOf('newchain', 'abcdefg'), identityOf('newchain', 'abcdxfg'))).toBe(
      false,
    );
  });

  it('the difference is marked place by place', () => {
    const marks = differingPlaces('0x52ab9e', '0x52cb9e');
    expect(marks).toEqual([false, false, false, false, true, false, false, false]);
    expect(differingPlaces('abXcd', 'abcd')).toEqual([false, false, true, false, false]);
    expect(differingPlaces('abcd', 'abXcd')).toEqual([false, false, false, false]);
  });
});

describe('what comes along with an address', () => {
  it('is taken out and counted', () => {
    expect(cleanedAddress(' 0x52\u200b90\n\u00a084\u202e00 ')).toEqual({
      address: '0x52908400',
      spaces: 4,
      invisible: 2,
    });
    expect(cleanedAddress(known)).toEqual({ address: known, spaces: 0, invisible: 0 });
  });
});
