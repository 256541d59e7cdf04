import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isPrint, isUnder, printUrl, secretHost } from './origins.ts';
import {
  enableNavigationRules,
  enablePermissions,
  enableRequestRules,
  isExternal,
  isOfPage,
} from './page-limits.ts';

interface Contents extends EventEmitter {
  printed: number;
  openWindow(url: string): unknown;
}

let opened: string[];
let contents: Contents;

beforeEach(() => {
  opened = [];
  const app = new EventEmitter();
  enableNavigationRules(app as App, {
    openExternal: async (url) => {
      opened.push(url);
    },
    mayNavigate: (_contents, url) => isUnder(secretHost, url) && !isPrint(url),
    asksToPrint: (_contents, url) => isPrint(url),
    externalHosts: ['docs.example'],
  });
  let handler: (details: { url: string }) => unknown = () => undefined;
  contents = Object.assign(new EventEmitter(), {
    printed: 0,
    print() {
      this.printed += 1;
    },
    setWebRTCIPHandlingPolicy: () => undefined,
    setWindowOpenHandler: (given: typeof handler) => {
      handler = given;
    },
    openWindow: (url: string) => handler({ url }),
  });
  app.emit('web-contents-created', {}, contents);
});

const prevented = (event: string, url: string): boolean => {
  let isPrevented = false;
  contents.emit(event, { url, preventDefault: () => (isPrevented = true) });
  return isPrevented;
};

describe('a window', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'is stopped at %s',
    (event) => {
      expect(prevented(event, 'https://elsewhere.example/')).toBe(true);
      expect(prevented(event, 'app://causeway/other.html')).toBe(true);
      expect(prevented(event, 'app://secret/ticket')).toBe(false);
    },
  );

  it('stays where it is and is printed when its Print button is pressed', () => {
    expect(prevented('will-navigate', 'app://secret/ticket?')).toBe(false);
    expect(contents.printed).toBe(0);
    expect(prevented('will-navigate', `${printUrl}?`)).toBe(true);
    expect(contents.printed).toBe(1);
  });

  it('attaches no webview', () => {
    expect(prevented('will-attach-webview', '')).toBe(true);
  });

  it('opens no other window; a listed address goes to the own browser of the person', () => {
    expect(contents.openWindow('https://docs.example/webhooks')).toEqual({ action: 'deny' });
    expect(contents.openWindow('https://elsewhere.example/')).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://docs.example/webhooks']);
  });
});

describe('an address that may be opened outside', () => {
  it.each([
    'http://docs.example/',
    'https://docs.example.evil.example/',
    'https://docs.example:8443/',
    'https://user@docs.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not an address',
  ])('is not %s', (url) => {
    expect(isExternal(url, ['docs.example'])).toBe(false);
  });
});

type Listener = (
  details: { url: string; webContentsId?: number },
  answer: (response: { cancel?: boolean }) => void,
) => void;

function guarded() {
  const session = new EventEmitter();
  let ask: Listener = () => undefined;
  const webRequest = {
    onBeforeRequest: (listener: Listener) => {
      ask = listener;
    },
  };
  const given = Object.assign(session, { webRequest }) as unknown as Session;
  enableRequestRules(given, { mayLoad: (url) => url.startsWith('app://causeway/') });
  const isCancelled = (details: Parameters<Listener>[0]) => {
    const answers: (boolean | undefined)[] = [];
    ask(details, ({ cancel }) => answers.push(cancel));
    expect(answers).toHaveLength(1);
    return answers[0];
  };
  return { session, isCancelled };
}

describe('a page', () => {
  it.each([
    ['app://causeway/index.html', false],
    ['https://example.com/', true],
    ['http://127.0.0.1:9/', true],
    ['file:///etc/passwd', true],
    ['wss://example.com/', true],
  ])('loads what is ours: %s is cancelled: %s', (url, expected) => {
    expect(guarded().isCancelled({ url, webContentsId: 1 })).toBe(expected);
  });

  it('is not main, which calls the service', () => {
    expect(guarded().isCancelled({ url: 'https://api.example.com/' })).toBe(false);
  });

  it('downloads nothing', () => {
    const event = { preventDefault: vi.fn() };
    guarded().session.emit('will-download', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  it('has the development server, with its socket, only where there is one', () => {
    const origin = 'http://localhost:5173';
    for (const url of [`${origin}/src/a.ts`, 'ws://localhost:5173/']) {
      expect(isOfPage(url, false, origin)).toBe(true);
      expect(isOfPage(url, false, null)).toBe(false);
    }
    expect(isOfPage('http://localhost:5174/', false, origin)).toBe(false);
  });
});

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
