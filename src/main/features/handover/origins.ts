/** From which computers entries are: a set for each, so any order of merging gives the same. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { nobodysKey } from '../../core/audit/signing.ts';

/** What an entry is about. */
export interface EntryPlace {
  readonly what: string;
  readonly kind: string;
  readonly id: string;
  readonly part: string;
  readonly at: string;
}

export interface Origins {
  /** Public keys of the computers that an entry is from; nobody’s where they were lost. */
  of(entry: string): readonly string[];
  /** `isNew`: it was not here before. `file`: the one that brought it. */
  add(entry: string, place: EntryPlace, from: readonly string[], isNew: boolean): void;
  /** How much of what was here this computer tells from now on, too, as the file is no team's. */
  toldAgain(): number;
}

/** What the view gives where the row of an origin was lost with a damaged page. */
const lost = 'lost';

/** SQL condition for one entry, with its name as both values: the index has the beginning of the name. */
export const isOfEntry = 'substr(entry, 1, 12) = substr(?, 1, 12) AND entry = ?';

/** What a team's log brings is told like a file, whose name begins so. */
export const teamsBeginning = 'team:';
/** SQL condition: the file is not a team’s. Written as in an index of handover_tellers. */
export const isNoTeams = `substr(file, 1, ${teamsBeginning.length}) <> '${teamsBeginning}'`;

/**
 * SQL condition for rows of handover_entries: not a resolution that only a later hand-over file says to be from another
 * computer as well. Whoever merged that file vouches for it where handover_tellers says so.
 */
export const isCounted = `(what = 'resolution' AND ${isNoTeams} AND file IS NOT (
  SELECT origins.file FROM handover_entry_origins AS said LEFT JOIN handover_origins AS origins USING (origin)
  WHERE substr(said.entry, 1, 12) = substr(handover_entries.entry, 1, 12)
    AND said.entry = handover_entries.entry ORDER BY number LIMIT 1)) IS NOT TRUE`;
/** All hand-over files that are merged here are told by this computer; null where it is lost which one it was. */
const tellerOf = `iif(${isNoTeams}, '', file)`;

const originRow = z.object({ origin: z.number() }).transform(({ origin }) => origin);
const originOf = `SELECT origin FROM handover_origins
  WHERE computer = ? AND file = ? AND what = ? AND kind = ?`;

/**
 * For one transaction, or several until one fails.
 *
 * @param own this computer's public key @param file null where nothing is added
 */
export function openOrigins(sqlite: Sqlite, own: string, file: string | null): Origins {
  const numbers = new Map<string, number>();
  const stored = (entry: string): readonly string[] =>
    sqlite.texts(`SELECT computer FROM handover_entries WHERE ${isOfEntry} ORDER BY computer`, [
      entry,
      entry,
    ]);
  const of = (entry: string): readonly string[] => {
    const found = stored(entry);
    if (found.length === 0) return [own];
    const known = found.filter((one) => one !== lost);
    return known.length === 0 ? [nobodysKey] : known;
  };
  /** Who signed the file. */
  const signer = (): string =>
    sqlite.texts('SELECT computer FROM handover_files WHERE file = ?', [file])[0] ?? '';
  /** The number of what entries of a kind have in common. */
  const numberOf = (computer: string, { what, kind }: EntryPlace): number => {
    const name = `${computer} ${what} ${kind}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const values = [computer, file, what, kind];
    const found = sqlite.first(originOf, values);
    const { row } =
      found === undefined
        ? sqlite.run(
            'INSERT INTO handover_origins (computer, file, what, kind) VALUES (?, ?, ?, ?)',
            values,
          )
        : { row: originRow.parse(found) };
    numbers.set(name, row);
    return row;
  };
  const isTeams = file?.startsWith(teamsBeginning) === true;
  /** Only of requests is it asked who told them; and of who resolved one, a computer’s own word alone is passed on. */
  const isPassedOn = (what: string, from: readonly string[], isOwn: boolean): boolean => {
    if (what !== 'request' && what !== 'resolution') return false;
    if (isTeams) return true;
    // What this computer has by itself it tells anyway.
    return !isOwn && (what === 'request' || from.includes(signer()));
  };
  let told = 0;
  /** Another file tells what is here. */
  const tellAgain = (entry: string, { what, id }: EntryPlace): void => {
    const teller = isTeams ? file : '';
    const { changes } = sqlite.run(
      `INSERT INTO handover_tellers (entry, file, what, id) SELECT ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM handover_entries
           WHERE ${isOfEntry} AND ${tellerOf} = ? AND ${isCounted})
         AND NOT EXISTS (SELECT 1 FROM handover_tellers WHERE entry = ? AND ${tellerOf} = ?)`,
      [entry, file, what, id, entry, entry, teller, entry, teller],
    );
    if (!isTeams) told += changes;
  };
  return {
    of,
    add(entry, place, from, isNew) {
      const here = stored(entry);
      const before = here.length === 0 ? [own] : here;
      const all = new Set([...(isNew ? [] : before), ...from]);
      if (!isNew && isPassedOn(place.what, from, here.length === 0)) tellAgain(entry, place);
      if (!isNew && all.size === 1 && all.has(own)) return;
      for (const computer of all) {
        if (here.includes(computer)) continue;
        sqlite.run(
          'INSERT INTO handover_entry_origins (entry, origin, id, part, at) VALUES (?, ?, ?, ?, ?)',
          [entry, numberOf(computer, place), place.id, place.part, place.at],
        );
      }
    },
    toldAgain: () => told,
  };
}
