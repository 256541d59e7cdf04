/** Claims of a profile that can't ask its team: nothing is sent, with the reason. */
import { type Claims, NotClaimed } from '../../../core/intents/claims.ts';

const sentences = {
  closed: 'This profile was being closed, or connected to its team anew. Nothing was sent.',
  removed:
    'An owner removed this computer from its team, so no colleague learns of what it sends. Nothing was sent. Leave the team to send by yourself, or join again.',
  waiting:
    'No owner has admitted this computer to its team yet, so no colleague learns of what it sends. Nothing was sent. Leave the team to send by yourself.',
  conflict:
    'This computer’s data is in use twice, so it exchanges nothing with its team. Nothing was sent. Leave the team to send by yourself, or join again.',
  forked:
    'The changes of the team’s members were forked, so it is not known who is in it, and no colleague learns of what is sent. Nothing was sent. Owners resolve the fork first, under Settings, Team.',
  restored:
    'This computer has no key of its team, as after a restore, so no colleague learns of what it sends. Nothing was sent. Join the team again, or leave it to send by yourself.',
} as const;

export const notClaimedIn = (state: keyof typeof sentences): NotClaimed =>
  new NotClaimed(sentences[state], 'team-away');

export const refusingClaims = (state: keyof typeof sentences): Claims => ({
  take: () => Promise.reject(notClaimedIn(state)),
  release: () => undefined,
  mayResolveOthers: () => false,
});

export const notWhole = (): NotClaimed =>
  new NotClaimed(
    'The team’s database holds something in the place of a claim that no computer of the team wrote like that. Nothing was sent. Tell an owner of the team.',
    'team-problem',
  );
