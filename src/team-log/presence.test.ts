import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import { createEpochs } from './epochs.ts';
import { currentEpoch } from './membership.ts';
import { presenceNote, readPresence } from './presence.ts';
import type { EpochKey } from './sealing.ts';
import { at, createSigner, createTeam } from './testing/team.ts';

it('a note is believed of who signed it alone, and read by members alone', () => {
  const team = createTeam();
  const ada = team.add('operator');
  const epoch = currentEpoch(team.membership()) as EpochKey;
  const said = { person: 'Ada', release: '1.2.3', has: 7 };
  const note = { ...presenceNote(ada, epoch, said, systemRandom), at };
  expect(readPresence(team.epochs(), note)).toEqual(said);
  // Whoever runs the database knows the key that it is sealed to, and could say that a computer is there.
  const made = presenceNote(
    { ...createSigner(), publicKey: ada.publicKey },
    epoch,
    said,
    systemRandom,
  );
  expect(readPresence(team.epochs(), { ...made, at })).toBeNull();
  expect(readPresence(team.epochs(), { ...note, author: team.owner.publicKey })).toBeNull();
  const stranger = createEpochs(createSigner(), team.membership());
  expect(readPresence(stranger, note)).toBeNull();
});
