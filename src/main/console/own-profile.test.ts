/** Whatever writes names the profile that it is meant for, and main holds it to that. */
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bridgeContract } from '../../bridge/contract.ts';
import { makesFile, reads } from '../../bridge/procedure.ts';
import { areasOfInstallation } from '../../bridge/transport.ts';
import { createTestDirectory, type TestConsole, type TestDirectory } from './testing/console.ts';

const key = '0'.repeat(32);
const record = { kind: 'customer', id: 'customer_a' };
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const selection = { ids: ['virtualAccount_a'] };
const webhook = { name: 'x', url: 'https://example.com/', events: ['payout.create'] };
const account = {
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'base',
  walletAddress: wallet,
};

const moved = { id: 'customer_a', to: 'pending' };
const bank = { bankName: 'x', accountHolderName: 'x', accountNumber: '12345678' };
const sandboxWrites = {
  'sandboxControls.moveKyc': moved,
  'sandboxControls.moveTerms': moved,
  'sandboxControls.openBankAccount': { customerId: 'customer_a', ...bank },
  'sandboxControls.changeBankAccount': {
    id: 'bankAccount_a',
    accountNumber: '12345678',
    status: 'active',
  },
  'sandboxControls.removeBankAccount': { id: 'bankAccount_a' },
  'sandboxControls.payIn': { virtualAccountId: 'virtualAccount_a', amount: '1', until: 'failed' },
  'sandboxControls.movePayout': { id: 'payout_a', to: 'failed' },
  'sandboxControls.trigger': { name: 'wallet.create', resource: '', count: 1 },
  'sandboxControls.setFault': { kind: 'delay', operation: '*', count: 1, options: {} },
  'sandboxControls.clearFaults': { id: null },
  'sandboxControls.changeSwitch': { name: 'kycGate', value: true },
  'sandboxControls.resetSwitches': {},
  'sandboxControls.fill': {},
};

/** Everything that goes to the service, changes records or hands them out: what is sent but the profile. */
const writes: Readonly<Record<string, object>> = {
  'approvals.decide': { id: 'a'.repeat(64) },
  'approvals.send': { id: 'a'.repeat(64) },
  'approvals.withdraw': { id: 'a'.repeat(64) },
  'approvals.setPolicy': { policy: { rules: [], limits: [], allowWithoutDatabase: false } },
  'approvals.propose': {
    request: { what: 'createCustomer', intentKey: key, input: { type: 'individual' } },
  },
  'customers.create': { intentKey: key, input: { type: 'individual' } },
  'virtualAccounts.create': { intentKey: key, input: account },
  'virtualAccounts.signOffMismatch': { id: 'virtualAccount_a', digest: 'x', note: 'x' },
  'bankAccounts.lookUp': { customerId: 'customer_a', bankAccountId: 'bankAccount_a' },
  'bankAccounts.refresh': { id: 'bankAccount_a' },
  'bankAccounts.refreshAll': {},
  'changes.signOff': { ids: ['0'.repeat(64)] },
  'addressBook.label': { network: 'base', address: wallet, label: 'x' },
  'webhooks.create': { intentKey: key, input: webhook },
  'webhooks.refresh': { id: 'webhook_a' },
  'timeline.lookUp': { eventId: 'event_a' },
  'bulk.upload.begin': { kind: 'customer', fileName: 'a.csv', bytes: 1 },
  'bulk.drafts.start': { id: key, confirmations: [], digest: '0'.repeat(64) },
  'bulk.runs.pause': { id: key },
  'bulk.runs.goOn': { id: key },
  'bulk.runs.stop': { id: key },
  'imports.keep': { id: key },
  'depositSheets.start': { selection, format: 'pdf', packing: 'one', paper: 'a4' },
  'annotations.setLabels': { ...record, labels: [] },
  'annotations.setReference': { ...record, reference: 'x' },
  'annotations.setName': { ...record, name: 'x' },
  'annotations.addNote': { ...record, text: 'x' },
  'annotations.editNote': { ...record, noteId: 'x', text: 'x' },
  'payouts.chooseField': { notion: 'amountIn', pointer: '/amount', knownAt: null },
  'overview.handle': { kind: 'changes', of: { covers: 'x' }, as: 'done', until: null },
  'overview.bringBack': { id: 1 },
  'overview.setLimits': { limits: { payout: 24, kyc: 72 } },
  'overview.seen': {},
  'overview.setFirstSteps': { steps: { skipped: [], isOver: true } },
  'notices.save': { settings: { kinds: [], quiet: null, hasDetails: false } },
  'notices.take': {},
  'reports.close': {
    from: '2026-11-01',
    to: '2026-11-01',
    timeZone: 'UTC',
    note: '',
    covers: key + key,
  },
  'reconcile.upload.begin': { fileName: 'a.csv', bytes: 1 },
  'reconcile.start': { id: key, kind: 'bank', mapping: null },
  'reconcile.confirm': { id: key, rows: { digest: key + key } },
  'reconcile.choose': { id: key, row: 1, payoutId: 'payout_a', note: '' },
  'reconcile.noPayout': { id: key, row: 1, note: 'x' },
  'reconcile.undo': { id: key, row: 1 },
  'reconcile.matchAgain': { id: key },
  'reconcile.remove': { id: key },
  'retention.change': {},
  'retention.apply': {},
  'erasures.erase': { customerId: 'customer_a' },
  'erasures.record': { customerId: 'customer_a' },
  'team.found': {},
  'team.join': {},
  'team.invite': {},
  'team.admitRelay': {},
  'team.leave': {},
  'team.admit': { id: 'x' },
  'team.changeRole': { id: 'x' },
  'team.remove': { id: 'x' },
  'team.putAside': { id: 1 },
  'team.setRecovery': {},
  'team.recover': {},
  'team.resolveFork': {},
  'team.shareToken': {},
  'team.takeBackToken': {},
  'team.useToken': {},
  'team.changeAccess': {},
  'team.resolve': { claims: ['ab'.repeat(32)] },
  ...sandboxWrites,
  'unresolved.exists': { key, answer: { id: 'customer_a' }, read: [] },
  'unresolved.absent': { key },
  'unresolved.takeBack': { key },
  'unresolved.sendAgain': { intentKey: key, repeats: key },
};

/** Writes of the installation, and ends of what is under way. */
const ofInstallation = new RegExp(
  `^(${areasOfInstallation.join('|')}|backups|handover|tunnels|exports|timeline\\.exports)\\.`,
);
const whatMay = (procedure: { readonly '~orpc': { readonly meta: { may: string } } }): string =>
  procedure['~orpc'].meta.may;
/** What changes nothing declares so. */
const changesNothing = [reads, makesFile].map(whatMay);
/** What is worked on is named by a number that only one profile has, or stands beside its records. */
const named = new Set([
  'audit.nameYourself',
  'audit.acceptAlarm',
  'bankAccounts.cancelRefresh',
  'bulk.upload.append',
  'bulk.upload.finish',
  'bulk.drafts.map',
  'bulk.drafts.chooseSheet',
  'bulk.drafts.include',
  'bulk.drafts.discard',
  'bulk.drafts.takeFirstRow',
  'bulk.drafts.takeHiddenRows',
  'bulk.drafts.correct',
  'imports.upload',
  'imports.preview',
  'deliveries.checkAgain',
  'reconcile.upload.append',
  'reconcile.upload.finish',
  'deliveries.rebuild',
  'timeline.rebuild',
  'savedViews.save',
  'savedViews.remove',
  'webhooks.prepare',
  'webhooks.revealSecret',
  'depositSheets.company.save',
  'depositSheets.company.setLogo',
  'forwarding.addTarget',
  'forwarding.lendTarget',
  'forwarding.pauseTarget',
  'forwarding.removeTarget',
  'forwarding.replay',
]);

interface Procedure {
  readonly path: string;
  readonly takesProfile: boolean;
  readonly may: string;
}

function procedures(part: object, path: readonly string[] = []): Procedure[] {
  if ('~orpc' in part) {
    const { inputSchema, meta } = z
      .object({
        inputSchema: z.custom<z.ZodType>().optional(),
        meta: z.object({ may: z.string() }),
      })
      .parse(part['~orpc']);
    const takesProfile = inputSchema instanceof z.ZodObject && 'profileId' in inputSchema.shape;
    return [{ path: path.join('.'), takesProfile, may: meta.may }];
  }
  return Object.entries(part).flatMap(([name, inner]) => procedures(inner, [...path, name]));
}

let directory: TestDirectory;
let running: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  running = await directory.start();
});
afterEach(() => directory.remove());

/** Calls as a page may that is wrong, old, or another program. */
async function call(path: string, input: object) {
  const names = path.split('.');
  const procedure = names.reduce<unknown>(
    (part, name) => (part as Record<string, unknown>)[name],
    running.bridge,
  );
  return await safe((procedure as (input: object) => Promise<unknown>)(input));
}

describe('every write', () => {
  it('names its profile, and nobody forgot to say so of a new one', () => {
    const all = procedures(bridgeContract);
    expect(
      all
        .filter(({ takesProfile }) => takesProfile)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(Object.keys(writes).sort());
    const others = all.filter(
      ({ takesProfile, may }) => !takesProfile && !changesNothing.includes(may),
    );
    const left = others.map(({ path }) => path).filter((path) => !ofInstallation.test(path));
    expect(left.toSorted()).toEqual([...named].toSorted());
  });

  it('is refused without a profile, and for another one than is open', async () => {
    for (const [path, input] of Object.entries(writes)) {
      const none = await call(path, input);
      expect(none.error, path).toMatchObject({
        code: 'BAD_REQUEST',
        data: { issues: [{ path: ['profileId'] }] },
      });
      const other = await call(path, { ...input, profileId: 'another' });
      expect(other.error, path).toMatchObject({
        code: 'INVALID',
        data: { cause: 'other-profile' },
      });
    }
    expect((await running.bridge.intents.list({})).total).toBe(0);
    expect((await running.bridge.customers.list({})).known).toBe(0);
  });
});
