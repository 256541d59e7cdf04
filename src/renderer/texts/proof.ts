/** Words for whether deliveries can get in: always the last proof, never "connected". */
export const proofTexts = {
  lastProven: (age: string) => `last proven ${age}`,
  neverProven: 'not proven yet',
  notProvenNow: 'not proven now',
  states: {
    proven: 'proven',
    opening: 'opening…',
    proving: 'proving…',
    failed: 'failed',
    'not-provable': 'not provable from here',
    closed: 'closed',
    'url-changed': 'address changed',
    elsewhere: 'leads elsewhere',
  },
  cameBack: 'A request went out through the public address and came back.',
  rail: {
    label: 'Tunnels',
    none: 'No tunnel open',
    name: (state: string) => `Tunnel ${state}`,
  },
} as const;
