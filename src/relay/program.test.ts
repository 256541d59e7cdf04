/** What the relay's process makes of the address that it is given. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRelayProcess } from './testing/relay-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-relay-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const startedWith = (url: string) =>
  startRelayProcess({ team: 'a'.repeat(64), key: join(directory, 'key'), url });

it('says in a sentence what is wrong with an address', async () => {
  await expect(startedWith('postgres://relay:50%off@127.0.0.1/team')).rejects.toThrow(
    'The relay ended: The URL has a % that is not followed by two hex digits.',
  );
});
