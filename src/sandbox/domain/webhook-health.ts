/** A webhook's status, rate and average response time, from its last attempts (decisions 11, 33). */
import { maxAverageResponseMs } from '../../contract/limits.ts';

/** The outcome of one attempt. */
export interface AttemptOutcome {
  readonly delivered: boolean;
  /** The response time; null without a response. */
  readonly answeredMs: number | null;
}

export type WebhookStatus = 'healthy' | 'degraded' | 'failing' | 'dead';

/** Attempts that count. */
export const healthWindow = 100;

export interface WebhookHealth {
  readonly status: WebhookStatus;
  /** Share of attempts that were delivered, from 0 to 1. */
  readonly rate: number;
  /** Mean response time; null before the first. */
  readonly averageResponseMs: number | null;
  /** Whether the average is over the limit of section 8. */
  readonly isTooSlow: boolean;
}

/** The health after these attempts; healthy without any. */
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
