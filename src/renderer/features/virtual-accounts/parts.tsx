/** The parts of virtual accounts: the accounts, and the addresses that they pay to. */
import { paths } from '../../app/paths.ts';
import { PartLinks } from '../../components/part-links.tsx';
import { addressTexts } from '../address-book/texts.ts';

const { parts } = addressTexts;

const links = [
  { name: parts.accounts, href: paths.virtualAccounts },
  { name: parts.book, href: paths.addressBook },
] as const;

export const VirtualAccountParts = ({ current }: { current: string }) => (
  <PartLinks label={parts.label} parts={links} current={current} />
);
