import { call } from '@orpc/server';
import { beforeEach, expect, it } from 'vitest';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { type AuditApi, auditFeature } from './feature.ts';

let did: string[];
let alarm: object | null;
let failWith: Error | null;
beforeEach(() => {
  did = [];
  alarm = { problem: 'cut', anchored: null, found: 3 };
  failWith = null;
});

const core = {
  anchor: {
    alarm: () => alarm,
    async accept() {
      if (failWith !== null) throw failWith;
      did.push('anchored');
      alarm = null;
    },
  },
  audit: { append: ({ action }: { action: string }) => void did.push(action) },
  notify: () => undefined,
  profile: { name: 'Treasury' },
} as unknown as AuditApi['core'];

async function documentOf(): Promise<Confirmation> {
  const asked: Confirmation[] = [];
  const { audit } = auditFeature.procedures(() => ({ core }) as AuditApi, {
    async ask(document) {
      asked.push(document);
      return 'path';
    },
    namePerson: () => undefined,
  });
  await call(audit.acceptAlarm, {}, { context: {} as never });
  const [document] = asked;
  if (document === undefined) throw new Error('Nothing was asked.');
  return document;
}
const fields = new URLSearchParams({ reason: 'An older copy' });

it('a log that is accepted is anchored, and then says so', async () => {
  const document = await documentOf();
  await document.act(fields);
  expect(did).toEqual(['anchored', 'audit.accepted']);
});

it('a log that can’t be anchored says nothing of being accepted, and the document why', async () => {
  const document = await documentOf();
  failWith = new Error('disk full');
  await expect(async () => await document.act(fields)).rejects.toThrow('was not accepted');
  expect(did).toEqual([]);
});

it('a log is accepted once', async () => {
  const [first, second] = [await documentOf(), await documentOf()];
  await first.act(fields);
  await expect(async () => await second.act(fields)).rejects.toThrow('fits its signed head');
  expect(did).toEqual(['anchored', 'audit.accepted']);
});
