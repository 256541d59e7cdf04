/** Requests whose outcome is unknown, and possible matches of requests that were marked not created. */
import type { Json } from '../../../../bridge/scalars.ts';
import { isObject, textAt } from '../../../core/creates/values.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { Bulk } from '../../bulk/bulk.ts';
import type { Unresolved } from '../../unresolved/unresolved.ts';
import { type FoundNeeds, foundAll, maxItems, type NeedSource, needItem } from './need-source.ts';

const requestTopics = ['intents', 'customers', 'virtual-accounts', 'webhooks'] as const;

const itemOf = (intent: Pick<Intent, 'key' | 'journalledAt' | 'operation' | 'input'>) =>
  needItem(intent.key, intent.journalledAt, nameIn(intent.input), [intent.operation]);

/** Whom or what was sent: the person, the email, or the webhook. */
function nameIn(input: Json): string | null {
  if (!isObject(input)) return null;
  const person = ['firstName', 'lastName'].flatMap(
    (part) => textAt(input, `personalInformation.${part}`) ?? [],
  );
  return person.length > 0 ? person.join(' ') : (textAt(input, 'email') ?? textAt(input, 'name'));
}

export const unresolvedRequests = (intents: Pick<Intents, 'list'>): NeedSource => ({
  kind: 'unresolved',
  topics: ['intents'],
  hasPast: true,
  find({ knownAt }): FoundNeeds {
    const query = knownAt === null ? { state: 'unknown' as const } : { unknownAt: knownAt };
    const { rows, total } = intents.list({ ...query, offset: 0, limit: maxItems });
    const oldest =
      total > rows.length
        ? intents.list({ ...query, offset: total - 1, limit: 1 }).rows
        : rows.slice(-1);
    return { items: rows.map(itemOf), count: total, since: oldest[0]?.journalledAt ?? null };
  },
});

/** Of all that were marked not created. */
export const conflictingMatches = (unresolved: Pick<Unresolved, 'contradicted'>): NeedSource => ({
  kind: 'conflicting',
  topics: requestTopics,
  find: async () => foundAll((await unresolved.contradicted()).map(itemOf)),
});

/** Bulk runs that go on when a person says so. */
export const waitingRuns = (runs: Pick<Bulk['runs'], 'waiting'>): NeedSource => ({
  kind: 'bulk',
  topics: ['bulk', 'intents'],
  find: () =>
    foundAll(
      runs
        .waiting()
        .map(({ id, stateAt, createdAt, fileName, cause, state }) =>
          needItem(id, stateAt ?? createdAt, fileName, [cause ?? state]),
        ),
    ),
});
