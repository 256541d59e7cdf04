/**
 * The operations that create something (Interface 4.1, 4.2, 4.4), as data without zod, because the page
 * reads it too. Requests, audit log, possible matches and the screens of unresolved requests follow from it.
 */

interface Write {
  /** Kind of what it creates. */
  readonly creates: string;
  /** As people call that, and several. */
  readonly noun: string;
  readonly nouns: string;
  /** As the audit log stores it, before the state. */
  readonly action: string;
  /** By which the service reports it (Interface 6); null where it reports nothing. */
  readonly event: string | null;
  /** What tells one request from others, where the record says it as well: dotted names in both. */
  readonly mark: { readonly sent: string; readonly received: string } | null;
  /** Its `walletAddress` on its `network` is paid to, less its `integratorBpsFee`. */
  readonly paysWallet: boolean;
}

export const writes = {
  createCustomer: {
    creates: 'customer',
    noun: 'customer',
    nouns: 'customers',
    action: 'customer.create',
    event: 'customer.create',
    mark: { sent: 'email', received: 'email' },
    paysWallet: false,
  },
  createVirtualAccount: {
    creates: 'virtualAccount',
    noun: 'virtual account',
    nouns: 'virtual accounts',
    action: 'virtual-account.create',
    event: null,
    mark: { sent: 'walletAddress', received: 'destination.walletAddress' },
    paysWallet: true,
  },
  createWebhook: {
    creates: 'webhook',
    noun: 'webhook',
    nouns: 'webhooks',
    action: 'webhook.create',
    event: 'webhook.create',
    mark: null,
    paysWallet: false,
  },
} as const satisfies Record<string, Write>;

export type WriteName = keyof typeof writes;
export type CreatedKind = (typeof writes)[WriteName]['creates'];

export const writeNames = Object.keys(writes) as [WriteName, ...WriteName[]];

/** One value for every write. */
export const eachWrite = <Value>(of: (write: Write) => Value) =>
  Object.fromEntries(writeNames.map((name) => [name, of(writes[name])])) as Readonly<
    Record<WriteName, Value>
  >;

/** What creates a kind. */
export const writeOf = (kind: CreatedKind): WriteName => creating[kind];
const creating = Object.fromEntries(
  writeNames.map((name) => [writes[name].creates, name]),
) as Readonly<Record<CreatedKind, WriteName>>;

/** Kind → how people call it, and what its IDs begin with. */
export const nounOf = (kind: CreatedKind): string =>
  Object.values(writes).find(({ creates }) => creates === kind)?.noun ?? kind;
