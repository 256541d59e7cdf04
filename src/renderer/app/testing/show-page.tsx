/** A part of the page in a document, over a bridge that answers what a test says. */
import { MantineProvider } from '@mantine/core';
import type { ClientContext, ClientLink } from '@orpc/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { Router } from 'wouter';
import { createStore } from 'zustand/vanilla';
import type { ConnectionView } from '../../../bridge/connection.ts';
import type { Bridge } from '../../../bridge/contract.ts';
import { BridgeContext, type BridgeStatus } from '../bridge/bridge-context.ts';
import { createProfileAccess, createQueryClient } from '../bridge/create-bridge.ts';
import { EnvironmentContext } from '../environment/environment-context.ts';
import { mintIntentKey } from '../environment/intent-key.ts';
import { hashHref, useHashLocation } from '../hash-location.ts';
import { theme } from '../theme.ts';

// What is waited for comes, however long a busy machine takes.
configure({ asyncUtilTimeout: 30_000 });

// What grows with its text listens for typefaces, of which this document has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

export const now = Date.parse('2026-11-20T15:00:00.000Z');

/** What the part under test reads of a response. */
type Told<Value> = Value extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Told<Value[Key]> }
    : Value;

/** Responses by area and name; a call without one stays under way. */
export type Answers<Part = Bridge> = {
  readonly [Name in keyof Part]?: Part[Name] extends (
    input: infer Input,
    ...more: never[]
  ) => Promise<infer Output>
    ? (input: NonNullable<Input>) => Told<Output> | Promise<Told<Output>>
    : Answers<Part[Name]>;
};

export interface Call {
  /** `customers.list` */
  readonly name: string;
  readonly input: unknown;
}

export const connection: ConnectionView = {
  profileId: 'profile_a',
  profileName: 'Sandbox',
  environment: 'built-in',
  mode: 'full',
  baseUrl: null,
  service: { state: 'reachable', at: null, sentence: null },
  tokenExpiresAt: null,
  writesBlocked: null,
  approvalBlocked: null,
  unknownIntents: 0,
  vault: { state: 'unlocked', backing: 'session' },
};

/** Two presses before anything is rendered anew. */
export const twice = async (button: HTMLElement): Promise<void> =>
  await act(async () => {
    button.click();
    button.click();
  });

/** @param at Path in the page. */
export function showPage(part: ReactNode, answers: Answers, at = '/') {
  history.replaceState(null, '', hashHref(at));
  const calls: Call[] = [];
  const link: ClientLink<ClientContext> = {
    call: async (path, input) => {
      calls.push({ name: path.join('.'), input });
      const answer = answerAt({ connection: { get: () => connection }, ...answers }, path);
      return await (answer === null ? new Promise(() => undefined) : answer(input));
    },
  };
  const status = createStore<BridgeStatus>(() => ({ state: 'connected', lostAt: null }));
  const queryClient = createQueryClient();
  const environment = {
    clock: () => now,
    mintIntentKey: () => mintIntentKey(crypto),
    storage: { getItem: () => null, setItem: () => undefined },
    window: new EventTarget(),
  };
  const user = userEvent.setup();
  const button = (name: string | RegExp) => screen.findByRole('button', { name });
  const field = (label: string | RegExp): Promise<HTMLInputElement> =>
    screen.findByLabelText(label, { selector: 'input, select, textarea' });
  const access = createProfileAccess(link, status).of(connection.profileId);
  const inPage = (shown: ReactNode) => (
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <EnvironmentContext value={environment}>
        <BridgeContext value={access}>
          <QueryClientProvider client={queryClient}>
            <Router hook={useHashLocation} hrefs={hashHref}>
              <main id="content">{shown}</main>
            </Router>
          </QueryClientProvider>
        </BridgeContext>
      </EnvironmentContext>
    </MantineProvider>
  );
  const { rerender } = render(inPage(part));
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
  });
  return {
    user,
    button,
    field,
    press: async (name: string | RegExp) => await user.click(await button(name)),
    /** Pasted, in place of what stood there. */
    enter: async (label: string, text: string) => {
      const input = await field(label);
      await user.clear(input);
      await user.click(input);
      await user.paste(text);
    },
    choose: async (label: string, value: string) =>
      await user.selectOptions(await field(label), value),
    /** Another part in its place, as where its properties change. */
    show: (other: ReactNode) => rerender(inPage(other)),
    /** What was asked of main under this name, oldest first. */
    asked: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    /** Whether something typed would be lost, so that a person is asked. */
    asksBeforeUnload: () =>
      !environment.window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    /** As when the connection to main goes, at this moment of the page's clock. */
    loseBridge: async (lostAt: number) =>
      await act(async () => status.setState({ state: 'lost', lostAt })),
    /** As when main sends an update. */
    readAgain: async () => await act(async () => void queryClient.invalidateQueries()),
  };
}

function answerAt(answers: object, path: readonly string[]): ((input: unknown) => unknown) | null {
  let found: unknown = answers;
  for (const name of path) found = found instanceof Object ? Reflect.get(found, name) : undefined;
  return found instanceof Function ? (input) => found(input) : null;
}
