/** The webhook that is listened on: one that is ours, whenever there is one. */
import type { Bridge } from '../../../../bridge/contract.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { type EventName, listedEventNames } from '../../../../contract/event-names.ts';

/** Why it can't listen, for the person at the terminal. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

export interface ChooseOptions {
  readonly bridge: Bridge;
  /** Empty: all, for a new one those that section 6 lists. */
  readonly events: readonly EventName[];
  readonly create: boolean;
  readonly newIntentKey: () => string;
  readonly say: (line: string) => void;
}

export interface ChosenWebhook {
  readonly webhook: WebhookRow;
  /** The last arrival before it was created: all that came for it is later. null where it was there. */
  readonly after: number | null;
}

/** Throws CannotListen, and what the bridge throws. */
export async function chooseWebhook(options: ChooseOptions): Promise<ChosenWebhook> {
  const { bridge, events, say } = options;
  const { rows } = await bridge.webhooks.list();
  const usable = rows.filter(isUsable);
  const lacks = (row: WebhookRow) => events.filter((name) => !row.events.includes(name)).length;
  const score = (row: WebhookRow) =>
    lacks(row) * 4 + (row.wayIn.state === 'proven' ? 0 : 2) + (row.wayIn.tunnelId === null ? 1 : 0);
  const [best] = usable.toSorted(
    (one, other) => score(one) - score(other) || other.events.length - one.events.length,
  );
  if (best === undefined) return await createOne(options);
  if (lacks(best) > 0) {
    const missing = events.filter((name) => !best.events.includes(name)).join(', ');
    say(`The existing webhook does not include ${missing}, and Causeway can’t change its events.`);
  }
  return { webhook: best, after: null };
}

const isUsable = ({ slot, secret, active }: WebhookRow): boolean =>
  slot !== null && secret === 'held' && active !== false;

async function createOne(options: ChooseOptions): Promise<ChosenWebhook> {
  const { bridge, events, create, newIntentKey } = options;
  const { environment, profileId } = await bridge.connection.get();
  if (environment !== 'built-in' && !create) {
    throw new CannotListen(
      'No webhook of this profile can be used. Create one in Causeway, or with --create, which uses one of 10 webhooks. Causeway can’t delete it.',
    );
  }
  if (environment === 'built-in') await bridge.tunnels.open({ id: 'sandbox' });
  const { addresses } = await bridge.webhooks.prepare();
  const proven = addresses.filter(({ state }) => state === 'proven');
  const address = proven.find(({ lasts }) => lasts) ?? proven[0];
  if (address === undefined) {
    throw new CannotListen(
      'No open tunnel passed a recent check, so no deliveries would arrive. Open a tunnel in Causeway.',
    );
  }
  const input = {
    name: 'npm run listen',
    description: 'Forwards deliveries to a program under development.',
    url: address.url,
    events: events.length === 0 ? [...listedEventNames] : [...events],
  };
  // Its first delivery, of its own creation, may come before whoever created it hears that it exists.
  const [last] = (await bridge.deliveries.list({ limit: 1 })).rows;
  const { webhook } = await bridge.webhooks.create({ intentKey: newIntentKey(), profileId, input });
  if (webhook !== null) return { webhook, after: last?.arrival ?? 0 };
  throw new CannotListen('The tunnel’s URL changed, so nothing was sent.');
}

/** Opens the way to the webhook; what came of it in a sentence. */
export async function requireReachable(bridge: Bridge, { wayIn }: WebhookRow): Promise<string> {
  if (wayIn.state === 'proven' || wayIn.tunnelId === null) return wayIn.sentence;
  if (wayIn.state === 'url-changed') return wayIn.sentence;
  return (await bridge.tunnels.open({ id: wayIn.tunnelId })).sentence;
}
