/** What a team of many computers asks of its database, with costs measured here (docs/scale.md). */
import { paceOf } from '../../src/team-log/pace.ts';
import { startPostgres } from '../../src/team-log/testing/postgres.ts';
import type { Figure } from './figure.ts';
import { measureCosts, type ScaleCosts } from './scale-costs.ts';
import { type Rules, type Simulated, simulate } from './scale-model.ts';

const AUTHORS = 100;
const CORES = 8;
/** A person writes every two minutes. */
const SECONDS_A_WRITE = 120;
const sizes = [10, 50, 100, 200, 500, 1_000];

const rulesOf = (computers: number): Rules => ({
  pace: paceOf(computers),
  readsOfWake: 1,
  countsHeads: false,
  saysAll: false,
  listsAll: false,
});
/** As it would be without rules for many: every computer as one of three. */
const asOfFew: Rules = {
  pace: { ...paceOf(3), restMs: 0 },
  readsOfWake: 2,
  countsHeads: true,
  saysAll: true,
  listsAll: true,
};

/** The same numbers each time. */
function createFractions(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export async function scaleSpeed(rows: readonly number[]): Promise<Figure[]> {
  const server = await startPostgres({
    max_connections: '300',
    shared_buffers: '1GB',
    max_wal_size: '8GB',
  });
  let measured: ScaleCosts[];
  try {
    measured = await measureCosts(server, AUTHORS, rows);
  } finally {
    await server.stop();
  }
  for (const one of measured) tell(told(one));
  const last = measured.at(-1);
  if (last === undefined) throw new RangeError('Nothing was measured.');
  const run = (computers: number, rules: Rules) =>
    simulate(last.costs, rules, {
      computers,
      cores: CORES,
      lasts: 120_000,
      fraction: createFractions(),
      writesPerSecond: computers / SECONDS_A_WRITE,
    });
  tell(`computers | as one of a few | by their number (a database of ${CORES} processors)`);
  const all = sizes.map((computers) => {
    const few = run(computers, asOfFew);
    const many = run(computers, rulesOf(computers));
    tell(`${computers} | ${row(few)} | ${row(many)}`);
    return { computers, many };
  });
  const thousand = all.find(({ computers }) => computers === 1_000)?.many;
  return [
    {
      name: 'processors of the database that 1,000 computers keep busy',
      value: thousand?.busy ?? Number.NaN,
      unit: 'of 8',
      atMost: 4,
      basis: thousand === undefined ? '' : row(thousand),
    },
  ];
}

const tell = (text: string): void => void process.stdout.write(`  ${text}\n`);

const us = (ms: number): string => `${Math.round(ms * 1_000)} µs`;

function told({ rows, costs, bytes, connectionKiB }: ScaleCosts): string {
  const costsText = Object.entries(costs).map(([name, ms]) => `${name} ${us(ms)}`);
  const bytesText = Object.entries(bytes).map(
    ([name, each]) => `${name} ${Math.round(each)} bytes`,
  );
  return `${rows.toLocaleString('en-US')} rows: ${[...costsText, ...bytesText].join(', ')}, a connection ${Math.round(connectionKiB)} KiB`;
}

const row = ({ busy, statementsPerSecond, p50, p99, headsPerSecond }: Simulated): string =>
  `${busy.toFixed(2)} busy, ${Math.round(statementsPerSecond)} statements a second, seen after ${Math.round(p50)} to ${Math.round(p99)} ms, ${(headsPerSecond * 86_400).toFixed(0)} heads a day`;
