export const settingsPaths = {
  root: '/settings',
  addProfile: '/settings/profiles/add',
  passphrase: '/settings/lock/passphrase',
  section: (
    section:
      | (
          | 'profiles'
          | 'backup'
          | 'handover'
          | 'team'
          | 'lock'
          | 'notices'
          | 'appearance'
          | 'company'
        )
      | ('diagnostics' | 'retention' | 'about'),
  ) => `/settings/${section}`,
} as const;
