/** The parts of the customers: all of them, and by whom they wait on. */
import { PartLinks } from '../../components/part-links.tsx';
import { onboardingPaths } from '../onboarding/paths.ts';
import { onboardingTexts } from '../onboarding/texts.ts';
import { customerPaths } from './paths.ts';

const parts = [
  { name: onboardingTexts.list, href: customerPaths.root },
  { name: onboardingTexts.part, href: onboardingPaths.root },
];

export const CustomersParts = ({ current }: { current: string }) => (
  <PartLinks label={onboardingTexts.parts} parts={parts} current={current} />
);
