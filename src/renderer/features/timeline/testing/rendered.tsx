/** Parts of the timeline, rendered without a browser. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { EnvironmentContext } from '../../../app/environment/environment-context.ts';

export const now = Date.parse('2026-11-20T15:00:00.000Z');

export const rendered = (node: ReactNode): string =>
  renderToStaticMarkup(
    <EnvironmentContext
      value={{
        clock: () => now,
        mintIntentKey: () => '0'.repeat(32),
        storage: { getItem: () => null, setItem: () => undefined },
      }}
    >
      <MantineProvider>
        <Router ssrPath="/timeline">{node}</Router>
      </MantineProvider>
    </EnvironmentContext>,
  );

/** The text alone, as a person reads it. */
export const textOf = (node: ReactNode): string =>
  rendered(node)
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
