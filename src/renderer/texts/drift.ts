/** Words for what the service says otherwise than before. */
export const driftTexts = {
  title: 'Changes',
  /** In the rail, for a screen reader, behind the name. */
  badge: (count: number) => (count === 1 ? '1 is open' : `${count} are open`),
  lead: 'The service says something else than it said before, in a field where that matters. Each one stays here until a person has looked at it and signed it off.',
  parts: { label: 'Changes', open: 'Open', signedOff: 'Signed off' },
  listLabel: 'Changes',
  failed: 'The changes could not be read',
  emptyTitle: 'Nothing to sign off',
  emptyBody:
    'Whatever the service tells again is held against what it told before. Changes of a status, of deposit instructions, of a destination or of fees are listed here.',
  noneSignedOff: 'Nothing has been signed off yet',
  noneSignedOffBody: 'What a person signs off is kept here, with when and with the note.',
  more: (shown: string, total: string) =>
    `The first ${shown} of ${total}. The others follow when these are signed off.`,
  newest: (shown: string, total: string) => `The newest ${shown} of ${total}.`,

  line: (count: number) =>
    count === 1
      ? 'The destination of a virtual account has changed at the service. Nobody should pay in before someone has checked it.'
      : `${count} changes of the destination of virtual accounts at the service. Nobody should pay in before someone has checked them.`,
  see: 'See what changed',

  mark: { destination: 'Redirected', grave: 'Changed', notable: 'Changed' },
  alarm: {
    destination: 'The destination is not what it was',
    other: 'The service says something else than before',
    destinationBody:
      'What is paid in goes where the service says now. Let nobody pay in before you have checked with the service who changed it.',
    body: 'Check whether this is meant, and sign it off.',
  },
  kinds: {
    customer: 'Customer',
    virtualAccount: 'Virtual account',
    bankAccount: 'Bank account',
    webhook: 'Webhook',
  },
  was: 'Was',
  is: 'Is now',
  nothing: 'nothing',
  lastTold: 'said last',
  firstTold: 'said first',

  choose: (what: string) => `Choose: ${what}`,
  chooseAll: 'Choose all shown',
  signOff: 'Sign off',
  signOffAll: (count: number) => (count === 1 ? 'Sign off' : `Sign off all ${count}`),
  signOffChosen: (count: number) => `Sign off ${count} chosen`,
  dialog: {
    title: (count: number) =>
      count === 1 ? 'Sign off this change' : `Sign off these ${count} changes`,
    body: (count: number) =>
      `You say that you have looked at ${count === 1 ? 'it and that it is' : 'each of them and that all are'} in order. That can’t be taken back; a further change is flagged again.`,
    note: 'Note',
    noteHelp: 'Optional: whom you asked, and what they said. It is kept in the audit log.',
    action: 'Sign off',
  },
  signedOffAt: 'Signed off',
  here: 'at this computer',
  elsewhere: 'at another computer',
} as const;

/** Fields by their JSON Pointer, as a person calls them. */
export const driftFields: Readonly<Record<string, string>> = {
  '/destination/walletAddress': 'Destination: wallet address',
  '/destination/network': 'Destination: network',
  '/destination/currency': 'Destination: currency',
  '/depositInstructions/currency': 'Deposit instructions: currency',
  '/depositInstructions/bankName': 'Deposit instructions: bank name',
  '/depositInstructions/bankAccountNumber': 'Deposit instructions: account number',
  '/depositInstructions/bankRoutingNumber': 'Deposit instructions: routing number',
  '/depositInstructions/bankBeneficiaryName': 'Deposit instructions: beneficiary name',
  '/depositInstructions/bankBeneficiaryAddress': 'Deposit instructions: beneficiary address',
  '/fees/totalBpsRate': 'Fees: total',
  '/fees/integratorFee/bpsRate': 'Fees: integrator',
  '/fees/platformFee/bpsRate': 'Fees: platform',
  '/active': 'Active',
  '/status': 'Status',
  '/bankName': 'Bank name',
  '/accountHolderName': 'Account holder',
  '/accountName': 'Account name',
  '/customer': 'Customer',
  '/currency': 'Currency',
  '/accountDetails/accountNumber': 'Account number',
  '/accountDetails/routingNumber': 'Routing number',
  '/accountDetails/accountType': 'Account type',
  '/type': 'Type',
  '/url': 'Address of deliveries',
  '/events': 'Events',
};
