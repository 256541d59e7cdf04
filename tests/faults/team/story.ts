/** A team's log as it truly is: members that come, change and go, facts in two streams, and two witnesses. */
import { seeded } from '../../../src/contract/testing/seeded.ts';
import type { Random } from '../../../src/platform/random.ts';
import { createChain } from '../../../src/team-log/chain.ts';
import {
  type ChainHeads,
  hashOfEntry,
  headOfEntry,
  type SignedEntry,
  type TeamSigning,
} from '../../../src/team-log/entry.ts';
import { setRecovery } from '../../../src/team-log/membership-changes.ts';
import type { EpochKey } from '../../../src/team-log/sealing.ts';
import { headsShown } from '../../../src/team-log/testing/shown.ts';
import { at, createSigner, createTeam, randomStream } from '../../../src/team-log/testing/team.ts';

export interface Story {
  readonly team: string;
  /** In the order in which they were appended. */
  readonly entries: readonly SignedEntry[];
  readonly genuine: ReadonlySet<string>;
  /** What the witnesses say, by the hash of their entry. */
  readonly heard: ReadonlyMap<string, ChainHeads>;
  /** The team's own stream, and two of profiles. */
  readonly streams: readonly [string, string, string];
  /** Who could sign what is not true. */
  readonly signers: ReadonlyMap<string, TeamSigning>;
  readonly removed: TeamSigning;
  readonly reviewer: TeamSigning;
  readonly stranger: TeamSigning;
  readonly epoch: EpochKey;
  readonly random: Random;
  /** Another team with the same owner, and what he wrote there. */
  readonly elsewhere: SignedEntry;
}

export function createStory(seed: number): Story {
  const next = seeded(seed);
  const random: Random = {
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
  };
  const made = createTeam(random);
  const { team, own, owner, membership, chainOf } = made;
  const streams = [own, randomStream(random), randomStream(random)] as const;
  const entries: SignedEntry[] = [];
  const heard = new Map<string, ChainHeads>();
  let told = 0;
  /** Takes over what the owner changed meanwhile. */
  const write = (...written: readonly SignedEntry[]) => {
    entries.push(...made.entries.slice(told), ...written);
    told = made.entries.length;
  };
  const [gone, operator, reviewer, relay] = (
    ['operator', 'operator', 'reviewer', 'relay'] as const
  ).map((role) => made.add(role)) as [TeamSigning, TeamSigning, TeamSigning, TeamSigning];
  const witnesses = [made.add('reviewer'), made.add('reviewer')] as const;
  write();
  const sealed = (
    by: TeamSigning,
    stream: string,
    kind: 'facts' | 'deliveries' | 'heads',
    text: string,
  ) =>
    chainOf(by, stream).next({
      kind,
      epoch: membership().epochs.at(-1) ?? null,
      content: Buffer.from(text),
      at,
    });
  /** Both say what they have, one after the other, so that each is seen by the other the next time. */
  const witness = (stream: string) => {
    for (const by of witnesses) {
      const heads = headsShown(entries.filter((entry) => entry.stream === stream));
      const entry = sealed(by, stream, 'heads', JSON.stringify({ version: 1, heads }));
      heard.set(hashOfEntry(entry), heads);
      write(entry);
    }
  };
  const round = (number: number, writers: readonly TeamSigning[]) => {
    const stream = streams[1 + (number % 2)] ?? own;
    for (const by of writers)
      write(sealed(by, stream, by === relay ? 'deliveries' : 'facts', `${number}`));
    witness(stream);
  };
  witness(own);
  for (let number = 0; number < 4; number += 1) round(number, [gone, operator, relay]);
  const heads = Object.fromEntries(
    streams.slice(1).flatMap((stream) => {
      const last = entries.findLast(
        (entry) => entry.stream === stream && entry.author === gone.publicKey,
      );
      return last === undefined ? [] : [[stream, headOfEntry(last)]];
    }),
  );
  made.remove(gone, heads);
  write();
  witness(own);
  const late = made.add('operator');
  made.setRole(operator, 'owner');
  write();
  witness(own);
  // An owner's computer is lost, and another one takes its place by the team's recovery key.
  const words = createSigner(random);
  const key = { signing: words.publicKey, sealing: words.sealingKey };
  made.change(setRecovery(membership(), made.epochs(), key, random));
  const recovered = createSigner(random);
  made.change(made.addedBy('owner', recovered, 'recovered', words), words);
  write();
  witness(own);
  for (let number = 4; number < 8; number += 1)
    round(number, [operator, late, owner, recovered, relay]);
  witness(own);

  const stranger = createSigner(random);
  const other = createTeam(random);
  const epoch = membership().epochs.at(-1);
  if (epoch === undefined) throw new Error('The team has no epoch.');
  const chain = createChain({
    signing: owner,
    team: other.team,
    stream: streams[1],
    head: null,
    random,
  });
  const content = Buffer.from('elsewhere');
  return {
    team,
    entries,
    heard,
    streams,
    removed: gone,
    reviewer,
    stranger,
    epoch,
    random,
    genuine: new Set(entries.map(hashOfEntry)),
    signers: new Map(
      [owner, gone, operator, reviewer, relay, late, words, recovered, ...witnesses].map((one) => [
        one.publicKey,
        one,
      ]),
    ),
    elsewhere: chain.next({ kind: 'facts', epoch, content, at }),
  };
}
