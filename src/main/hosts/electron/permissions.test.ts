import type { Session } from 'electron';
import { expect, it } from 'vitest';
import { enablePermissions } from './permissions.ts';

type Handler = (...given: unknown[]) => unknown;

/** A session that keeps the handlers it is given. */
function enabled(): Record<string, Handler> {
  const handlers: Record<string, Handler> = {};
  const session = new Proxy(
    {},
    {
      get: (_target, name) => (handler: Handler) => {
        handlers[String(name)] = handler;
      },
    },
  );
  enablePermissions(session as Session);
  return handlers;
}

const page = { isMainFrame: true, requestingUrl: 'app://causeway/index.html#/customers' };
const copying = 'clipboard-sanitized-write';

function answers(permission: string, details: object, origin = ''): unknown[] {
  const handlers = enabled();
  const given: unknown[] = [];
  handlers['setPermissionRequestHandler']?.(
    {},
    permission,
    (answer: unknown) => given.push(answer),
    details,
  );
  given.push(handlers['setPermissionCheckHandler']?.({}, permission, origin, details));
  return given;
}

it('sets all four handlers, because Electron approves where there is none', () => {
  expect(Object.keys(enabled()).sort()).toEqual([
    'setDevicePermissionHandler',
    'setDisplayMediaRequestHandler',
    'setPermissionCheckHandler',
    'setPermissionRequestHandler',
  ]);
});

it('lets the page put a text on the clipboard', () => {
  expect(answers(copying, page)).toEqual([true, true]);
});

it('checks by the origin where Electron tells no address', () => {
  const handlers = enabled();
  const check = handlers['setPermissionCheckHandler'];
  expect(check?.(null, copying, 'app://causeway/', { isMainFrame: true })).toBe(true);
  expect(check?.(null, copying, 'https://causeway/', { isMainFrame: true })).toBe(false);
});

it.each([
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'openExternal',
  'fullscreen',
  'local-network-access',
])('denies the page %s', (permission) => {
  expect(answers(permission, page)).toEqual([false, false]);
});

it.each([
  ['a frame inside the page', { ...page, isMainFrame: false }],
  ['a page for a secret', { ...page, requestingUrl: 'app://secret/ticket' }],
  ['anything else', { ...page, requestingUrl: 'https://example.com/' }],
])('denies %s even that', (_case, details) => {
  expect(answers(copying, details)).toEqual([false, false]);
});

it('gives no device and no screen', () => {
  const handlers = enabled();
  const streams: unknown[] = [];
  handlers['setDisplayMediaRequestHandler']?.({}, (given: unknown) => streams.push(given));
  expect(streams).toEqual([{}]);
  expect(handlers['setDevicePermissionHandler']?.({})).toBe(false);
});
