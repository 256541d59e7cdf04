/** Which customers can get an account. */
import { implement } from '@orpc/server';
import type { z } from 'zod';
import {
  type listOnboardingInput,
  type OnboardingView,
  onboardingContract,
} from '../../../bridge/onboarding.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type { ListAnnotations } from '../../core/annotations/row-extras.ts';
import { type KnownBy, type KnownReadsParts, readKnown } from '../../core/creates/known-reads.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import { instantOf } from '../../core/records/order.ts';

const onboarding = implement(onboardingContract);

export const onboardingFeature: Feature<'onboarding', Onboarding> = {
  open: (core) => ({ api: createOnboarding(core) }),
  procedures: (api) => ({
    onboarding: {
      list: onboarding.list.handler(({ input, signal }) => api().list(input, signal)),
      standing: onboarding.standing.handler(({ input, signal }) =>
        api().standing(input.customerId, { knownAt: input.knownAt, signal }),
      ),
    },
  }),
};

type ListOutput = OutputOf<typeof onboardingContract.list>;

export interface Onboarding {
  /** Rejects with Failed INVALID for a moment of knowledge that can't be one. */
  list(query: z.output<typeof listOnboardingInput>, signal?: AbortSignal): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND, and as list. */
  standing(customerId: string, known: KnownBy): Promise<OnboardingView>;
}

interface OnboardingParts extends KnownReadsParts {
  readonly annotations: ListAnnotations;
}

const HOUR_MS = 3_600_000;

/** "Can this customer get an account today?", for one and for all (Interface 2.1, decisions 22). */
const createOnboarding = (parts: OnboardingParts): Onboarding => ({
  list: ({ knownAt, longerHours, ...query }, signal) =>
    readKnown(parts, { knownAt, signal }, (reads) => {
      const written = parts.annotations.at(knownAt);
      const foundBy = (word: string) => written.found('customer', word);
      const moment = instantOf(knownAt) ?? parts.clock.now();
      const before = longerHours === null ? {} : { before: moment - longerHours * HOUR_MS };
      const { rows, ...page } = reads.queue({ ...query, ...before, foundBy });
      const listed = rows.map((row) => ({ ...row, newerEvent: reads.newerEvent(row.customerId) }));
      return { ...page, rows: listed, counts: { ...page.counts } };
    }),
  standing: (customerId, known) =>
    readKnown(parts, known, (reads) => {
      const standing = reads.standing(customerId);
      if (standing !== null) return standing;
      throw new Failed('NOT_FOUND', {
        sentence: `This profile has no customer ${customerId}. Another profile may have it.`,
      });
    }),
});
