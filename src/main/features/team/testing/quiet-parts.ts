/** For tests: what a profile's webhooks and the team's database do where nothing is asked of them. */
import { systemClock } from '../../../../platform/clock.ts';
import type { TeamSideParts } from '../../webhooks/team-side.ts';
import type { TeamDeliveriesParts } from '../deliveries/team-deliveries.ts';

export const quietSide: Pick<
  TeamSideParts,
  'received' | 'ownCoverage' | 'coverageChanged' | 'onTeam' | 'forwardFor'
> = {
  received: () => ({ inbox: 'inbox', upTo: 0, isMore: false, deliveries: [] }),
  ownCoverage: () => [],
  coverageChanged: () => undefined,
  onTeam: () => undefined,
  forwardFor: () => undefined,
};

export const quietTeam: Pick<
  TeamDeliveriesParts,
  'forwards' | 'clock' | 'isThere' | 'firstSecret' | 'nameOf' | 'urlOf' | 'personOf'
> = {
  forwards: {
    hold: async () => new Map(),
    end: async () => undefined,
    giveBack: async () => undefined,
  },
  clock: systemClock,
  isThere: () => false,
  urlOf: () => null,
  personOf: (key) => key,
  firstSecret: () => new Uint8Array(32),
  nameOf: (member) => `computer ${member.slice(0, 4)}`,
};
