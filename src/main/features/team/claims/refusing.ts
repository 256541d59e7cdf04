/** Claims of a profile that can't ask its team: nothing is sent, with the reason. */
import { type Claims, NotClaimed } from '../../../core/intents/claims.ts';

/** What does not happen stands for the star. */
const sentences = {
  closed: 'This profile was being closed, or reconnected to its team. *',
  removed:
    'An owner removed this computer from its team, so colleagues can’t see what it sends. * Leave the team to send without the team, or join again.',
  waiting:
    'No owner has admitted this computer to its team yet, so colleagues can’t see what it sends. * Leave the team to send without the team.',
  conflict:
    'This computer’s data is in use twice, so it exchanges nothing with its team. * Leave the team to send without the team, or join again.',
  forked:
    'The changes of the team’s members were forked, so Causeway can’t tell who is in it, and colleagues can’t see what is sent. * Owners resolve the fork first, under Settings, Team.',
  restored:
    'This computer has no key of its team, as after a restore, so colleagues can’t see what it sends. * Join the team again, or leave it to send without the team.',
} as const;

const sentenceIn = (state: keyof typeof sentences, what: string): string =>
  sentences[state].replace('*', what);

export const notClaimedIn = (state: keyof typeof sentences): NotClaimed =>
  new NotClaimed(sentenceIn(state, 'Nothing was sent.'), 'team-away');

export const notResolvedIn = (state: keyof typeof sentences): string =>
  sentenceIn(state, 'It can’t be resolved or reopened here.');

export const refusingClaims = (state: keyof typeof sentences): Claims => ({
  take: () => Promise.reject(notClaimedIn(state)),
  release: () => undefined,
  resolveBlocked: () => notResolvedIn(state),
});

export const notWhole = (): NotClaimed =>
  new NotClaimed(
    'The team’s database holds something in the place of a claim that no computer of the team wrote like that. Nothing was sent. Tell an owner of the team.',
    'team-problem',
  );

export const notUsable = ({ message }: Error): NotClaimed =>
  new NotClaimed(
    `Nothing was sent: the team’s database can’t be used as it is. ${message}`,
    'team-away',
  );
