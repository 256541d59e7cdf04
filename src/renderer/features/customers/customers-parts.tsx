/** The parts of the customers: all of them, and by whom they wait on. */
import { paths } from '../../app/paths.ts';
import { PartLinks } from '../../components/part-links.tsx';
import { queueTexts } from '../onboarding/texts.ts';

const parts = [
  { name: queueTexts.list, href: paths.customers },
  { name: queueTexts.part, href: paths.queue },
];

export const CustomersParts = ({ current }: { current: string }) => (
  <PartLinks label={queueTexts.parts} parts={parts} current={current} />
);
