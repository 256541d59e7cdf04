/** Words of the first screens, while the vault is not open yet, and of typing secrets. */
export const vaultTexts = {
  choose: {
    title: 'Where should Causeway keep its secrets?',
    lead: 'Access tokens and the keys of your records usually go to the keychain of the operating system. That can’t be done now, so please choose another place.',
    why: 'Why not the keychain',
    passphrase: {
      title: 'A passphrase',
      body: 'Secrets are kept in a file on this machine, sealed with a passphrase that you type each time Causeway starts. Nobody can recover it for you.',
      action: 'Choose a passphrase',
    },
    session: {
      title: 'This session only',
      body: 'Secrets stay in memory; records are sealed with a key that does too, and are gone when Causeway stops. Only the built-in sandbox can be written to.',
      action: 'Use this session only',
    },
  },
  locked: {
    title: 'Causeway is locked',
    lead: 'Your records on this machine are sealed with your passphrase.',
    action: 'Enter passphrase',
    help: {
      title: 'Where your data is, and if the passphrase is lost',
      where: 'Everything is in Causeway’s data folder on this machine:',
      lost: 'Nobody can recover a lost passphrase, and without it nothing in that folder can be read, by you or by anybody else. What exists at the service stays as it is.',
      again:
        'To begin anew, stop Causeway, move that folder elsewhere (keep it, in case the passphrase is found), and start again. Then add your profiles and their tokens again.',
      learned:
        'The service has no lists to fetch: customers become known here again only from its events, and virtual accounts, which have none, not at all. The secret of a webhook is told once, so a webhook whose secret is lost needs a new one in its place.',
    },
  },
  entry: {
    opened:
      'Another window has opened. Type or confirm there: this page can neither read it nor answer for you. It goes on by itself when you are done.',
    notOpened: 'No window? Your browser may have blocked it.',
    open: 'Open the window',
  },
} as const;
