import { IconSettings } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { settingsPaths } from './paths.ts';

const settings = screenFile(async () => (await import('./settings-screen.tsx')).SettingsScreen);

export const settingsFeature: Feature = {
  paths: settingsPaths,
  title: 'Settings',
  Icon: IconSettings,
  screens: [screen(settingsPaths.root, settings, (section) => ({ section }))],
  areas: { audit: ['audit'] },
  staysOpen: true,
};
