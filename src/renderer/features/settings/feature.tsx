import { IconSettings } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { settingsPaths } from './paths.ts';
import { useShownNotices } from './shown-notices.tsx';
import { TeamStatus, useTeamNotices } from './team-notices.tsx';

const useSettingsNotices = () => [...useShownNotices(), ...useTeamNotices()];

const settings = screenFile(async () => (await import('./settings-screen.tsx')).SettingsScreen);

export const settingsFeature: Feature = {
  paths: settingsPaths,
  title: 'Settings',
  Icon: IconSettings,
  isAtFoot: true,
  screens: [screen(settingsPaths.root, settings, (section, _part) => ({ section }))],
  areas: {
    depositSheets: ['deposit-sheets'],
    backups: ['backups'],
    handover: ['handover'],
    team: ['team'],
    notices: ['notices'],
    diagnostics: ['exports'],
    retention: ['retention'],
  },
  staysOpen: true,
  useNotices: useSettingsNotices,
  Status: TeamStatus,
  parts: [
    { title: 'Profiles', href: settingsPaths.section('profiles'), words: 'settings token' },
    {
      title: 'Backup',
      href: settingsPaths.section('backup'),
      words: 'settings recovery key restore',
    },
    {
      title: 'Lock',
      href: settingsPaths.section('lock'),
      words: 'settings idle sleep passphrase data keys',
    },
    {
      title: 'Hand-over',
      href: settingsPaths.section('handover'),
      words: 'settings card file colleague computer merge',
    },
    {
      title: 'Team',
      href: settingsPaths.section('team'),
      words: 'settings database postgresql colleague computer invite join share',
    },
    { title: 'Company', href: settingsPaths.section('company'), words: 'settings logo' },
    { title: 'Notices', href: settingsPaths.section('notices'), words: 'settings quiet hours' },
    {
      title: 'Appearance',
      href: settingsPaths.section('appearance'),
      words: 'settings dark light',
    },
    {
      title: 'Retention',
      href: settingsPaths.section('retention'),
      words: 'settings privacy months delete',
    },
    { title: 'About', href: settingsPaths.section('about'), words: 'settings version' },
  ],
  actions: [
    { title: 'Add profile', href: settingsPaths.addProfile, words: 'settings service token' },
    {
      title: 'Set or change passphrase',
      href: settingsPaths.passphrase,
      words: 'settings keychain',
    },
    {
      title: 'Save diagnostics…',
      href: settingsPaths.section('diagnostics'),
      words: 'settings support problem error log',
    },
  ],
};
