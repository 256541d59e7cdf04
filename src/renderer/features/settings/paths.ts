export const settingsPaths = {
  root: '/settings',
  section: (section: 'profiles' | 'backup' | 'notices' | 'appearance' | 'company' | 'about') =>
    `/settings/${section}`,
} as const;
