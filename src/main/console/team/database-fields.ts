/** How a person lets this computer into a team's database: user, password, and who signed its certificate. */
import { readFileSync } from 'node:fs';
import type { SecretField } from '../../core/feature/confirmation.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import { maxComputerName, newComputerName } from '../../features/handover/card.ts';
import type { DatabaseAccess } from '../../features/team/database-address.ts';

export const databaseFields: readonly SecretField[] = [
  {
    name: 'user',
    label: 'Database user',
    isOpen: true,
    help: 'Whoever runs the database makes one for each computer (docs/team.md).',
  },
  {
    name: 'password',
    label: 'Database password',
    help: 'The vault keeps it. It is in no backup, no invitation and no log.',
  },
  {
    name: 'ca',
    label: 'Certificate file',
    isOpen: true,
    isOptional: true,
    help: 'Leave it empty, unless the database’s certificate is signed by your own authority: then the full path of that authority’s PEM file.',
  },
];

/** What the team is to call a computer. */
export const nameField = (suggested: string): SecretField => ({
  name: 'name',
  label: 'Name of this computer',
  isOpen: true,
  value: suggested,
  help: 'The team sees it beside what is done here. Name it so that people can tell their computers apart.',
});

/** Throws Failed INVALID. */
export function readName(fields: URLSearchParams): string {
  const read = newComputerName.safeParse((fields.get('name') ?? '').trim());
  if (read.success) return read.data;
  throw invalid(`Enter a name for the computer: ${maxComputerName} characters at most.`);
}

const maxBytes = 256 * 1024;

/** Throws Failed INVALID. */
export function readAccess(fields: URLSearchParams): DatabaseAccess {
  const password = fields.get('password') ?? '';
  if (password === '') throw invalid('Enter the password of the database user.');
  const file = fields.get('ca')?.trim() ?? '';
  return { user: fields.get('user') ?? '', password, ca: file === '' ? null : readPem(file) };
}

function readPem(file: string): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw invalid('The certificate file can’t be read. Enter its full path.');
  }
  if (text.length <= maxBytes && text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw invalid('The certificate file holds no certificate. Enter the path of a PEM file.');
}

export const invalid = invalidOf('team', true);
