import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObservationSource, observationSources } from '../../../bridge/source.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import { observationsInAnyOrder } from '../../core/records/testing/observations.ts';
import type { NewObservation } from '../../core/records/types.ts';
import { createChangesRepository } from './changes-repository.ts';
import { followObservations } from './follow.ts';
import { changesMigrations } from './migrations.ts';

let directory: string;
let sqlite: Sqlite;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-drift-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(3) });
  migrate(sqlite, [...recordsMigrations, ...changesMigrations]);
});
afterAll(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

class Undone extends Error {}

/** What is found after these observations arrived in this order, in rounds of that many. */
function foundIn(observations: readonly NewObservation[], round: number): unknown[] {
  let found: unknown[] = [];
  try {
    sqlite.transaction(() => {
      const records = openRecords({ sqlite });
      const changes = createChangesRepository(sqlite);
      const follower = followObservations(sqlite, changes, (_kind, path, was, is) =>
        path === '/fees/totalBpsRate' ? Number(was) === Number(is) : false,
      );
      const goOn = () => {
        while (follower.step().isBehind);
      };
      observations.forEach((observation, index) => {
        records.observe(observation);
        if (index % round === 0) goOn();
      });
      goOn();
      found = sqlite.all('SELECT * FROM drift_changes ORDER BY drift_id');
      follower.forget();
      goOn();
      expect(sqlite.all('SELECT * FROM drift_changes ORDER BY drift_id')).toEqual(found);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return found;
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const account = (
  minute: number,
  body: object,
  source: ObservationSource = 'read',
): NewObservation => ({
  kind: 'virtualAccount',
  id: 'virtualAccount_a',
  body: body as NewObservation['body'],
  source,
  observedAt: at(minute),
});
const to = (walletAddress: string, network = 'base') => ({
  destination: { walletAddress, network },
});
const said = (observations: readonly NewObservation[]) =>
  foundIn(observations, 1)
    .map((row) => row as { path: string; was: string; is_now: string; weight: string })
    .map(({ path, was, is_now, weight }) => `${weight} ${path}: ${was} → ${is_now}`)
    .toSorted();

describe('changes between observations', () => {
  it('are the same, with the same ids, for any order of arrival, any rounds and any repetition', () => {
    fc.assert(
      fc.property(
        observationsInAnyOrder,
        fc.integer({ min: 1, max: 9 }),
        ({ all, other }, round) => {
          expect(foundIn(other, round)).toEqual(foundIn(all, 1));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('come from every source but what was entered here', () => {
    for (const source of observationSources) {
      const found = said([account(1, to('0x1'), 'delivery'), account(2, to('0x2'), source)]);
      expect(found).toEqual(
        source === 'entered' ? [] : ['destination /destination/walletAddress: "0x1" → "0x2"'],
      );
    }
  });

  it('are none where a field is told first, told again, or not told', () => {
    const fee = (totalBpsRate: string) => ({ fees: { totalBpsRate } });
    expect(said([account(1, to('0x1')), account(2, {}), account(3, to('0x1'))])).toEqual([]);
    expect(said([account(1, {}), account(2, to('0x1'))])).toEqual([]);
    expect(said([account(1, fee('40')), account(2, fee('40.0')), account(3, fee('41'))])).toEqual([
      'grave /fees/totalBpsRate: "40.0" → "41"',
    ]);
  });

  it('name every field by itself, what is gone too', () => {
    expect(
      said([
        account(1, to('0x1')),
        account(2, to('0x2', 'ethereum')),
        account(3, { destination: null }),
      ]),
    ).toEqual([
      'destination /destination/network: "base" → "ethereum"',
      'destination /destination/network: "ethereum" → null',
      'destination /destination/walletAddress: "0x1" → "0x2"',
      'destination /destination/walletAddress: "0x2" → null',
    ]);
    expect(said([account(1, { destination: 'x' }), account(2, to('0x2'))])).toEqual([
      'destination /destination/network: null → "base"',
      'destination /destination/walletAddress: null → "0x2"',
    ]);
  });

  it('of what comes late are looked for again where it says otherwise than those around it', () => {
    const changes = createChangesRepository(sqlite);
    let again = 0;
    const forget = (resource: Parameters<typeof changes.forget>[0]) => {
      again += 1;
      changes.forget(resource);
    };
    const late = (minute: number, address: string): number => {
      again = 0;
      try {
        sqlite.transaction(() => {
          const records = openRecords({ sqlite });
          const follower = followObservations(sqlite, { ...changes, forget }, () => false);
          const observe = (observation: NewObservation) => {
            records.observe(observation);
            while (follower.step().isBehind);
          };
          for (const told of [1, 3, 5]) observe(account(told, to('0x1')));
          observe(account(7, to('0x2')));
          observe(account(minute, to(address)));
          throw new Undone();
        });
      } catch (error) {
        if (!(error instanceof Undone)) throw error;
      }
      return again;
    };
    expect([late(2, '0x1'), late(4, '0x1')]).toEqual([0, 0]);
    // Another value, the first of all, and the last before another value.
    expect([late(4, '0x3'), late(0, '0x1'), late(6, '0x1')]).toEqual([1, 1, 1]);
  });

  it('what lay between is found when it arrives late', () => {
    expect(said([account(1, to('0x1')), account(3, to('0x1')), account(2, to('0x2'))])).toEqual([
      'destination /destination/walletAddress: "0x1" → "0x2"',
      'destination /destination/walletAddress: "0x2" → "0x1"',
    ]);
  });

  it('are looked for where it matters, and not where things move by themselves', () => {
    const bodies = [
      {
        type: 'individual',
        url: 'https://a',
        events: ['a', 'b'],
        status: 'healthy',
        deliveryRate: '1',
        updated: at(1),
        verificationProfiles: [{ status: 'incomplete' }],
        accountDetails: { accountNumber: '****1234' },
      },
      {
        type: 'business',
        url: 'https://b',
        events: ['b', 'a'],
        status: 'failing',
        deliveryRate: '0',
        updated: at(2),
        verificationProfiles: [{ status: 'approved' }],
        accountDetails: { accountNumber: '****9999' },
      },
    ];
    const found = (kind: NewObservation['kind']) =>
      said(bodies.map((body, minute) => ({ ...account(minute, body), kind, id: `${kind}_a` })));
    expect(found('customer')).toEqual(['notable /type: "individual" → "business"']);
    expect(found('webhook')).toEqual(['grave /url: "https://a" → "https://b"']);
    expect(found('bankAccount')).toEqual([
      'grave /accountDetails/accountNumber: "****1234" → "****9999"',
      'notable /status: "healthy" → "failing"',
    ]);
    expect(found('event')).toEqual([]);
  });

  it('a step goes over few arrivals, and the next goes on behind it', () => {
    sqlite.transaction(() => {
      const records = openRecords({ sqlite });
      for (let minute = 0; minute < 450; minute++) {
        records.observe(account(minute, to(`0x${minute % 2}`)));
      }
    });
    const follower = followObservations(sqlite, createChangesRepository(sqlite), () => false);
    const steps = [follower.step(), follower.step(), follower.step(), follower.step()];
    expect(steps.map(({ isBehind }) => isBehind)).toEqual([true, true, false, false]);
    expect(steps.at(-1)?.hasFound).toBe(false);
    expect(sqlite.all('SELECT 1 FROM drift_changes')).toHaveLength(449);
  });
});
