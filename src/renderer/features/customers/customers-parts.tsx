/** The parts of the customers: all of them, and by whom they wait on. */
import { paths } from '../../app/paths.ts';
import { PartLinks } from '../../components/part-links.tsx';
import { onboardingTexts } from '../onboarding/texts.ts';

const parts = [
  { name: onboardingTexts.list, href: paths.customers },
  { name: onboardingTexts.part, href: paths.onboarding },
];

export const CustomersParts = ({ current }: { current: string }) => (
  <PartLinks label={onboardingTexts.parts} parts={parts} current={current} />
);
