/** Texts on reachability: always about the last check, never "connected". */
export const tokenCheckTexts = {
  lastProven: (age: string) => `Check passed ${age}`,
  lastPassed: (age: string) => `last check that passed: ${age}`,
  neverProven: 'Not checked yet',
  notProvenNow: 'No recent check',
  states: {
    proven: 'Check passed',
    opening: 'Opening…',
    proving: 'Checking…',
    failed: 'Failed',
    'not-provable': 'Can’t be checked',
    closed: 'Closed',
    'url-changed': 'URL changed',
    elsewhere: 'Not this computer',
  },
  cameBack: 'Causeway sent a test request to the public URL, and it came back.',
  rail: {
    label: 'Tunnels',
    none: 'No open tunnel',
    name: (state: string) => `Tunnel: ${state}`,
  },
} as const;
