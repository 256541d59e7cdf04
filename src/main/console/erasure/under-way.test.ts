/** Rows of a bulk run that wait to be sent: those of the person hold an erasure back, and a namesake's go on. */
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { eraseAgain } from './erase-again.ts';
import { erasedId, openTestProfile } from './testing/profile.ts';
import { underWayOf } from './under-way.ts';

let directory = '';
beforeEach(() => {
  directory = testFolder();
});

const at = '2026-11-20T11:00:00.000Z';
const name = 'Zeldabeth Quuxington';
const email = 'zelda@wyvern.example';

async function openWith(rows: readonly (readonly [input: object, state?: string])[]) {
  const profile = await openTestProfile(directory);
  const { sqlite } = profile;
  openRecords({ sqlite }).observe({
    kind: 'customer',
    id: erasedId,
    source: 'read',
    observedAt: at,
    body: {
      id: erasedId,
      email,
      phone: '+44 (0)20 7946 0958',
      personalInformation: {
        firstName: 'Zeldabeth',
        lastName: 'Quuxington',
        taxIdentificationNumber: '987-65-4321',
      },
    },
  });
  sqlite.run(
    `INSERT INTO bulk_runs (id, kind, file_name, sha256, columns, created_at, state)
     VALUES ('b', 'customer', 'a.csv', 'x', '[]', ?, 'running')`,
    [at],
  );
  for (const [row, [input, state = 'waiting']] of rows.entries())
    sqlite.run(
      `INSERT INTO bulk_rows (run, row, state, input, fingerprint, name, reason)
       VALUES (1, ?, ?, ?, 'f', ?, ?)`,
      [row + 1, state, JSON.stringify(input), name, `like ${name}`],
    );
  return profile;
}

it('a namesake’s row waits on, and those of the person are not sent', async () => {
  const namesake = { type: 'individual', email: 'zelda@wyv.ern.example', phone: '+44207946095' };
  const profile = await openWith([
    [namesake],
    [{ type: 'individual', email }],
    [{ customerId: erasedId }],
    [namesake, 'left-out'],
  ]);
  const erasure = { customerId: erasedId, at: '2026-11-21T11:00:00.000Z', by: null, reason: 'x' };
  const { sqlite } = profile;
  sqlite.transaction(() =>
    eraseAgain(sqlite, [{ ...erasure, liftedAt: null, liftedBy: null, liftReason: null }]),
  );
  const rows = sqlite.all('SELECT state, name, input, fingerprint FROM bulk_rows ORDER BY row');
  expect(rows).toMatchObject([
    { state: 'waiting', name, input: JSON.stringify(namesake), fingerprint: 'f' },
    { state: 'unsent', name: null, fingerprint: null },
    { state: 'unsent', name: null, fingerprint: null },
    { state: 'left-out', name: null },
  ]);
  await profile.close();
});

it.each([
  { email },
  { email: email.toUpperCase() },
  { phone: '+442079460958' },
  { personalInformation: { taxIdentificationNumber: '987654321' } },
])(
  'an erasure that begins here is refused while a row of the same person waits: %j',
  async (telling) => {
    const profile = await openWith([[{ type: 'individual', ...telling }]]);
    const { sqlite, erasures } = profile;
    await expect(erasures.erase(erasedId, 'Asked')).rejects.toThrow('Rows of a bulk run');
    expect(sqlite.texts('SELECT customer_id FROM erasures')).toEqual([]);
    sqlite.run("UPDATE bulk_rows SET state = 'unsent'");
    await expect(erasures.erase(erasedId, 'Asked')).resolves.toMatchObject({ observations: 1 });
    await profile.close();
  },
);

it('what waits of another whose ID begins alike is not in the way', async () => {
  const profile = await openWith([[{ customerId: `${erasedId}9` }]]);
  expect(underWayOf(profile.sqlite, erasedId)).toBeNull();
  expect(underWayOf(profile.sqlite, `${erasedId}9`)).toContain('Rows of a bulk run');
  await profile.close();
});
