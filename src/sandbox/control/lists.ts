/** The state as the control plane shows it, without secrets. */
import type { Sqlite } from '../../platform/sqlite.ts';
import { refusals } from '../http/refusal.ts';
import type { Service } from '../service.ts';
import type { ControlLists, ListQuery } from './control-route.ts';

/** Kinds that can be listed, and the columns of each. Newest first, by `sequence`. */
const tables = {
  customers: {
    table: 'customers',
    columns: 'sequence, id, kyc, terms, body, entered',
    owner: null,
  },
  'virtual-accounts': {
    table: 'virtual_accounts',
    columns: 'sequence, id, customer_id, body',
    owner: 'customer_id',
  },
  'bank-accounts': {
    table: 'bank_accounts',
    columns: 'sequence, id, customer_id, body',
    owner: 'customer_id',
  },
  payouts: {
    table: 'payouts',
    columns: 'sequence, id, customer_id, state, body',
    owner: 'customer_id',
  },
  events: { table: 'events', columns: 'sequence, id, name, created', owner: null },
  deliveries: {
    table: 'deliveries',
    columns: 'sequence, event_id, webhook_id, state, attempts, next_at, signing, created',
    owner: null,
  },
  attempts: {
    table: 'attempts',
    columns:
      'sequence, delivery, event_id, webhook_id, request_id, started, duration_ms, status, delivered, problem',
    owner: null,
  },
} as const;
type Kind = keyof typeof tables;

const isKind = (kind: string): kind is Kind => Object.hasOwn(tables, kind);

export function createLists(database: Sqlite, service: Service): ControlLists {
  const webhooks = () =>
    service.webhooks.all().map((webhook) => {
      const { averageResponseMs, isTooSlow } = service.webhooks.health(webhook.id);
      return { ...service.webhooks.record(webhook, false), averageResponseMs, isTooSlow };
    });

  const count = (sql: string): number =>
    Number(database.prepare(`SELECT count(*) FROM ${sql}`).pluck().get());

  return {
    list: (kind, query) => {
      if (kind === 'webhooks') return { items: webhooks(), next: null };
      if (!isKind(kind)) throw refusals.notFound('Not found');
      const rows = select(database, kind, query);
      return { items: rows.map(shown), next: rows.at(query.limit - 1)?.['sequence'] ?? null };
    },
    state: () => ({
      customers: count('customers'),
      virtualAccounts: count('virtual_accounts'),
      bankAccounts: count('bank_accounts'),
      payouts: count('payouts'),
      events: count('events'),
      deliveries: {
        pending: count("deliveries WHERE state = 'pending'"),
        delivered: count("deliveries WHERE state = 'delivered'"),
        failed: count("deliveries WHERE state = 'failed'"),
        cancelled: count("deliveries WHERE state = 'cancelled'"),
      },
      attempts: count('attempts'),
      webhooks: webhooks(),
      faults: service.faults.list(),
      settings: service.settings.current,
    }),
  };
}

type Row = Record<string, unknown>;

function select(database: Sqlite, kind: Kind, query: ListQuery): Row[] {
  const { table, columns, owner } = tables[kind];
  const conditions: (readonly [string, string | number | null])[] = [
    ['sequence < ?', query.before],
    ...(owner === null ? [] : [[`${owner} = ?`, query.customer] as const]),
    ...(kind === 'deliveries' || kind === 'attempts'
      ? ([
          ['event_id = ?', query.event],
          ['webhook_id = ?', query.webhook],
        ] as const)
      : []),
  ];
  const used = conditions.filter(([, value]) => value !== null);
  const where = used.map(([condition]) => condition).join(' AND ');
  return database
    .prepare<unknown[], Row>(
      `SELECT ${columns} FROM ${table} ${where === '' ? '' : `WHERE ${where}`}
       ORDER BY sequence DESC LIMIT ?`,
    )
    .all(...used.map(([, value]) => value), query.limit);
}

/** Stored JSON as JSON; the rest as it is. */
const shown = ({ body, entered, ...columns }: Row): Row => ({
  ...columns,
  ...(typeof body === 'string' ? { record: JSON.parse(body) } : {}),
  ...(typeof entered === 'string' ? { entered: JSON.parse(entered) } : {}),
});
