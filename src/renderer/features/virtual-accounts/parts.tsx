/** The parts of virtual accounts: the accounts, and the addresses that they pay to. */
import { PartLinks } from '../../components/part-links.tsx';
import { addressBookPaths } from '../address-book/paths.ts';
import { addressTexts } from '../address-book/texts.ts';
import { virtualAccountPaths } from './paths.ts';

const { parts } = addressTexts;

const links = [
  { name: parts.accounts, href: virtualAccountPaths.root },
  { name: parts.book, href: addressBookPaths.root },
] as const;

export const VirtualAccountParts = ({ current }: { current: string }) => (
  <PartLinks label={parts.label} parts={links} current={current} />
);
