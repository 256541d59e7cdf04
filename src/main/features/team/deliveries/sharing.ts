/**
 * Webhooks shared among the receivers of a team: each has the path. Of those at the relay's URL owners and operators have
 * the secret, too, sealed to each; that of a tunnel's stays on its computer. The desk that shared a webhook first keeps its sharing up to date with who is a
 * member; when its person left, any other one does. A computer that joined again has another key, and shares its own anew.
 */
import { z } from 'zod';
import { sha256Hex } from '../../../../platform/canonical-json.ts';
import { readJson } from '../../../../platform/json-column.ts';
import type { Random } from '../../../../platform/random.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { hex16, type TeamSigning } from '../../../../team-log/entry.ts';
import { mayWrite } from '../../../../team-log/kinds.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import {
  hashOfPath,
  openSecret,
  pathsBytes,
  type SealedSecret,
  sealedSecrets,
  sealSecret,
} from '../../../../team-log/paths.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';

export interface TeamMember {
  /** Ed25519 and X25519, 64 hex digits each. */
  readonly signing: string;
  readonly sealing: string;
  readonly role: MemberRole;
  /** Public URL of a relay; null for others, and where it can't be read here. */
  readonly url: string | null;
}

export interface SharingParts {
  readonly side: Pick<TeamSide, 'shareable' | 'takeShared'>;
  readonly sqlite: Sqlite;
  readonly team: string;
  readonly stream: string;
  readonly signing: TeamSigning;
  readonly members: () => readonly TeamMember[];
  /** Whose computer a key is, also of who is in the team no more. */
  readonly personOf: (key: string) => string;
  /** Signs, and resolves when the team's database has it. */
  readonly say: (kind: 'webhook' | 'paths', content: Uint8Array) => Promise<void>;
  readonly random: Random;
}

const webhookContent = z.strictObject({
  version: z.literal(1),
  path: hex16,
  webhookId: z.string().min(1).max(200),
  url: z.string().max(2_048),
  /** Secrets sealed to owners and operators. */
  secrets: sealedSecrets,
});

const keys = z.array(z.string());
const toldRow = z.object({
  author: z.string().optional(),
  later: z.string().default('[]'),
  told: z.string(),
});

const mayShare = (role: MemberRole | undefined): boolean => mayWrite(role, 'webhook');

export const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

export function createSharing(parts: SharingParts) {
  const { side, sqlite, team, stream, signing, members, personOf, say, random } = parts;
  const own = signing.publicKey;
  const placeOf = (path: string) => ({ team, stream, path: hashOfPath(path) });
  const roleOf = (key: string) => members().find((member) => member.signing === key)?.role;

  const toldOf = (table: 'team_webhooks' | 'team_paths', path: string) => {
    const row = sqlite.first(`SELECT * FROM ${table} WHERE path = ?`, [path]);
    if (row === undefined) return null;
    const { author = own, later, told } = toldRow.parse(row);
    return { sharers: [author, ...readJson(keys, later)], told: new Set(readJson(keys, told)) };
  };
  const keepPath = (path: string, told: readonly string[]) =>
    sqlite.run(
      'INSERT INTO team_paths (path, told) VALUES (?, ?) ON CONFLICT DO UPDATE SET told = excluded.told',
      [path, JSON.stringify(told)],
    );
  /** Who shared a webhook, the first one first. */
  const sharersOf = (path: string): readonly string[] =>
    toldOf('team_webhooks', path)?.sharers ?? [];
  const keepWebhook = (path: string, author: string, told: Iterable<string>) => {
    const [first = author, ...later] = new Set([...sharersOf(path), author]);
    sqlite.run(
      `INSERT INTO team_webhooks (path, author, told, later) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET told = excluded.told, later = excluded.later`,
      [path, first, JSON.stringify([...told]), JSON.stringify(later)],
    );
  };

  const isIn = (key: string): boolean => roleOf(key) !== undefined;
  /** The first, and that person's other keys, as of a computer that joined again. */
  const ofFirst = (sharers: readonly string[]): readonly string[] =>
    sharers.filter((key) => personOf(key) === personOf(sharers[0] ?? key));
  /** Whose word counts. Somebody else's only while none of these is in the team: every member knows the path. */
  const countingOf = (sharers: readonly string[]): readonly string[] =>
    ofFirst(sharers).some(isIn) ? ofFirst(sharers) : sharers;
  const isSharer = (key: string, path: string): boolean =>
    countingOf(sharersOf(path)).includes(key);
  const sharerOf = (path: string): string | null => {
    const sharers = sharersOf(path);
    return isSharer(own, path) ? own : (ofFirst(sharers).findLast(isIn) ?? sharers[0] ?? null);
  };

  type Shareable = ReturnType<typeof side.shareable>[number];

  const sealedTo = (to: readonly TeamMember[], one: Shareable): SealedSecret[] => {
    const { path, webhookId, secret } = one;
    if (secret === null) return [];
    return to.map((member) => sealSecret(member, placeOf(path), { webhookId, secret }, random));
  };

  const namePath = async (
    path: string,
    secrets: readonly SealedSecret[],
    told: readonly string[],
  ): Promise<void> => {
    const paths = [{ path: hashOfPath(path), secrets: [...secrets] }];
    await say('paths', pathsBytes({ version: 1, stream, paths }));
    keepPath(path, told);
  };

  /** A relay refuses what it can't verify, so it is told again where the secret is another one since. */
  const nameToRelays = async (one: Shareable): Promise<void> => {
    const { path, secret } = one;
    const relays = members().filter(({ role }) => role === 'relay');
    const named = toldOf('team_paths', path);
    const telling =
      secret === null ? [] : relays.map((to) => `${to.signing} ${sha256Hex(secret).slice(0, 16)}`);
    if (named === null || telling.some((to) => !named.told.has(to)))
      await namePath(path, sealedTo(relays, one), telling);
  };

  const shareOne = async (one: Shareable): Promise<void> => {
    const { path, webhookId, url, secret } = one;
    const shared = toldOf('team_webhooks', path);
    const { sharers = [] } = shared ?? {};
    const [first] = sharers;
    if (first !== undefined && !sharers.includes(own) && mayShare(roleOf(first))) return;
    const receivers = members().filter(({ role, signing: key }) => mayShare(role) && key !== own);
    const isMissing = ({ signing: key }: TeamMember) => secret !== null && !shared?.told.has(key);
    if (shared === null || receivers.some(isMissing)) {
      const secrets = sealedTo(receivers, one);
      const content = webhookContent.parse({ version: 1, path, webhookId, url, secrets });
      await say('webhook', Buffer.from(JSON.stringify(content)));
      keepWebhook(
        path,
        own,
        receivers.flatMap(({ signing: key }) => (secret === null ? [] : [key])),
      );
    }
    await nameToRelays(one);
  };

  /** At a tunnel of this computer: its path and whose it is, without the secret. Anew once it has joined again. */
  const shareOwn = async ({ path, webhookId, url, isCreatedHere }: Shareable): Promise<void> => {
    const sharers = sharersOf(path);
    const isNext = isCreatedHere && countingOf([...sharers, own]).includes(own);
    if (sharers.includes(own) || (sharers.length > 0 && !isNext)) return;
    const content = webhookContent.parse({ version: 1, path, webhookId, url, secrets: [] });
    await say('webhook', Buffer.from(JSON.stringify(content)));
    keepWebhook(path, own, []);
  };

  const shareable = () =>
    side.shareable(members().flatMap(({ url }) => (url === null ? [] : (originOf(url) ?? []))));

  return {
    mayShare: (): boolean => mayShare(roleOf(own)),
    /** Throws what `say` does. */
    async share(): Promise<void> {
      for (const one of shareable()) await (one.isAtOrigin ? shareOne(one) : shareOwn(one));
    },
    /** Paths at this computer’s tunnels whose webhooks it shared. */
    ownPaths: (): ReadonlySet<string> =>
      new Set(
        shareable()
          .filter(({ isAtOrigin, path }) => !isAtOrigin && sharerOf(path) === own)
          .map(({ path }) => path),
      ),
    sharerOf,
    isSharer,
    isAtRelay: (path: string): boolean =>
      shareable().some((one) => one.path === path && one.isAtOrigin),
    /** Names a path to the relays, before a webhook is created with it. */
    async announce(path: string): Promise<void> {
      if (toldOf('team_paths', path) === null) await namePath(path, [], []);
    },
    /** Throws for a content of another form. Inside the transaction that takes the entry. */
    queue(author: string, content: Uint8Array): void {
      const { path, secrets, webhookId } = readJson(webhookContent, content);
      const before = toldOf('team_webhooks', path);
      const told = new Set([...(before?.told ?? []), ...secrets.map(({ to }) => to)]);
      keepWebhook(path, author, told);
      sqlite.run(
        'INSERT INTO team_shared (path, webhook_id, content) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET webhook_id = excluded.webhook_id, content = excluded.content',
        [path, webhookId, content],
      );
    },
    /** Keeps what others shared. Gives why some can't be. */
    async takeShared(): Promise<readonly { readonly error: unknown }[]> {
      const failed: { readonly error: unknown }[] = [];
      for (const text of sqlite.texts('SELECT path FROM team_shared')) {
        const row = sqlite.first('SELECT content FROM team_shared WHERE path = ?', [text]);
        const { content } = contentRow.parse(row);
        const { path, webhookId, secrets } = readJson(webhookContent, content);
        const opened = openSecret(secrets, placeOf(path), signing);
        const secret = opened?.webhookId === webhookId ? opened.secret : null;
        try {
          await side.takeShared({ path, webhookId, secret });
        } catch (error) {
          if (!(error instanceof Failed)) throw error;
          failed.push({ error });
        }
        // What came meanwhile stays.
        sqlite.run('DELETE FROM team_shared WHERE path = ? AND content = ?', [path, content]);
      }
      return failed;
    },
  };
}

const contentRow = z.object({ content: z.instanceof(Uint8Array) });
