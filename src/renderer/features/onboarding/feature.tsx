import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { onboardingPaths } from './paths.ts';

const onboarding = screenFile(
  async () => (await import('./onboarding-screen.tsx')).OnboardingScreen,
);

export const onboardingFeature: Feature = {
  paths: onboardingPaths,
  screens: [screen(onboardingPaths.root, onboarding, (part) => ({ part }))],
  areas: { onboarding: ['customers', 'annotations'] },
  past: { except: [] },
  parts: [{ title: 'Onboarding', href: onboardingPaths.root, words: 'customers verification KYC' }],
};
