/**
 * The service's token, shared where an owner says so: sealed to each owner and operator, and bound to the team, the
 * profile's stream and the service. Only main opens it, and a person puts it into the vault. It is never shared by
 * itself: who becomes an operator later gets it when an owner shares it again.
 */
import type { JoinedTeam } from '../../../bridge/team.ts';
import type { Random } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { TeamSigning } from '../../../team-log/entry.ts';
import { operates } from '../../../team-log/kinds.ts';
import type { Member } from '../../../team-log/membership.ts';
import type { SealedSecret } from '../../../team-log/paths.ts';
import { openSealed, sealTo, Unopenable } from '../../../team-log/sealing.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { RecordAct } from './acknowledgement.ts';
import type { Connected } from './connected.ts';
import { shownName } from './member-name.ts';
import { type Shared, sharedTokens, type TokenContent } from './shared-token.ts';
import { invalid, inWords } from './team-failures.ts';

const purpose = 'causeway team service token';

export interface TokenSharingParts {
  readonly sqlite: Sqlite;
  readonly profile: Pick<Profile, 'id' | 'baseUrl' | 'environment'>;
  /** ID of the profile’s stream in the team. */
  readonly stream: () => string;
  /** This computer's key in the team. */
  readonly signing: () => Pick<TeamSigning, 'keyOfSealed'>;
  readonly connected: () => Connected | null;
  readonly requireConnected: () => Connected;
  /** Throws Failed INVALID for anybody else. */
  readonly requireOwner: () => Connected;
  readonly tokens: {
    /** The profile’s token; null where there is none. */
    read(profileId: string): Promise<string | null>;
    /** Stores it as the profile's. Gives a sentence without it. */
    keep(profileId: string, token: string): Promise<string>;
  };
  readonly record: RecordAct;
  readonly random: Random;
  readonly onChange: () => void;
}

export function createTokenSharing(parts: TokenSharingParts) {
  const { sqlite, profile, stream, requireOwner, requireConnected, tokens, record, random } = parts;

  /** What an owner said last; null where none said anything. */
  const newest = (): Shared | null => sharedTokens(sqlite).last[0] ?? null;
  const isOwner = (open: Connected, id: string): boolean =>
    open.membership().members.get(id)?.role === 'owner';

  const boundTo = (team: string, to: string) => ({
    team,
    stream: stream(),
    to,
    baseUrl: profile.baseUrl,
    environment: profile.environment,
  });
  const toldIn = ({ content }: Shared): ReadonlySet<string> =>
    new Set(content.secrets.map(({ to }) => to));
  const nameIn = (open: Connected, id: string): string => shownName(open.nameOf, id);

  /** Owners and operators, without this computer. */
  const others = (open: Connected): readonly Member[] =>
    [...open.membership().members.values()].filter(
      ({ role, signing }) => operates(role) && signing !== open.own,
    );

  async function say(open: Connected, make: () => TokenContent): Promise<boolean> {
    try {
      return await open.sayOrStore(() => ({
        kind: 'token',
        content: Buffer.from(JSON.stringify(make())),
      }));
    } catch (error) {
      throw inWords(error);
    } finally {
      parts.onChange();
    }
  }

  /** What is offered to this computer; null for nothing. */
  function offered(open: Connected): Shared | null {
    const shared = newest();
    const own = open.membership().members.get(open.own);
    if (shared === null || !operates(own?.role)) return null;
    const isFor = toldIn(shared).has(open.own) && shared.author !== open.own;
    return isFor && isOwner(open, shared.author) ? shared : null;
  }

  function opened(open: Connected, { content }: Shared): string {
    const sealed = content.secrets.find(({ to }) => to === open.own)?.sealed ?? '';
    try {
      return openSealed(
        Buffer.from(sealed, 'hex'),
        (ephemeral) => parts.signing().keyOfSealed(ephemeral, purpose),
        boundTo(open.membership().team, open.own),
      ).toString();
    } catch (error) {
      if (!(error instanceof Unopenable)) throw error;
      throw invalid('The shared token is not for this profile of this computer. Ask for it again.');
    }
  }

  const saying = (isReplaced: boolean) => ({ replaced: isReplaced ? 'yes' : 'no' });
  /** In the place of all that was said last. */
  const inPlace = (isReplaced: boolean) => ({
    replaces: sharedTokens(sqlite)
      .last.slice(0, 1_000)
      .map(({ entry }) => entry),
    isReplaced,
  });

  return {
    /** null where none was ever shared. Of an owner who is none any more nothing is offered. */
    sharedToken(): JoinedTeam['token'] {
      const open = parts.connected();
      const { last, holders } = sharedTokens(sqlite);
      const [shared] = last;
      if (open === null || shared === undefined) return null;
      const isBack = shared.content.isBack || !isOwner(open, shared.author);
      const told = isBack ? new Set<string>() : toldIn(shared);
      const { members } = open.membership();
      const names = (ids: Iterable<string>) => [...ids].map((id) => nameIn(open, id)).toSorted();
      const gone = [...holders].filter((id) => !operates(members.get(id)?.role));
      const here = offered(open);
      return {
        by: nameIn(open, shared.author),
        at: shared.at,
        isBack,
        isOwn: shared.author === open.own,
        to: names([...told].filter((id) => !gone.includes(id))),
        without: names(
          others(open).flatMap(({ signing }) =>
            told.has(signing) || signing === shared.author ? [] : [signing],
          ),
        ),
        gone: names(gone),
        isOffered: here !== null && !here.isUsed,
      };
    },
    /** Whether this member shares one that nobody said to be replaced, or got it. */
    hasSharedToken: (id: string): boolean => sharedTokens(sqlite).holders.has(id),
    /** To whom it would go: names and roles. Throws Failed INVALID where there is no token, or nobody else. */
    async tokenReceivers(): Promise<readonly { readonly name: string; readonly role: string }[]> {
      const open = requireOwner();
      const receivers = others(open);
      if (receivers.length === 0)
        throw invalid('There is no other owner or operator to share the token with.');
      if ((await tokens.read(profile.id)) === null)
        throw invalid('This profile has no access token here. Enter one first.');
      return receivers.map(({ signing, role }) => ({
        name: nameIn(open, signing),
        role: role ?? '',
      }));
    },
    /**
     * False where it is stored, and goes when the database answers again.
     * @param names as a person read them: who they are must not have changed since
     * @param isReplaced the person said that it takes the place of the one before at the service
     */
    async shareToken(names: readonly string[], isReplaced: boolean): Promise<boolean> {
      const open = requireOwner();
      const token = await tokens.read(profile.id);
      return await say(open, () => {
        const receivers = others(open);
        const now = receivers.map(({ signing }) => nameIn(open, signing));
        if (token === null || now.join('\n') !== names.join('\n'))
          throw invalid(
            'The computers that get the token changed meanwhile. Share the token again.',
          );
        const { team } = open.membership();
        const secrets: SealedSecret[] = receivers.map(({ signing, sealing }) => ({
          to: signing,
          sealed: sealTo(
            sealing,
            purpose,
            boundTo(team, signing),
            Buffer.from(token),
            random,
          ).toString('hex'),
        }));
        record('token-shared', { with: String(receivers.length), ...saying(isReplaced) });
        return { version: 1, secrets, isBack: false, ...inPlace(isReplaced) };
      });
    },
    /** Whether somebody has one that was shared, and not said to be replaced. */
    isTokenOut: (): boolean => sharedTokens(sqlite).holders.size > 0,
    /**
     * False where it is stored, and goes when the database answers again.
     * @param isReplaced the person said that the token was replaced at the service
     */
    async takeBackToken(isReplaced: boolean): Promise<boolean> {
      return await say(requireOwner(), () => {
        record('token-taken-back', saying(isReplaced));
        return { version: 1, secrets: [], isBack: true, ...inPlace(isReplaced) };
      });
    },
    /** Who shares one with this computer. Throws Failed INVALID where nobody does. */
    offeredToken(): { readonly by: string; readonly at: string; readonly entry: string } {
      const open = requireConnected();
      const shared = offered(open);
      if (shared === null) throw invalid('No token is shared with this computer.');
      return { by: nameIn(open, shared.author), at: shared.at, entry: shared.entry };
    },
    /** Puts it into the vault as the profile's. Gives a sentence. @param entry as a person read of it */
    async useToken(entry: string): Promise<string> {
      const open = requireConnected();
      const shared = offered(open);
      if (shared?.entry !== entry)
        throw invalid('Another token is shared now. Read the document again.');
      const sentence = await tokens.keep(profile.id, opened(open, shared));
      sqlite.transaction(() => {
        sqlite.run('UPDATE team_tokens SET is_used = 1 WHERE entry = ?', [entry]);
        record('token-used', { sharedBy: shared.author });
      });
      parts.onChange();
      return sentence;
    },
  };
}
