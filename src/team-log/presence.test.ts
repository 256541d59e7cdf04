import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import { createEpochs } from './epochs.ts';
import { currentEpoch } from './membership.ts';
import { createPresences, presenceNote, readPresence } from './presence.ts';
import type { EpochKey } from './sealing.ts';
import { at, createSigner, createTeam } from './testing/team.ts';

it('a note is believed of who signed it alone, and read by members alone', () => {
  const team = createTeam();
  const ada = team.add('operator');
  const epoch = currentEpoch(team.membership()) as EpochKey;
  const said = { person: 'Ada', release: '1.2.3', has: 7 };
  const login = 'ada';
  const note = { ...presenceNote(ada, { epoch, login }, said, systemRandom), login, at };
  expect(readPresence(team.epochs(), note)).toEqual(said);
  // Whoever runs the database knows the key that it is sealed to, and could say that a computer is there.
  const made = presenceNote(
    { ...createSigner(), publicKey: ada.publicKey },
    { epoch, login },
    said,
    systemRandom,
  );
  expect(readPresence(team.epochs(), { ...made, login, at })).toBeNull();
  expect(readPresence(team.epochs(), { ...note, login: 'bob' })).toBeNull();
  expect(readPresence(team.epochs(), { ...note, login: null })).toBeNull();
  expect(readPresence(team.epochs(), { ...note, login: null, signature: note.unbound })).toEqual(
    said,
  );
  expect(readPresence(team.epochs(), { ...note, author: team.owner.publicKey })).toBeNull();
  const stranger = createEpochs(createSigner(), team.membership());
  expect(readPresence(stranger, note)).toBeNull();
});

it('of several notes the newest counts that is signed for its login', () => {
  const team = createTeam();
  const ada = team.add('operator');
  const epoch = currentEpoch(team.membership()) as EpochKey;
  const noteAt = (minute: number, login: string) => ({
    ...presenceNote(
      ada,
      { epoch, login },
      { person: 'Ada', release: '1', has: minute },
      systemRandom,
    ),
    login,
    at: `2026-11-26T12:0${minute}:00.000Z`,
  });
  const presences = createPresences(team.epochs());
  const seenAt = () => presences.seenAt(ada.publicKey)?.slice(14, 16) ?? null;
  const first = noteAt(1, 'ada');
  const earlier = { ...first, login: null, signature: first.unbound };
  presences.hear([earlier]);
  expect(seenAt()).toBe('01');
  // In its place anybody may write.
  presences.hear([{ ...earlier, at: '2026-11-26T12:02:00.000Z', said: Buffer.from('x') }]);
  expect(seenAt()).toBeNull();
  expect(presences.of(ada.publicKey)).toMatchObject({ has: 1 });

  const late = '2026-11-26T12:09:00.000Z';
  const replayed = [
    { ...earlier, at: late },
    { ...first, login: 'rogue', at: late },
    { ...first, login: 'rogue', at: late, said: Buffer.from('x') },
  ];
  presences.hear([...replayed, first]);
  expect(seenAt()).toBe('01');
  presences.hear(replayed);
  expect(seenAt()).toBe('01');
  // Another login of its own; then the database's clock is set back.
  presences.hear([first, noteAt(5, 'ada2')]);
  expect(seenAt()).toBe('05');
  presences.hear([noteAt(4, 'ada'), noteAt(3, 'ada2')]);
  expect(seenAt()).toBe('03');
  expect(presences.of(ada.publicKey)).toMatchObject({ has: 3 });
});
