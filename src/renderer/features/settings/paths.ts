export const settingsPaths = {
  root: '/settings',
  section: (section: 'profiles' | 'appearance' | 'company' | 'audit' | 'about') =>
    `/settings/${section}`,
} as const;
