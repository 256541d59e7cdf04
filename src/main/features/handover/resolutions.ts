/**
 * Resolutions of a request, from several computers. Each follows those that were the last where it was
 * written, so they are a graph and not a list: what no other follows is a head.
 *
 *     all heads say the same     that stands
 *     heads say different things the request is open again, here as everywhere that has the same entries
 *
 * A person who resolves it then follows all heads. The graph is only added to.
 */
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { byMerging } from '../../core/intents/resolutions.ts';
import { entryId, type ResolutionContent } from './entries.ts';

export interface ResolutionNode {
  readonly entry: string;
  readonly content: ResolutionContent;
}

const rows = z.array(
  z.object({
    intent_key: z.string(),
    verdict: z.enum(['exists', 'absent', 'unknown']),
    resource_id: z.string().nullable(),
    how: z.enum(['id', 'json', 'proposal', 'word']),
    settled_by: z.string(),
    settled_at: z.string(),
  }),
);
const followsRow = z.object({ follows: jsonText.pipe(z.array(z.string())) });

type ResolutionRow = Omit<ResolutionContent, 'follows'>;
const digestOf = ({
  intent_key,
  verdict,
  resource_id,
  how,
  settled_by,
  settled_at,
}: ResolutionRow) =>
  sha256Hex(canonicalJson({ intent_key, verdict, resource_id, how, settled_by, settled_at }));

const nodeOf = (content: ResolutionContent): ResolutionNode => ({
  entry: entryId('resolution', content),
  content,
});

export const followedBy = (nodes: readonly ResolutionNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ content }) => content.follows));

export function headsOf(nodes: readonly ResolutionNode[]): readonly ResolutionNode[] {
  const followed = followedBy(nodes);
  return nodes.filter(({ entry }) => !followed.has(entry));
}

const byTime = (one: ResolutionNode, other: ResolutionNode): number => {
  const [left, right] = [one, other].map(({ entry, content }) => `${content.settled_at} ${entry}`);
  return String(left) < String(right) ? -1 : 1;
};

/** In the order in which they are here. What was written here follows what was here then. */
export function resolutionsOf(sqlite: Sqlite, intentKey: string): readonly ResolutionNode[] {
  const nodes: ResolutionNode[] = [];
  const found = rows.parse(
    sqlite.all(
      `SELECT intent_key, verdict, resource_id, how, settled_by, settled_at
       FROM settlements WHERE intent_key = ? ORDER BY sequence`,
      [intentKey],
    ),
  );
  for (const row of found) {
    if (row.settled_by === byMerging) continue;
    const came = sqlite.first('SELECT follows FROM handover_resolutions WHERE row = ?', [
      digestOf(row),
    ]);
    const follows =
      came === undefined
        ? headsOf(nodes).map(({ entry }) => entry)
        : followsRow.parse(came).follows;
    nodes.push(nodeOf({ ...row, follows: follows.toSorted() }));
  }
  return nodes;
}

/** Whether another computer told it. */
export const hasCome = (sqlite: Sqlite, { content }: ResolutionNode): boolean =>
  sqlite.first('SELECT 1 FROM handover_resolutions WHERE row = ?', [digestOf(content)]) !==
  undefined;

/** What resolutions come to. */
export interface Meaning {
  readonly verdict: ResolutionContent['verdict'];
  readonly resource_id: string | null;
}
const textOf = ({ verdict, resource_id }: Meaning): string => `${verdict} ${resource_id ?? ''}`;

/** What the heads come to; null where they say different things. */
export function meaningOf(nodes: readonly ResolutionNode[]): Meaning | null {
  const heads = headsOf(nodes);
  const [first] = heads;
  if (first === undefined || new Set(heads.map(({ content }) => textOf(content))).size > 1)
    return null;
  return first.content;
}

/**
 * Adds those that are not here, each after what it follows, and what they come to where the last of them
 * says otherwise. One that is here after other ones is left out: what it follows is known once, and is not said anew.
 * The request is unknown here. Gives the new ones.
 */
export function addResolutions(
  sqlite: Sqlite,
  intentKey: string,
  brought: readonly ResolutionContent[],
): readonly ResolutionNode[] {
  const here = resolutionsOf(sqlite, intentKey);
  const known = new Set(here.map(({ content }) => digestOf(content)));
  const added = inOrder(brought.map(nodeOf)).filter(({ content }) => {
    const digest = digestOf(content);
    return !known.has(digest) && known.add(digest);
  });
  for (const { content } of added) {
    append(sqlite, content);
    sqlite.run(
      'INSERT INTO handover_resolutions (row, follows) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [digestOf(content), JSON.stringify(content.follows)],
    );
  }
  const all = [...here, ...added];
  const last = added.at(-1);
  if (last === undefined) return added;
  const meaning = meaningOf(all) ?? { verdict: 'unknown' as const, resource_id: null };
  if (textOf(last.content) !== textOf(meaning)) {
    const { verdict, resource_id } = meaning;
    const settled_at = all.toSorted(byTime).at(-1)?.content.settled_at ?? last.content.settled_at;
    const told = { intent_key: intentKey, verdict, resource_id, how: 'word', settled_at } as const;
    append(sqlite, { ...told, settled_by: byMerging });
  }
  return added;
}

/** Each after those that it follows, the earlier first. */
function inOrder(nodes: readonly ResolutionNode[]): readonly ResolutionNode[] {
  const left = new Map(nodes.toSorted(byTime).map((node) => [node.entry, node]));
  const ordered: ResolutionNode[] = [];
  for (;;) {
    const next = [...left.values()].find(
      ({ content }) => !content.follows.some((entry) => left.has(entry)),
    );
    if (next === undefined) return ordered;
    left.delete(next.entry);
    ordered.push(next);
  }
}

function append(sqlite: Sqlite, content: ResolutionRow): void {
  const { intent_key, verdict, resource_id, how, settled_by, settled_at } = content;
  sqlite.run(
    `INSERT INTO settlements (intent_key, verdict, resource_id, how, settled_by, settled_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [intent_key, verdict, resource_id, how, settled_by, settled_at],
  );
}
