export const settingsPaths = {
  root: '/settings',
  section: (section: 'profiles' | 'notices' | 'appearance' | 'company' | 'audit' | 'about') =>
    `/settings/${section}`,
} as const;
