/** Deliveries as the service sends them, each again and again until it is acknowledged, and what must hold of them. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { eventBody, type RelayTeam, signed } from '../../../src/relay/testing/relay-team.ts';
import type { SignedEntry } from '../../../src/team-log/entry.ts';

const LANES = 12;

export interface DeliveryLoad {
  readonly acknowledged: ReadonlySet<string>;
  /** Sent and not answered yet. */
  underWay(): number;
  /** Resolves when so many more were acknowledged than at that time, or not within 20 seconds. */
  passes(before: number): Promise<void>;
  /** Resolves when what is under way was answered. */
  end(): Promise<void>;
  /** What does not hold of the log, a sentence each. */
  check(test: Pick<RelayTeam, 'deliveries' | 'entries'>): Promise<string[]>;
}

/** Status; 0 where no answer came. */
async function post(port: number, path: string, body: string): Promise<number> {
  const sending = request({
    host: '127.0.0.1',
    port,
    path: `/hooks/${path}`,
    method: 'POST',
    agent: false,
    headers: { ...signed(body), 'content-length': Buffer.byteLength(body) },
  });
  sending.end(body);
  try {
    const [response] = await once(sending, 'response');
    response.on('error', () => undefined);
    response.resume();
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}

const idOf = (body: Uint8Array): string =>
  (JSON.parse(Buffer.from(body).toString()) as { readonly id: string }).id;

export function startDeliveries(
  port: number,
  path: string,
  { lanes: count = LANES, restMs = 0 } = {},
): DeliveryLoad {
  /** How often each was sent. */
  const sent = new Map<string, number>();
  const acknowledged = new Set<string>();
  let underWay = 0;
  let isEnding = false;

  /** False where it was not acknowledged before the end. */
  async function deliver(id: string): Promise<boolean> {
    for (;;) {
      sent.set(id, (sent.get(id) ?? 0) + 1);
      underWay += 1;
      const isDone = (await post(port, path, eventBody(id))) === 200;
      underWay -= 1;
      if (isDone) acknowledged.add(id);
      if (isDone || isEnding) return isDone;
      await pause(20);
    }
  }

  async function lane(name: number): Promise<void> {
    for (let number = 1; !isEnding; number += 1) {
      if (!(await deliver(`event_${name}_${number}`))) return;
      if (restMs > 0) await pause(restMs);
    }
  }
  const lanes = Array.from({ length: count }, (_, at) => lane(at));

  return {
    acknowledged,
    underWay: () => underWay,
    async passes(before) {
      for (let wait = 0; wait < 400 && acknowledged.size <= before + count; wait += 1) {
        await pause(50);
      }
    },
    async end() {
      isEnding = true;
      await Promise.all(lanes);
    },
    async check(test) {
      const got = new Map<string, number>();
      for (const { body } of await test.deliveries()) {
        const id = idOf(body);
        got.set(id, (got.get(id) ?? 0) + 1);
      }
      return [...lostOrTwice({ sent, acknowledged, got }), ...brokenChains(await test.entries())];
    },
  };
}

function lostOrTwice(of: {
  readonly sent: ReadonlyMap<string, number>;
  readonly acknowledged: ReadonlySet<string>;
  readonly got: ReadonlyMap<string, number>;
}): string[] {
  const lost = [...of.acknowledged].filter((id) => !of.got.has(id));
  const often = [...of.got].filter(([id, times]) => times > (of.sent.get(id) ?? 0));
  return [
    ...lost.map((id) => `${id} was acknowledged and is not in the log`),
    ...often.map(
      ([id, times]) => `${id} was sent ${of.sent.get(id)} times and is in the log ${times} times`,
    ),
  ];
}

const brokenChains = (entries: readonly SignedEntry[]): string[] =>
  [...Map.groupBy(entries, ({ author }) => author)]
    .filter(([, chain]) => !chain.every(({ sequence }, at) => sequence === at + 1))
    .map(([author]) => `the chain of ${author.slice(0, 8)} is not in one piece`);
