import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { addressBookPaths } from './paths.ts';

const addressBook = screenFile(
  async () => (await import('./address-book-screen.tsx')).AddressBookScreen,
);

export const addressBookFeature: Feature = {
  paths: addressBookPaths,
  screens: [screen(addressBookPaths.root, addressBook, (place) => ({ place }))],
  areas: { addressBook: ['address-book', 'virtual-accounts'] },
  parts: [{ title: 'Address book', href: addressBookPaths.root, words: 'wallets' }],
  actions: [{ title: 'Label address', href: addressBookPaths.new, words: 'address book wallet' }],
};
