/** What docs say of machine output: its fields are those that are sent, and its words those that there are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliveryRole, signatureCheckKind } from '../../src/bridge/deliveries.ts';
import { jsonLine } from '../../src/main/hosts/cli/listen/lines.ts';
import {
  attempts,
  createWebhook,
  toReceiver,
  trigger,
} from '../../src/sandbox/testing/deliveries.ts';
import { startSandbox } from '../../src/sandbox/testing/harness.ts';
import { startReceiver } from '../../src/sandbox/testing/receiver.ts';
import { root } from '../support/run-command.ts';

const namesIn = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The rows of a page's table whose heading is this one: cells without their bars. */
function tableOf(page: string, heading: string): string[][] {
  const text = readFileSync(join(root, page), 'utf8');
  const [, after = ''] = text.split(`\n${heading}\n`);
  const [rows = ''] = after.split('\n\n');
  const cells = (row: string) => row.split('|').slice(1, -1);
  return rows.split('\n').slice(1).map(cells);
}

it('docs/receiver.md names the fields and words of npm run listen -- --json', () => {
  type Line = Parameters<typeof jsonLine>[0];
  const instant = '2026-11-22T12:00:00.000Z';
  const row = {
    receivedAt: instant,
    arrival: 1,
    webhookId: null,
    eventId: null,
    eventName: null,
    verdict: { kind: 'genuine' },
    role: 'first',
  } as Line['row'];
  const forward = {
    state: 'delivered',
    status: 200,
    lastMs: 3,
    isReplay: false,
    attempts: 1,
    lastTriedAt: instant,
    nextTryAt: null,
    sentence: 'Accepted.',
  } as Line['forward'];
  const sent = JSON.parse(jsonLine({ row, forward })) as { readonly forward: object };
  const rows = tableOf('docs/receiver.md', '| Field | Holds |');
  expect(rows.flatMap(([names]) => namesIn(names)).toSorted()).toEqual(
    [
      ...Object.keys(sent),
      ...Object.keys(sent.forward).map((name) => `forward.${name}`),
    ].toSorted(),
  );
  const wordsOf = (field: string) => namesIn(rows.find(([name]) => name === ` \`${field}\` `)?.[1]);
  expect(wordsOf('verdict')).toEqual(signatureCheckKind.options);
  expect(wordsOf('role')).toEqual(deliveryRole.options);
});

it('docs/sandbox.md names the fields of each list of the control plane', async () => {
  const receiver = await startReceiver();
  await using running = await startSandbox(toReceiver(receiver));
  try {
    await createWebhook(running, receiver, ['wallet.create']);
    const customer = (await running.post('/v2/customer', { type: 'individual' })).body;
    const account = (
      await running.post('/v2/virtual-account', {
        customerId: customer.id,
        sourceCurrency: 'USD',
        destinationCurrency: 'USDC',
        network: 'ethereum',
        walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
        integratorBpsFee: '40',
      })
    ).body;
    await running.control('POST', `/customers/${customer.id}/bank-accounts`, {});
    await running.control('POST', `/virtual-accounts/${account.id}/deposits`, { amount: '1' });
    await trigger(running, { name: 'wallet.create' });
    await attempts(running, 1);
    const rows = tableOf('docs/sandbox.md', '| List | Fields of an item |');
    const kinds = rows.flatMap(([names]) => namesIn(names));
    expect(kinds).toHaveLength(7);
    for (const [names, fields = ''] of rows) {
      // What is in brackets explains a field.
      const documented = namesIn(fields.replaceAll(/\([^)]*\)/g, ''));
      for (const kind of namesIn(names)) {
        const { items } = (await running.control('GET', `/list/${kind}`)).body;
        expect([kind, Object.keys(items[0])].flat().toSorted()).toEqual(
          [kind, ...documented].toSorted(),
        );
      }
    }
  } finally {
    await receiver.close();
  }
});
