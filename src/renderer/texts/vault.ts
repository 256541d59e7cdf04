/** Texts of the screens before the vault is open, and of entering secrets. */
export const vaultTexts = {
  choose: {
    title: 'Where should Causeway store its secrets?',
    lead: 'Causeway usually stores access tokens and the keys of your records in the system’s keychain. The keychain is not available now, so choose another place.',
    why: 'Why the keychain is not available',
    passphrase: {
      title: 'A passphrase',
      body: 'Secrets are stored in a file on this computer, encrypted with a passphrase that you enter each time Causeway starts. A lost passphrase can only be replaced with the recovery key.',
      action: 'Choose passphrase',
    },
    session: {
      title: 'This session only',
      body: 'Secrets and keys stay in memory. Records are gone when Causeway stops. You can create records only in the built-in sandbox.',
      action: 'Use this session only',
    },
  },
  locked: {
    title: 'Causeway is locked',
    lead: 'Your records on this computer are encrypted with your passphrase.',
    action: 'Enter passphrase',
    byClick:
      'Nothing of your records is shown. Deliveries are still received and sealed; they can be read after you unlock.',
    unlock: 'Unlock',
    help: {
      title: 'Where your data is, and what to do if the passphrase is lost',
      where: 'Everything is in Causeway’s data folder on this computer:',
      lost: 'A lost passphrase can’t be recovered. Without it or the recovery key, nobody can read that folder. Records at the service are not affected.',
      again:
        'To start over, stop Causeway, move the folder elsewhere (keep it, in case you find the passphrase), and start Causeway again. Then add your profiles and tokens again.',
      learned:
        'Causeway can’t fetch lists from the service. Customers become known again from events or an import, virtual accounts from an import. Causeway can’t request a webhook’s secret: ask the service’s support for it, or create another webhook.',
    },
  },
  recovery: {
    title: 'The recovery key',
    body: 'The 24 words on paper that were shown once. They open what is stored here, and you choose a new passphrase.',
    action: 'Use recovery key…',
  },
  entry: {
    opened:
      'Continue in the window that opened. This page can neither read it nor answer for you, and continues when you are done.',
    notOpened: 'No window? Your browser may have blocked it.',
    open: 'Open window',
  },
} as const;

export const lockKeys = (isMac: boolean): string => (isMac ? '⇧ ⌘ L' : 'Ctrl Shift L');
