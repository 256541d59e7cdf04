/** Another access to the database: which certificates it goes by. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ChangedAccess } from '../../features/team/changing-access.ts';
import type { Team } from '../../features/team/team.ts';
import { accessDocument } from './access-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-access-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const file = join(folder, 'ca.pem');
writeFileSync(file, pem);

const present = { database: 'postgres://db.example.com/team', user: 'ada', hasCa: true };

/** What is changed to, or the sentence that refuses it. */
async function changed(typed: Record<string, string>, { hasCa } = present) {
  const seen: ChangedAccess[] = [];
  const team = {
    profile: { name: 'Hosted', environment: 'production', baseUrl: 'https://api.example.com' },
    presentAccess: () => ({ ...present, hasCa }),
    changeAccess: async (access: ChangedAccess) => void seen.push(access),
  } as unknown as Team;
  const { act, fields = [] } = accessDocument(() => team);
  const { database, user } = present;
  try {
    await act(new URLSearchParams({ database, user, password: 'x', ...typed }));
  } catch (error) {
    return (error as Error).message;
  }
  return { ca: seen[0]?.ca, asks: fields.some(({ name }) => name === 'certificate') };
}

it('keeps the certificate that is stored, takes another, or none, as a person says', async () => {
  expect(await changed({ certificate: 'stored' })).toEqual({ ca: undefined, asks: true });
  expect(await changed({ certificate: 'system' })).toEqual({ ca: null, asks: true });
  expect(await changed({ certificate: 'file', ca: file })).toEqual({ ca: pem, asks: true });
  expect(await changed({})).toBe('Select who signs the database’s certificate.');
  expect(await changed({ certificate: 'file' })).toBe('Enter the certificate file.');
  expect(await changed({ certificate: 'stored', ca: file })).toContain('Another authority');
});

it('asks for a certificate alone where none is stored', async () => {
  const none = { ...present, hasCa: false };
  expect(await changed({}, none)).toEqual({ ca: null, asks: false });
  expect(await changed({ ca: file }, none)).toEqual({ ca: pem, asks: false });
});
