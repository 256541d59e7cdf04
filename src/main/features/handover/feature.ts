/** Hand-over between desks: what came from other computers, and the ways to save and open a file. */
import { implement } from '@orpc/server';
import { type HandedOver, type HandoverView, handoverContract } from '../../../bridge/handover.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Period } from './collect.ts';
import { handoverMigrations } from './migrations.ts';
import { sourcesOf } from './sources.ts';

export interface HandoverApi {
  sources(of: { readonly kind: string; readonly id: string }): HandedOver[];
}

/** Of the installation: a file may hold several profiles, and is merged while none is open. */
export interface HandoverInstalled {
  readonly handover: {
    view(): Promise<HandoverView>;
    /** Asks a person (AskPerson). */
    save(what: Period & { readonly profileIds: readonly string[] }): Promise<string | null>;
    /** Asks a person (AskPerson). */
    open(): Promise<string | null>;
    forget(id: string): Promise<HandoverView>;
  };
}

const handover = implement(handoverContract);

export const handoverFeature: Feature<'handover', HandoverApi, unknown, HandoverInstalled> = {
  migrations: handoverMigrations,
  open: ({ sqlite, signing }) => ({
    api: { sources: (of) => sourcesOf(sqlite, signing.publicKey, of) },
  }),
  procedures: (of, installed) => ({
    handover: {
      get: handover.get.handler(() => installed.handover.view()),
      save: handover.save.handler(async ({ input }) => ({
        path: await installed.handover.save(input),
      })),
      open: handover.open.handler(async () => ({ path: await installed.handover.open() })),
      forget: handover.forget.handler(({ input }) => installed.handover.forget(input.id)),
      sources: handover.sources.handler(({ input }) => of().sources(input)),
    },
  }),
};
