/** Texts of links to records. */
export const linkTexts = {
  copy: 'Copy link',
  copied: 'Link copied',
  notCopied: 'The link was not copied',
  group: 'Link',
  open: 'Open link',
  inProfile: (profile: string) => `Profile ${profile}`,
  notOne:
    'Causeway can’t open this link. Links begin with causeway://open/ and name a record or a screen.',
  kinds: {
    customer: 'Customer',
    'virtual-account': 'Virtual account',
    'bank-account': 'Bank account',
    payout: 'Payout',
    wallet: 'Wallet',
    address: 'Address',
    'payment-link': 'Payment link',
    webhook: 'Webhook',
    event: 'Event',
    request: 'Request',
    screen: 'Screen',
  },
  noScreen: (name: string) => `Causeway has no screen “${name}”.`,
  failedTitle: 'This link can’t be opened',
  otherTitle: 'Open the link in another profile?',
  other: (what: string, profile: string, shown: string) =>
    `The link leads to ${what} in the profile “${profile}”. You see “${shown}”.`,
  switchTo: (profile: string) => `Switch to ${profile}`,
  noneTitle: 'The link names a profile that is not here',
  none: (what: string, profile: string, shown: string) =>
    `The link leads to ${what} in the profile “${profile}”, which this Causeway does not have. You can look for it in “${shown}”.`,
  openHere: 'Open in this profile',
  several: (profile: string) =>
    `Several profiles are called “${profile}”. Switch to the right one, then open the link again.`,
} as const;
