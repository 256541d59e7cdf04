/** The link that was opened outside the page, until a page shows it; a locked vault keeps it waiting. */
import { implement } from '@orpc/server';
import { linksContract } from '../../bridge/links.ts';
import { parseLink, type RecordLink } from '../../bridge/record-link.ts';
import type { Routes } from '../core/feature/feature.ts';
import { cutSecrets } from '../core/foundation/secrets/cut-secrets.ts';
import { invalid } from '../core/intents/failed.ts';

export interface PendingLink {
  /** Any text. One link waits: the newest. */
  open(text: string): void;
  isWaiting(): boolean;
  /** undefined: nothing waits. null: what came is no link. */
  take(): RecordLink | null | undefined;
}

export function createPendingLink(onOpen: () => void): PendingLink {
  let waiting: RecordLink | null | undefined;
  return {
    open(text) {
      // A secret that somebody wrote into a link is neither kept nor shown.
      waiting = cutSecrets(text) === text ? parseLink(text) : null;
      onOpen();
    },
    isWaiting: () => waiting !== undefined,
    take() {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
  };
}

const links = implement(linksContract);

export const linkProcedures = (pending: PendingLink): Routes<'links'>['links'] => ({
  waiting: links.waiting.handler(() => ({ isWaiting: pending.isWaiting() })),
  take: links.take.handler(() => {
    const link = pending.take();
    return { isWaiting: link !== undefined, link: link ?? null };
  }),
  open: links.open.handler(({ input }) => {
    pending.open(input.text);
    return {};
  }),
});

/** A page opens links itself: it would hand its own to another page. */
export const withoutLinksOfPages = <Of extends Routes<'links'>>(routes: Of): Of => ({
  ...routes,
  links: {
    ...routes.links,
    open: links.open.handler(() => {
      throw invalid('Only another start of Causeway can hand a link over.', 'not-a-page');
    }),
  },
});
