/** Webhooks and their health. At most ten exist, so all are cached. */
import { z } from 'zod';
import { maxAverageResponseMs } from '../../contract/limits.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { SettingsStore } from './settings.ts';

/** A webhook's constant fields. */
const fixedPart = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  created: z.string(),
});

export interface Webhook extends z.output<typeof fixedPart> {
  readonly id: string;
  readonly secret: string;
  readonly active: boolean;
  readonly updated: string;
}

interface Row {
  readonly id: string;
  readonly secret: string;
  readonly active: number;
  readonly updated: string;
  readonly body: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Writes belong inside a transaction; after a rollback or a reset, `forget`. */
export function createWebhooks(database: Sqlite, settings: SettingsStore) {
  const insert = database.prepare<[string, string, string, string, number]>(
    'INSERT INTO webhooks (id, secret, active, updated, body, created) VALUES (?, ?, 1, ?, ?, ?)',
  );
  const selectAll = database.prepare<[], Row>(
    'SELECT id, secret, active, updated, body FROM webhooks ORDER BY sequence',
  );
  const setActive = database.prepare<[number, string, string]>(
    'UPDATE webhooks SET active = ?, updated = ? WHERE id = ?',
  );
  const setUpdated = database.prepare<[string, string]>(
    'UPDATE webhooks SET updated = ? WHERE id = ?',
  );
  const lastAttempts = database.prepare<
    [string, number],
    { delivered: number; status: number | null; duration_ms: number }
  >(
    'SELECT delivered, status, duration_ms FROM attempts WHERE webhook_id = ? ORDER BY sequence DESC LIMIT ?',
  );
  let remembered: readonly Webhook[] | null = null;
  const outcomes = new Map<string, AttemptOutcome[]>();

  const all = (): readonly Webhook[] => {
    remembered ??= selectAll.all().map((row) => ({
      ...readJson(fixedPart, row.body),
      id: row.id,
      secret: row.secret,
      active: row.active === 1,
      updated: row.updated,
    }));
    return remembered;
  };
  const outcomesOf = (id: string): AttemptOutcome[] => {
    const known = outcomes.get(id);
    if (known !== undefined) return known;
    const loaded = lastAttempts
      .all(id, healthWindow)
      .map((row) => ({
        delivered: row.delivered === 1,
        answeredMs: row.status === null ? null : row.duration_ms,
      }))
      .reverse();
    outcomes.set(id, loaded);
    return loaded;
  };
  const health = (id: string): WebhookHealth => healthOf(outcomesOf(id));

  return {
    all,
    get: (id: string): Webhook | undefined => all().find((webhook) => webhook.id === id),
    /** Active webhooks subscribed to this name. */
    subscribers: (eventName: string): readonly Webhook[] =>
      all().filter((webhook) => webhook.active && webhook.events.includes(eventName)),
    health,
    /** Webhook (Interface 2.6), by default without its secret. */
    record: (webhook: Webhook, withSecret: boolean) => {
      const { id, name, description, active, events, url, created, updated, secret } = webhook;
      const { rate, status } = health(id);
      return {
        id,
        name,
        description,
        active,
        deliveryRate: rateText(rate, settings.current.deliveryRateUnit),
        status,
        events,
        url,
        ...(withSecret ? { secret } : {}),
        created,
        updated,
      };
    },
    insert: ({ id, secret, active: _, updated, ...fixed }: Webhook, now: number): void => {
      insert.run(id, secret, updated, JSON.stringify(fixed), now);
      remembered = null;
    },
    setActive: (id: string, active: boolean, updated: string): void => {
      setActive.run(active ? 1 : 0, updated, id);
      remembered = null;
    },
    /** Counts an attempt. `updated` is the webhook's new time if its record changes. */
    countAttempt: (webhook: Webhook, outcome: AttemptOutcome, updated: string): void => {
      const before = health(webhook.id);
      const known = outcomesOf(webhook.id);
      known.push(outcome);
      if (known.length > healthWindow) known.shift();
      const after = health(webhook.id);
      if (before.status === after.status && before.rate === after.rate) return;
      setUpdated.run(updated, webhook.id);
      remembered = null;
    },
    forget: (): void => {
      remembered = null;
      outcomes.clear();
    },
  };
}

/** The outcome of one attempt. */
interface AttemptOutcome {
  readonly delivered: boolean;
  /** The response time; null without a response. */
  readonly answeredMs: number | null;
}

type WebhookStatus = 'healthy' | 'degraded' | 'failing' | 'dead';

/** Attempts that count. */
export const healthWindow = 100;

interface WebhookHealth {
  readonly status: WebhookStatus;
  /** Share of attempts that were delivered, from 0 to 1. */
  readonly rate: number;
  /** Mean response time; null before the first. */
  readonly averageResponseMs: number | null;
  /** Whether the average is over the limit of section 8. */
  readonly isTooSlow: boolean;
}

/** The health after these attempts (decisions 11, 33); healthy without any. */
export function healthOf(attempts: readonly AttemptOutcome[]): WebhookHealth {
  const window = attempts.slice(-healthWindow);
  const delivered = window.filter((attempt) => attempt.delivered).length;
  const rate = window.length === 0 ? 1 : delivered / window.length;
  const times = window.flatMap(({ answeredMs }) => (answeredMs === null ? [] : [answeredMs]));
  const average =
    times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length;
  return {
    status: statusFor(rate),
    rate,
    averageResponseMs: average,
    isTooSlow: average !== null && average >= maxAverageResponseMs,
  };
}

function statusFor(rate: number): WebhookStatus {
  if (rate >= 0.95) return 'healthy';
  if (rate >= 0.5) return 'degraded';
  return rate > 0 ? 'failing' : 'dead';
}

/** `deliveryRate` (Interface 2.6): "0".."1", or "0".."100" in percent. */
export const rateText = (rate: number, unit: 'fraction' | 'percent'): string =>
  String(unit === 'fraction' ? Number(rate.toFixed(4)) : Number((rate * 100).toFixed(2)));
