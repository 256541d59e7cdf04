/** Names of the keys in the vault. Each may be the only one that opens what it sealed. */
export const dataKeyName = (profileId: string): string => `data-key:${profileId}`;
export const inboxKeyName = 'named:inbox-key';
/** Without it, nobody could go on signing the audit logs that a backup brings. */
export const signingKeyName = 'named:signing-key';

/** Those of databases, which can change (changing-keys.ts). */
export const isDatabaseKeyName = (name: string): boolean =>
  name.startsWith('data-key:') || name === inboxKeyName;

/** No tokens, no passwords of tunnels: those can be entered again. */
export const isKeyName = (name: string): boolean =>
  isDatabaseKeyName(name) || name === signingKeyName;
