/** What lists show of a customer beside the catalogue's columns, worked out from its record alone. */
import { at, readColumns, readText } from '../../../contract/fields.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { CustomerColumns, KnownRecord } from './types.ts';

const textAt = (body: unknown, ...path: readonly string[]): string | null =>
  readText(at(body, ...path));

/** First and last name as a person writes them; null when neither is there. */
function fullName(body: JsonObject): string | null {
  const names = ['firstName', 'lastName'].map((key) => textAt(body, 'personalInformation', key));
  const known = names.filter((name) => name !== null);
  return known.length === 0 ? null : known.join(' ');
}

/** `ownName`: the desk's own, which stands where no first or last name is known. */
export function projectCustomer(
  { body, entered }: KnownRecord,
  ownName: string | null = null,
): Omit<CustomerColumns, 'virtualAccounts'> {
  const columns = readColumns('customer', { body, entered });
  const given = fullName(body) ?? fullName(entered);
  const name = given ?? ownName ?? columns.email;
  const confirmed = fullName(body) !== null || textAt(body, 'email') !== null;
  const profiles = profilesOf(body);
  return {
    ...columns,
    name,
    isOwnName: given === null && ownName !== null,
    isUnconfirmed: name !== null && !confirmed,
    profiles: profiles.map(({ name: profile, status }) => ({ name: profile, status })),
    requiredCriteria: new Set(profiles.flatMap((profile) => profile.required)).size,
  };
}

/** Verification profiles as far as they have the shape of Interface 2.1. */
function profilesOf(body: JsonObject) {
  const profiles = at(body, 'verificationProfiles');
  if (!Array.isArray(profiles)) return [];
  return profiles.flatMap((profile: unknown) => {
    const name = textAt(profile, 'name');
    const status = textAt(profile, 'status');
    if (name === null && status === null) return [];
    const required = at(profile, 'criteria', 'required');
    return [
      {
        name: name ?? '',
        status: status ?? '',
        required: Array.isArray(required)
          ? required.filter((criterion): criterion is string => typeof criterion === 'string')
          : [],
      },
    ];
  });
}
