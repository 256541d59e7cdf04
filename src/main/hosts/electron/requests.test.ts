import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { enableRequestRules, isOfPage } from './requests.ts';

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
