import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { enableNavigationRules, isExternal } from './navigation.ts';
import { isPrint, isUnder, printUrl, secretHost } from './origins.ts';

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
