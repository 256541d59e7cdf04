/** One profile's journal over real rooms of main, as a fault proof opens it. */
import { join } from 'node:path';
import { auditMigrations, openAudit } from '../../../src/main/core/audit/audit.ts';
import { openIntents } from '../../../src/main/core/intents/intents.ts';
import { intentsMigrations } from '../../../src/main/core/intents/migrations.ts';
import type { Answered, IntentRequest } from '../../../src/main/core/intents/types.ts';
import { recordsMigrations } from '../../../src/main/core/records/migrations.ts';
import { openRecords } from '../../../src/main/core/records/records.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { migrate } from '../../../src/platform/migrations.ts';
import { openSqlite } from '../../../src/platform/sqlite.ts';

/** Not a secret: the files of a proof live as long as the proof. */
const KEY = new Uint8Array(32).fill(0x5a);

const fileIn = (directory: string): string => join(directory, 'records.db');

/** Another connection to the profile in this directory. */
export const openReader = (directory: string) =>
  openSqlite({ file: fileIn(directory), key: KEY, isReadOnly: true });

/** Opens the profile in this directory; close `sqlite` when done. */
export function openJournal(directory: string) {
  const sqlite = openSqlite({ file: fileIn(directory), key: KEY });
  migrate(sqlite, [...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  const records = openRecords({ sqlite });
  const audit = openAudit({ sqlite, clock: systemClock });
  const failures: unknown[] = [];
  const keepFailure = (details: unknown) => void failures.push(details);
  const log = { error: keepFailure, warn: keepFailure };
  const intents = openIntents({ sqlite, records, audit, clock: systemClock, log });
  return { sqlite, records, audit, intents, failures };
}

export const keyOf = (number: number): string => number.toString(16).padStart(32, '0');

/** The answer to a create of a virtual account, about as large as a real one. */
export function answerTo(number: number): Answered {
  const id = `virtualAccount_${number}`;
  const body = {
    id,
    active: true,
    fees: {
      totalBpsRate: '65',
      integratorFee: { bpsRate: '40' },
      platformFee: { bpsRate: '25' },
    },
    depositInstructions: {
      currency: 'USD',
      bankName: 'First Bank of Proofs',
      bankAccountNumber: `000${number}`,
      bankRoutingNumber: '021000021',
      bankBeneficiaryName: 'Ada Byron',
      bankBeneficiaryAddress: '1 Analytical Way, London',
    },
    destination: { currency: 'USDC', walletAddress: `0x${number}`, network: 'ethereum' },
    created: '2026-11-20T12:00:00.000Z',
    updated: '2026-11-20T12:00:00.000Z',
    note: 'x'.repeat(1500),
  };
  return {
    kind: 'answered',
    status: 201,
    resource: { kind: 'virtualAccount', id, body, deviations: [] },
    body,
    bytes: new TextEncoder().encode(JSON.stringify(body)),
    requestId: null,
  };
}

/** The write that the answer above answers. */
export function requestFor(
  number: number,
  send: IntentRequest<'createVirtualAccount'>['send'],
): IntentRequest<'createVirtualAccount'> {
  return {
    key: keyOf(number),
    operation: 'createVirtualAccount',
    input: {
      customerId: 'customer_a' as never,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: `0x${number}`,
    },
    fingerprint: `customer_a|${number}`,
    send,
  };
}
