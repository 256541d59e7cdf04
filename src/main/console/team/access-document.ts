/** Main's own document in which a person gives another way into the team's database. */
import type { Confirmation, SecretField } from '../../core/feature/confirmation.ts';
import type { ChangedAccess, PresentAccess } from '../../features/team/changing-access.ts';
import type { Team } from '../../features/team/team.ts';
import { databaseFields, invalid, readAccess } from './database-fields.ts';
import { lastsMs, profileFact } from './document-parts.ts';

/** Throws Failed INVALID where this computer is in no team. */
export function accessDocument(team: () => Team): Confirmation {
  const present = team().presentAccess();
  return {
    title: 'Change database access',
    facts: [
      profileFact(team()),
      ['Database now', present.database.replace('postgres://', '')],
      ['Database user now', present.user],
    ],
    paragraphs: [
      'Use this when the password changed, when this computer gets another user, or when the database moved to another host. Causeway checks the new access first: that the database is durable, holds this team, and has everything that this computer has read of it. Until all of that is confirmed, Causeway uses the present access.',
      'The access changes on this computer alone, and its audit log records the change.',
    ],
    fields: fieldsOf(present),
    button: 'Change access',
    lastsMs,
    async act(fields) {
      await team().changeAccess(readChanged(fields, present));
      return {
        title: 'Database access changed',
        sentence: 'The database was checked, and this computer uses the new access from now on.',
      };
    },
  };
}

function fieldsOf({ database, user, hasCa }: PresentAccess): readonly SecretField[] {
  const url: SecretField = {
    name: 'database',
    label: 'Database URL',
    isOpen: true,
    value: database,
    help: 'Hosts and name. Without user and password.',
  };
  return [
    url,
    ...databaseFields.flatMap((field) => {
      if (field.name === 'user') return { ...field, value: user };
      return field.name === 'ca' && hasCa ? [certificate, field] : field;
    }),
  ];
}

const certificate: SecretField = {
  name: 'certificate',
  label: 'Who signs the database’s certificate?',
  help: null,
  choices: [
    { value: 'stored', label: 'The authority that is stored here', help: 'As before.' },
    { value: 'file', label: 'Another authority', help: 'Enter its certificate file below.' },
    {
      value: 'system',
      label: 'A public authority',
      help: 'The stored certificate is no longer used.',
    },
  ],
};

/** Throws Failed INVALID. */
function readChanged(fields: URLSearchParams, { hasCa }: PresentAccess): ChangedAccess {
  const access = { ...readAccess(fields), database: fields.get('database') ?? '' };
  if (!hasCa) return access;
  const signer = fields.get('certificate');
  if (signer === 'file' && access.ca === null) throw invalid('Enter the certificate file.');
  if (signer === 'file') return access;
  if (access.ca !== null) throw invalid('Select “Another authority” for a certificate file.');
  if (signer === 'stored') return { ...access, ca: undefined };
  if (signer === 'system') return access;
  throw invalid('Select who signs the database’s certificate.');
}
