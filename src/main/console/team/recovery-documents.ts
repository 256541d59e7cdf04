/** Main's own documents of a team's recovery key: its words are shown in one, and typed into another. */
import { localDay } from '../../../bridge/instants.ts';
import type { Random } from '../../../platform/random.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { recoveryKeyOf } from '../../core/vault/recovery-words.ts';
import { databaseOf } from '../../features/team/database-address.ts';
import type { Recoverable } from '../../features/team/recovering.ts';
import type { Team } from '../../features/team/team.ts';
import { wordsOfTeam } from '../../features/team/team-view.ts';
import { newWordsDocument, wordsField } from '../recovery-documents.ts';
import { personFields, readPerson, withPerson } from './admit-document.ts';
import { databaseFields, nameField, readAccess, readName } from './database-fields.ts';
import { lastsMs, profileFact, requireEach } from './document-parts.ts';

/** Throws Failed INVALID where this computer is no owner's. */
export function recoveryDocument(team: () => Team, random: Random): Confirmation {
  const { id, before } = team().recoveryPlace();
  return newWordsDocument({
    random,
    title: before === null ? 'Recovery key of the team' : 'New recovery key of the team',
    confirm: 'Confirm recovery key of the team',
    facts: [
      profileFact(team()),
      ['Database', team().database()],
      ['Words of the team', wordsOfTeam(id)],
      ...(before === null ? [] : [['Replaces the key of', localDay(before)] as const]),
    ],
    paragraphs: [
      'With these 24 words and a user of the database, any computer becomes an owner of the team and reads all that it shared. Use them when every owner’s computer is lost, or when the members are forked. They are shown only now. Write them down or print this window, and store the paper where an owner finds it.',
      'They are not the recovery key of this computer. Whoever has them is an owner, so keep them as safe as the power to move money. Every computer of the team shows when they were used.',
      ...(before === null
        ? []
        : [
            'Once you confirm the new key, the earlier one makes nobody an owner and opens nothing that the team shares from then on. With a copy of the database, it still opens what the team shared until now.',
          ]),
    ],
    async keep(words) {
      const isSent = await team().setRecovery(words);
      return isSent
        ? 'The recovery key of the team is set.'
        : 'The database does not respond: the recovery key is signed, and counts once the database has it. Settings, Team shows whether it is set.';
    },
  });
}

export const recoverDocument = (team: () => Team): Confirmation => ({
  title: 'Recover a team',
  facts: [profileFact(team())],
  paragraphs: [
    'For when no computer of an owner is left. Enter where the team’s database is, a user of it, and the 24 words of the team’s recovery key. You first see what was found; nothing is written before that.',
  ],
  fields: [
    {
      name: 'database',
      label: 'Database URL',
      isOpen: true,
      help: 'Hosts and name, for example postgres://db.example.com:5432/causeway. Without user and password.',
    },
    ...databaseFields,
    { ...wordsField, label: 'Recovery key of the team' },
  ],
  button: 'Find team',
  lastsMs,
  async act(fields) {
    const database = fields.get('database') ?? '';
    const readWords = () => recoveryKeyOf(fields.get('words') ?? '');
    requireEach(
      () => databaseOf(database),
      () => readAccess(fields),
      readWords,
    );
    const found = await team().recoverable({ ...readAccess(fields), database }, readWords());
    return { next: confirmDocument(team, found) };
  },
});

const confirmDocument = (team: () => Team, found: Recoverable): Confirmation => ({
  title: 'Recover this team?',
  facts: [
    profileFact(team()),
    ['Database', found.database.replace('postgres://', '')],
    ['Words of the team', wordsOfTeam(found.team)],
    ['Recovery key of', localDay(found.since)],
    ['Members', found.members.map(({ name, role }) => `${name} (${role})`).join(', ')],
  ],
  paragraphs: [
    'This computer becomes an owner of the team, reads all that the team shared, and shares what is recorded in this profile. Every other computer names that the recovery key was used.',
    'Select whose computer it is: nobody can approve their own request from another computer of theirs. Afterwards, remove the computers that were lost, and set another recovery key.',
  ],
  fields: [nameField(team().suggestedName()), ...personFields(found.persons)],
  button: 'Recover team',
  lastsMs,
  async act(fields) {
    const name = readName(fields);
    return await withPerson(readPerson(fields, found.persons), found.persons, async (person) => {
      await found.recover({ name, ...person });
      return {
        title: 'Team recovered',
        sentence:
          'This computer is an owner of the team now. Under Settings, Team, remove the computers that were lost, and set another recovery key.',
      };
    });
  },
});
