/**
 * The delivery engine: at least once, from the durable queue. An attempt is recorded when it ends, so one
 * under way when the process ended is made again.
 */
import { sign } from '../../contract/signature.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { withUpdated } from '../events/emit.ts';
import type { EventReader } from '../events/reader.ts';
import { type Ids, nextUpdated } from '../ids.ts';
import type { SandboxLog } from '../log.ts';
import type { Deliveries, Delivery, DeliveryState, Signing } from '../state/deliveries.ts';
import type { Settings, SettingsStore } from '../state/settings.ts';
import type { SharedCommit } from '../state/shared-commit.ts';
import type { Webhook, Webhooks } from '../state/webhooks.ts';
import type { Schedule } from './schedule.ts';
import type { Sent, Transport } from './transport.ts';

interface LaneParts {
  readonly webhookId: string;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Makes an attempt and records it. Never rejects. */
  readonly attempt: (delivery: Delivery) => Promise<void>;
}

interface Lane {
  /** Something may be due. */
  wake(): void;
  /** Takes no more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Deliveries under way to one receiver. */
const maxUnderWay = 16;
/** Timers can't exceed 24.8 days; the queue is checked again anyway. */
const MAX_WAIT_MS = 60 * 60 * 1_000;

/**
 * One webhook's lane: takes due deliveries from the queue, a few at a time, and waits for later ones. Lanes
 * are independent, so a slow receiver delays no other.
 */
function createLane({ webhookId, clock, deliveries, attempt }: LaneParts): Lane {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const begin = (delivery: Delivery): void => {
    const running = attempt(delivery).finally(() => {
      underWay.delete(delivery.sequence);
      wake();
    });
    underWay.set(delivery.sequence, running);
  };

  const waitForNext = (now: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const next = deliveries.nextDue(webhookId, now);
    if (next === null) return;
    timer = setTimeout(wake, Math.min(Math.max(next - now, 1), MAX_WAIT_MS));
  };

  function wake(): void {
    const room = maxUnderWay - underWay.size;
    if (isStopped || room <= 0) return;
    const now = clock.now();
    const due = deliveries
      .due(webhookId, now, maxUnderWay)
      .filter(({ sequence }) => !underWay.has(sequence))
      .slice(0, room);
    for (const delivery of due) begin(delivery);
    if (underWay.size < maxUnderWay) waitForNext(now);
  }

  return {
    wake,
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}

export interface EngineParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: SettingsStore;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly eventReader: EventReader;
  readonly commit: SharedCommit;
  readonly schedule: Schedule;
  readonly transport: Transport;
  readonly log: SandboxLog;
}

export interface Engine {
  /** Starts with deliveries queued before. */
  start(): void;
  /** Deliveries for these webhooks were committed. */
  wake(webhookIds: Iterable<string>): void;
  /** Ends attempts under way without recording them: they stay due. */
  stop(): Promise<void>;
}

/** The receiver wants no more deliveries (decisions 10). */
const GONE = 410;

const isDelivered = (sent: Sent): boolean =>
  sent.status !== null && sent.status >= 200 && sent.status < 300;

export function createEngine(parts: EngineParts): Engine {
  const { clock, webhooks, transport, log } = parts;
  let lanes = new Map<string, Lane>();
  let ending = new AbortController();
  let isRunning = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    const webhook = webhooks.get(delivery.webhook_id);
    if (webhook === undefined) return;
    const { current } = parts.settings;
    const { signal } = ending;
    const started = clock.now();
    const isMoved = delivery.attempts > 0 && current.resentUpdated === 'moves';
    const body = Buffer.from(
      isMoved ? withUpdated(delivery.body, isoTime(started)) : delivery.body,
    );
    try {
      const sent = await transport.send(
        {
          url: webhook.url,
          body,
          signature: signatureFor(body, webhook.secret, delivery.signing, current),
          changesAddress: current.deliveryAddresses === 'changing',
        },
        signal,
      );
      await record(parts, { delivery, sent, started });
    } catch {
      if (signal.aborted) return;
      // Not recorded, so it stays due. The lane stops rather than spin; the next event starts another.
      log.error('An attempt could not be written down', { webhook: webhook.id });
      void lanes.get(webhook.id)?.stop();
      lanes.delete(webhook.id);
    }
  };

  const laneOf = (webhookId: string): Lane => {
    const known = lanes.get(webhookId);
    if (known !== undefined) return known;
    const lane = createLane({ webhookId, clock, deliveries: parts.deliveries, attempt });
    lanes.set(webhookId, lane);
    return lane;
  };
  const start = (): void => {
    isRunning = true;
    for (const { id } of webhooks.all()) laneOf(id).wake();
  };
  const stop = async (): Promise<void> => {
    isRunning = false;
    const stopping = [...lanes.values()].map((lane) => lane.stop());
    ending.abort(new Error('The delivery engine stops.'));
    await Promise.all(stopping);
    lanes = new Map();
    ending = new AbortController();
  };

  return {
    start,
    stop,
    wake: (webhookIds) => {
      if (!isRunning) return;
      for (const id of webhookIds) laneOf(id).wake();
    },
  };
}

interface Made {
  readonly delivery: Delivery;
  readonly sent: Sent;
  readonly started: number;
}

/** Records an attempt and the next state of its delivery. */
async function record(parts: EngineParts, made: Made): Promise<void> {
  const { clock, ids, webhooks, deliveries, eventReader, commit } = parts;
  const { delivery, sent, started } = made;
  const now = clock.now();
  const isDone = isDelivered(sent);
  await commit.submit(() => {
    const webhook = webhooks.get(delivery.webhook_id);
    // Reset meanwhile.
    if (webhook === undefined) return;
    const { state, nextAt } = next(parts, made, now);
    deliveries.record(
      {
        delivery: delivery.sequence,
        eventId: delivery.event_id,
        webhookId: webhook.id,
        requestId: ids.next('request'),
        started,
        durationMs: now - started,
        status: sent.status,
        delivered: isDone,
        problem: problemOf(sent),
      },
      state,
      nextAt,
    );
    const updated = nextUpdated(webhook.updated, clock);
    const answeredMs = sent.status === null ? null : now - started;
    webhooks.countAttempt(webhook, { delivered: isDone, answeredMs }, updated);
    if (sent.status === GONE) deactivate(parts, webhook, updated);
  });
  eventReader.forget();
}

function next(
  { schedule }: EngineParts,
  { delivery, sent }: Made,
  now: number,
): { readonly state: DeliveryState; readonly nextAt: number } {
  if (isDelivered(sent)) return { state: 'delivered', nextAt: now };
  if (sent.status === GONE) return { state: 'cancelled', nextAt: now };
  const delay = schedule.delayAfter(delivery.attempts + 1);
  return delay === null
    ? { state: 'failed', nextAt: now }
    : { state: 'pending', nextAt: now + delay };
}

function deactivate(
  { webhooks, deliveries, log }: EngineParts,
  webhook: Webhook,
  at: string,
): void {
  webhooks.setActive(webhook.id, false, at);
  deliveries.cancelAll(webhook.id);
  log.warn('A receiver answered 410: its webhook is inactive now', { webhook: webhook.id });
}

function problemOf(sent: Sent): string | null {
  if (sent.status === null) return sent.problem;
  if (isDelivered(sent)) return null;
  return sent.status >= 300 && sent.status < 400
    ? `Answered ${sent.status}: redirects are not followed.`
    : `Answered ${sent.status}.`;
}

/**
 * The value of the `signature` header (Interface 5.2), by the switches (decisions 9) or wrong on purpose;
 * null for none.
 */
export function signatureFor(
  body: Buffer,
  secret: string,
  signing: Signing,
  settings: Settings,
): string | null {
  if (signing === 'missing') return null;
  if (signing === 'wrong') return sign(body, `${secret}wrong`);
  const key = settings.signatureKey === 'whole' ? secret : secret.slice(secret.indexOf('_') + 1);
  const input =
    settings.signatureInput === 'raw'
      ? body
      : Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))));
  const hex = sign(input, key);
  return settings.signatureCase === 'lower' ? hex : hex.toUpperCase();
}
