import type { CustomerEntry } from './pages/customers.ts';
import type { VirtualAccountEntry } from './pages/virtual-accounts.ts';

/** A customer with every field of the form. */
export const ada: Required<Omit<CustomerEntry, 'Display name'>> = {
  Type: 'Individual',
  Email: 'ada@example.com',
  Phone: '+14155550123',
  'Line 1': '12 Analytical Row',
  'Line 2': 'Flat 3',
  City: 'San Francisco',
  State: 'CA',
  'Postal code': '94105',
  Country: 'US',
  'First name': 'Ada',
  'Last name': 'Byron',
  'Tax identification number': '123-45-6789',
  'Tax identification number type': 'SSN',
};

/** Carries a checksum in its capitals. */
export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

export const account: VirtualAccountEntry = {
  Customer: 'Ada Byron',
  'Source currency': 'USD',
  'Destination currency': 'USDC',
  Network: 'ethereum',
  'Wallet address': wallet,
  'Integrator fee (bps)': '40',
};
