/** What one gap says, rendered without a browser. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { formatGap } from '../list/gap-places.ts';
import { timelineTexts } from '../texts.ts';
import { GapItem } from './gap-list.tsx';

const texts = timelineTexts.gaps;
const gap = {
  from: '2026-11-20T09:00:00.000Z',
  to: null,
  reason: 'closed' as const,
  webhooks: [],
  missed: [],
  isLookedThrough: false,
};
const links = {
  hrefOf: ({ eventId }: { readonly eventId: string }) => `/timeline/${eventId}?late=yes`,
  onLeave: () => undefined,
};
const rendered = (node: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/timeline">{node}</Router>
    </MantineProvider>,
  );

it('claims nothing where not everything was gone through', () => {
  const html = rendered(<GapItem gap={gap} {...links} />);
  expect(html).toContain('Not fully searched');
  expect(html).not.toContain('o missed events known');
  expect(formatGap(gap)).toContain(texts.missedSoFar(0));
  expect(formatGap({ ...gap, isLookedThrough: true })).toContain(texts.missed(0));
});

it('leads to what was missed, and to what it is about', () => {
  const missed = [
    {
      name: 'payout.funded',
      resourceKind: 'payout',
      resourceId: 'payout_1',
      eventId: 'event_9',
      told: 'look-up' as const,
    },
    {
      name: 'customer.tos.successful',
      resourceKind: 'customer',
      resourceId: 'customer_1',
      eventId: null,
      told: 'later-event' as const,
    },
  ];
  const webhooks = [{ webhookId: 'webhook_1', name: 'Treasury' }];
  const html = rendered(<GapItem gap={{ ...gap, webhooks, missed }} {...links} />);
  for (const href of [
    '/timeline/event_9?late=yes',
    '/timeline?resource=payout_1',
    '/timeline?customer=customer_1',
  ]) {
    expect(html).toContain(`href="${href}"`);
  }
  expect(html).toContain('affects Treasury');
  expect(html).toContain(texts.noId);
});
