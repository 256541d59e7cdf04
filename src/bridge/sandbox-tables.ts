/** Switches and faults of the sandbox (docs/sandbox.md), and lengths of its lists, without zod. */
import { lookupNames } from '../contract/lookups.ts';
import { writeNames } from '../contract/writes.ts';

/** `cause` of a failure where the sandbox refuses the control token that is stored. */
export const refusedTokenCause = 'control-token';

/** What a switch may be: one of these, or a value as JSON. The first is the default. */
export const sandboxSwitches = {
  feeSpelling: ['both', 'integratorBpsFee', 'integratorBpsfee'],
  eventForm: ['envelope', 'bare'],
  v2PostStatus: [201, 200, 202],
  errorForm: ['interface', 'problem'],
  validationStatus: [400, 422],
  rateLimitPerSecond: null,
  v1ErrorsUnder200: [false, true],
  requiredCustomerFields: null,
  webhookDescriptionRequired: [false, true],
  deliveryForm: ['bare', 'event', 'envelope', 'typed'],
  signatureInput: ['raw', 'reserialised'],
  signatureCase: ['lower', 'upper'],
  signatureKey: ['whole', 'without-prefix'],
  retryDelaysMs: null,
  resentUpdated: ['stays', 'moves'],
  deliveryRateUnit: ['fraction', 'percent'],
  networks: ['known', 'any'],
  addresses: ['checked', 'any'],
  pairs: ['served', 'any'],
  profileStatusWords: null,
  unknownFields: ['ignore', 'refuse'],
  platformBps: null,
  kycGate: [false, true],
  businessPersonalInformation: ['refuse', 'accept'],
  destinationSpelling: ['as-sent', 'normalised'],
  webhookRecords: ['real', 'empty'],
  secretsInRecords: [false, true],
  deliveryAddresses: ['changing', 'fixed'],
  eurRate: null,
} as const satisfies Record<string, readonly (string | number | boolean)[] | null>;
export type SandboxSwitch = keyof typeof sandboxSwitches;
/** Options of each kind of fault: one of these, or what is typed: a number, or a text. */
export const sandboxFaults = {
  drop: { of: 'requests', options: { when: ['after', 'before'] } },
  delay: { of: 'requests', options: { ms: 5_000 } },
  error: { of: 'requests', options: { status: 500, when: ['before', 'after'] } },
  'too-many-requests': { of: 'requests', options: { retryAfterSeconds: 1 } },
  'expired-token': { of: 'requests', options: {} },
  unparsable: { of: 'requests', options: { body: ['truncated', 'html', 'empty', 'oversized'] } },
  redirect: { of: 'requests', options: { location: 'https://example.com/' } },
  duplicate: { of: 'deliveries', options: { copies: 1 } },
  reorder: { of: 'deliveries', options: { stepMs: 100 } },
  signature: { of: 'deliveries', options: { signing: ['wrong', 'missing'] } },
} as const satisfies Record<
  string,
  {
    of: 'requests' | 'deliveries';
    options: Readonly<Record<string, readonly string[] | string | number>>;
  }
>;
export type SandboxFaultKind = keyof typeof sandboxFaults;
export const sandboxFaultKinds = Object.keys(sandboxFaults) as SandboxFaultKind[];

/** `*` stands for all. */
export const sandboxOperations = ['*', ...writeNames, ...lookupNames] as const;
export type SandboxOperation = (typeof sandboxOperations)[number];

/** Rows of each list that are given at most. */
export const sandboxListLimit = 100;
