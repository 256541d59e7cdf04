/** Parts of the timeline, rendered without a browser. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { createStore } from 'zustand/vanilla';
import { BridgeContext, type BridgeStatus } from '../../../app/bridge/bridge-context.ts';
import { createProfileAccess } from '../../../app/bridge/create-bridge.ts';
import { EnvironmentContext } from '../../../app/environment/environment-context.ts';

export const now = Date.parse('2026-11-20T15:00:00.000Z');

const status = createStore<BridgeStatus>(() => ({ state: 'connected', lostAt: null }));
const nobody = { call: () => Promise.reject(new Error('not called')) };
const access = createProfileAccess(nobody, status).of('profile_a');

export const rendered = (node: ReactNode): string =>
  renderToStaticMarkup(
    <EnvironmentContext
      value={{
        clock: () => now,
        mintIntentKey: () => '0'.repeat(32),
        window: new EventTarget(),
        storage: { getItem: () => null, setItem: () => undefined },
      }}
    >
      <MantineProvider>
        <BridgeContext value={access}>
          <Router ssrPath="/timeline">{node}</Router>
        </BridgeContext>
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
