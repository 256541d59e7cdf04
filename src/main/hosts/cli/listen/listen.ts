/** Listens over the bridge of a console, wherever that runs: forwards, and prints one line a delivery. */
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import { CannotListen, chooseWebhook, requireReachable } from './choose-webhook.ts';
import { follow, type ListenParts, resultsSince } from './follow.ts';

const targetName = 'npm run listen';

const secretOnPage = 'The secret for checking signatures is on the webhook’s page in Causeway.';
const secretNowhere =
  'Causeway checks the signatures. To check them yourself, open Causeway and start this command beside it: the secret of this session ends with it and is not shown.';

/** Resolves when it was ended. Throws CannotListen, and what the bridge throws. */
export async function listen(parts: ListenParts): Promise<void> {
  const { bridge, options, print, say, signal } = parts;
  // Before a webhook is created, which lasts: a profile without these controls can't trigger.
  if (options.trigger.length > 0) await bridge.sandboxControls.state();
  const { webhook, after } = await chooseWebhook({ ...parts, ...options });
  say(await requireReachable(bridge, webhook));
  const [last] = (await bridge.deliveries.list({ webhookId: webhook.id, limit: 1 })).rows;
  // Before the target, so that nothing comes in between.
  const notices = await bridge.updates.watch(undefined, { signal });
  const loan = await borrowTarget(parts, webhook.id, after);
  const { target } = loan;
  try {
    const { id, url, wayIn } = await bridge.webhooks.get({ id: webhook.id });
    if (options.json) {
      const listening = { webhookId: id, url, forwardTo: target.url, state: wayIn.state };
      print(JSON.stringify({ listening }));
    } else {
      print(`Listening on “${webhook.name ?? id}” at ${url}. Forwarding to ${target.url}.`);
      say(parts.hasPage ? secretOnPage : secretNowhere);
    }
    await trigger(parts);
    const following = { webhookId: id, target, after: after ?? last?.arrival ?? 0, notices };
    await Promise.race([follow(parts, following), loan.ended]);
  } finally {
    // What waits for it is given up; the deliveries stay, and can be replayed.
    await loan.giveBack();
    const missed = await missedBy(parts, target.id).catch(() => 0);
    if (missed > 0) say(stopped(missed, parts.hasPage));
  }
}

async function trigger({ bridge, options }: ListenParts): Promise<void> {
  const { profileId } = await bridge.connection.get();
  for (const name of options.trigger) {
    await bridge.sandboxControls.trigger({ profileId, name, resource: '', count: 1 });
  }
}

/** How many deliveries the target had not accepted: neither as they arrived, nor replayed. */
async function missedBy(parts: ListenParts, targetId: string): Promise<number> {
  const forwards = await resultsSince(parts, targetId, null);
  const missed = new Set(forwards.map(({ arrival }) => arrival));
  for (const { state, arrival } of forwards) if (state === 'delivered') missed.delete(arrival);
  return missed.size;
}

/** Without a page, what arrived can't be opened after this session. */
function stopped(missed: number, hasPage: boolean): string {
  if (missed === 1) {
    const replay = hasPage ? '; replay it under Webhooks, Deliveries' : '';
    return `Stopped. 1 delivery was not accepted${replay}.`;
  }
  const replay = hasPage ? '; replay them under Webhooks, Deliveries' : '';
  return `Stopped. ${missed} deliveries were not accepted${replay}.`;
}

/** The address as long as this runs: when this process dies, however it does, it is taken away. */
async function borrowTarget(
  { bridge, options, say, signal }: ListenParts,
  webhookId: string,
  after: number | null,
) {
  const { forwardTo, events } = options;
  const wanted = { name: targetName, url: forwardTo, webhookId, events: [...events], after };
  const loan = await bridge.forwarding.lendTarget(wanted, { signal });
  const first = await loan.next();
  if (first.done === true) throw new CannotListen(loanEnded);
  const target = first.value;
  const isTwice = (other: ForwardTargetView) =>
    other.id !== target.id &&
    other.url === target.url &&
    (other.webhookId === null || other.webhookId === webhookId);
  if ((await bridge.forwarding.targets()).some(isTwice)) {
    say(`${target.url} is already a forwarding target, so each delivery is sent there twice.`);
  }
  const ended = loan.next().then(
    () => {
      if (!signal.aborted) throw new CannotListen(loanEnded);
    },
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  ended.catch(() => undefined);
  const giveBack = async () => void (await loan.return?.().catch(() => undefined));
  return { target, ended, giveBack };
}

const loanEnded =
  'Forwarding stopped: the target was removed in Causeway, or its profile was closed.';
