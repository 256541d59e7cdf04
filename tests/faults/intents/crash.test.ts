import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLog } from '../../../src/main/core/audit/verify-log.ts';
import { crashRounds, killBeforeTheAnswer } from './crash-rounds.ts';
import { answerTo, keyOf, openJournal, requestFor } from './journal.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-crash-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('a program that is killed while it writes', () => {
  it('knows afterwards that something may exist, and sends nothing again', async () => {
    await killBeforeTheAnswer(directory, 7);
    const { sqlite, intents, records, audit } = openJournal(directory);
    try {
      expect(intents.get(keyOf(7))?.state).toBe('journalled');
      expect(intents.recover()).toMatchObject([
        { key: keyOf(7), state: 'unknown', cause: 'restart', resourceId: null },
      ]);
      expect(intents.findAlike('createVirtualAccount', 'customer_a|7')).toHaveLength(1);
      let sent = 0;
      const send = async () => {
        sent += 1;
        return answerTo(7);
      };
      expect(await intents.run(requestFor(7, send))).toMatchObject({ state: 'unknown' });
      expect(sent).toBe(0);
      expect(records.get('virtualAccount', 'virtualAccount_7')).toBeNull();
      expect(audit.list({ offset: 0, limit: 9 }).rows.map(({ action }) => action)).toEqual([
        'virtual-account.create.unknown',
        'virtual-account.create.journalled',
      ]);
      expect(verifyLog(sqlite).brokenAt).toBeNull();
    } finally {
      sqlite.close();
    }
  });

  it('sent nothing that it does not know of, and lost nothing that it said', async () => {
    const report = await crashRounds({ directory, rounds: 12, seed: 20261120 });
    expect(report.breaches).toEqual([]);
    expect(report.settled).toBeGreaterThan(10);
    expect(report.kills).toBe(12);
  });
});
