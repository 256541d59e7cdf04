/**
 * The switches: where the API specification is silent or contradicts itself the sandbox picks one form
 * (docs/decisions.md), and each can be switched to the other. The defaults are the picks.
 */
import { z } from 'zod';
import { readJson } from '../../platform/json-column.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

const milliseconds = z.number().int().min(0);

/** Delays before each delivery attempt (decisions 10): at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const defaultRetryDelays = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * 1_000,
);

/** A decimal number as text, so that no rate passes through floating point. */
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number as a string');

const fields = {
  /** Which spelling of the integrator fee is read (decisions 1); the other is ignored as unknown. */
  feeSpelling: z.enum(['both', 'integratorBpsFee', 'integratorBpsfee']).default('both'),
  /** Response form of `GET /v1/event/{id}` (decisions 2). */
  eventForm: z.enum(['envelope', 'bare']).default('envelope'),
  /** Success status of v2 POST (decisions 4). */
  v2PostStatus: z.union([z.literal(200), z.literal(201), z.literal(202)]).default(201),
  /** Forms of section 7, or `{status,detail,code,errors}` (decisions 5). */
  errorForm: z.enum(['interface', 'problem']).default('interface'),
  /** Status of a validation error (decisions 5). */
  validationStatus: z.union([z.literal(400), z.literal(422)]).default(400),
  /** v1 errors come with HTTP 200, the status only in the envelope (decisions 6). */
  v1ErrorsUnder200: z.boolean().default(false),
  /** Optional inputs of `POST /v2/customer` that are required all the same (decisions 7). */
  requiredCustomerFields: z
    .array(z.enum(['email', 'phone', 'address', 'personalInformation']))
    .default([]),
  /** `POST /v1/webhook` also requires a description (decisions 7). */
  webhookDescriptionRequired: z.boolean().default(false),
  /** Body of a delivery (decisions 8). */
  deliveryForm: z.enum(['bare', 'event', 'envelope', 'typed']).default('bare'),
  /** What the signature covers: the bytes sent, or the body parsed and serialised again (decisions 9). */
  signatureInput: z.enum(['raw', 'reserialised']).default('raw'),
  /** Case of the signature's hex digits (decisions 9). */
  signatureCase: z.enum(['lower', 'upper']).default('lower'),
  /** The key: the whole secret, or what follows its prefix (decisions 9). */
  signatureKey: z.enum(['whole', 'without-prefix']).default('whole'),
  /** Milliseconds before each delivery attempt, the first one included (decisions 10). */
  retryDelaysMs: z.array(milliseconds).min(1).default(defaultRetryDelays),
  /** `updated` of an event that is sent again: what it was, or the time of sending (decisions 10). */
  resentUpdated: z.enum(['stays', 'moves']).default('stays'),
  /** `deliveryRate` from "0" to "1", or from "0" to "100" (decisions 11). */
  deliveryRateUnit: z.enum(['fraction', 'percent']).default('fraction'),
  /** Networks beyond the known ones are refused, or accepted (decisions 13). */
  networks: z.enum(['known', 'any']).default('known'),
  /** Pairs not known to be served are refused, or accepted (decisions 14). */
  pairs: z.enum(['served', 'any']).default('served'),
  /** Addresses are checked by their network's rules, or accepted as they are (decisions 13). */
  addresses: z.enum(['checked', 'any']).default('checked'),
  /** Other words for a verification profile's status, for example `{"approved":"verified"}` (decisions 15). */
  profileStatusWords: z.record(z.string(), z.string()).default({}),
  /** Unknown fields are ignored, or refused (decisions 20). */
  unknownFields: z.enum(['ignore', 'refuse']).default('ignore'),
  /** The platform's fee in basis points (decisions 21). */
  platformBps: decimal.default('25'),
  /** A virtual account needs a customer with an approved profile (decisions 22): 403. */
  kycGate: z.boolean().default(false),
  /** personalInformation of a business is refused, or accepted (decisions 24). */
  businessPersonalInformation: z.enum(['refuse', 'accept']).default('refuse'),
  /** Destinations are returned as sent, or in one spelling: `solana`, lowercase hex (decisions 27). */
  destinationSpelling: z.enum(['as-sent', 'normalised']).default('as-sent'),
  /** `webhookRecords` of an event come from real attempts, or are always empty (decisions 28). */
  webhookRecords: z.enum(['real', 'empty']).default('real'),
  /** Webhook records inside events contain the secret. The API specification leaves it open. */
  secretsInRecords: z.boolean().default(false),
  /** Deliveries to loopback come from several addresses, or from one (decisions 34). */
  deliveryAddresses: z.enum(['changing', 'fixed']).default('changing'),
  /** Requests a second before 429. null: no limit. */
  rateLimitPerSecond: z.number().int().positive().nullable().default(null),
  /** USDC or USDT per euro. */
  eurRate: decimal.default('1.08'),
};

export const settingsSchema = z.strictObject(fields);
export type Settings = z.output<typeof settingsSchema>;

/** Some of the switches; the others stay. */
export const settingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.unwrap().optional()]),
  ) as {
    [Name in keyof typeof fields]: z.ZodOptional<ReturnType<(typeof fields)[Name]['unwrap']>>;
  },
);
export type SettingsChange = z.output<typeof settingsChange>;

export const defaultSettings: Settings = settingsSchema.parse({});

/** The current switches, stored over a restart. */
export interface SettingsStore {
  readonly current: Settings;
  /** Inside a transaction. */
  change(change: SettingsChange): Settings;
  reset(): void;
  /** Reads the committed switches again. */
  reload(): void;
}

export function createSettingsStore(database: Sqlite): SettingsStore {
  const read = database.prepare<[], { value: string }>(
    "SELECT value FROM meta WHERE key = 'settings'",
  );
  const write = database.prepare<[string]>(
    "INSERT INTO meta (key, value) VALUES ('settings', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const stored = (): Settings => readJson(settingsSchema, read.get()?.value ?? '{}');
  let current = stored();
  const set = (settings: Settings): Settings => {
    write.run(JSON.stringify(settings));
    current = settings;
    return settings;
  };
  return {
    get current() {
      return current;
    },
    change: (change) => set(settingsSchema.parse({ ...current, ...change })),
    reset: () => void set(defaultSettings),
    reload: () => {
      current = stored();
    },
  };
}
