export const settingsPaths = {
  root: '/settings',
  section: (
    section: 'profiles' | 'backup' | 'lock' | 'notices' | 'appearance' | 'company' | 'about',
  ) => `/settings/${section}`,
} as const;
