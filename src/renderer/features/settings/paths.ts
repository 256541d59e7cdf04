export const settingsPaths = {
  root: '/settings',
  section: (
    section: 'profiles' | 'backup' | 'notices' | 'appearance' | 'company' | 'audit' | 'about',
  ) => `/settings/${section}`,
} as const;
