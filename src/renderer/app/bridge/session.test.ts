import { describe, expect, it } from 'vitest';
import { browserHostPaths, callTokenHeader } from '../../../bridge/transport.ts';
import { holdsItsPage, isElectronPage, socketUrlOf } from './admit.ts';
import { codeOf, isTokenKnown, openSession, type SessionEnvironment } from './session.ts';

const code = 'c'.repeat(43);
const token = 't'.repeat(43);
const home = '/overview';

interface Page extends SessionEnvironment {
  calls: { path: string; init: RequestInit | undefined }[];
  address: () => string | null;
  kept: Map<string, string>;
}

/** A page at an address, and a host that answers as told. */
function page(hash: string, answer: () => Response, keptToken?: string): Page {
  const kept = new Map(keptToken === undefined ? [] : [['causeway.token', keptToken]]);
  const calls: Page['calls'] = [];
  let address: string | null = null;
  return {
    calls,
    kept,
    address: () => address,
    location: { hash, pathname: '/', search: '' },
    history: {
      replaceState: (_data, _unused, url) => {
        address = String(url);
      },
    },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    fetch: async (path, init) => {
      calls.push({ path, init });
      return answer();
    },
  };
}

describe('the session of the browser host', () => {
  it('exchanges the code once, by POST, and takes it out of the address first', async () => {
    const opened = page(`#code=${code}`, () => Response.json({ token }));
    expect(await openSession(opened, home)).toEqual({ state: 'fresh', token });
    expect(opened.address()).toBe('/#/overview');
    expect(opened.calls).toHaveLength(1);
    expect(opened.calls[0]?.path).toBe(browserHostPaths.exchange);
    expect(opened.calls[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify({ code }) });
    expect(opened.kept.get('causeway.token')).toBe(token);
  });

  it('goes on with its token after a reload', async () => {
    const reloaded = page('#/customers', () => Response.error(), token);
    expect(await openSession(reloaded, home)).toEqual({ state: 'kept', token });
    expect(reloaded.calls).toEqual([]);
  });

  it('a spent code falls back to the token of this tab', async () => {
    const spent = () => new Response(null, { status: 403 });
    expect(await openSession(page(`#code=${code}`, spent, token), home)).toEqual({
      state: 'kept',
      token,
    });
    expect(await openSession(page(`#code=${code}`, spent), home)).toEqual({ state: 'refused' });
  });

  it('a page without code and token is refused', async () => {
    expect(
      await openSession(
        page('', () => Response.error()),
        home,
      ),
    ).toEqual({ state: 'refused' });
  });

  it('an answer that is no token is not taken for one', async () => {
    const odd = page(`#code=${code}`, () => Response.json({ token: 'short' }));
    expect(await openSession(odd, home)).toEqual({ state: 'refused' });
    expect(odd.kept.size).toBe(0);
  });

  it.each(['', '#/customers', '#code=', '#code=short', `#code=${code}!`])(
    '"%s" holds no code',
    (hash) => {
      expect(codeOf(hash)).toBeNull();
    },
  );
});

describe('asking whether the token is still good', () => {
  it('carries the token in its header; a no forgets it', async () => {
    const refusing = page('', () => new Response(null, { status: 403 }), token);
    expect(await isTokenKnown(token, refusing)).toBe(false);
    expect(refusing.calls[0]?.init?.headers).toEqual({ [callTokenHeader]: token });
    expect(refusing.kept.size).toBe(0);
  });

  it('a yes keeps it', async () => {
    const knowing = page('', () => new Response(null, { status: 204 }), token);
    expect(await isTokenKnown(token, knowing)).toBe(true);
    expect(knowing.kept.get('causeway.token')).toBe(token);
  });
});

describe('where the bridge is', () => {
  it('the socket is on the page’s own origin', () => {
    expect(socketUrlOf('http://127.0.0.1:4100/#/customers')).toBe('ws://127.0.0.1:4100/bridge');
    expect(socketUrlOf('https://console.example/')).toBe('wss://console.example/bridge');
  });

  it('the Electron host is known by its scheme and host together', () => {
    expect(isElectronPage('app://causeway/index.html#/')).toBe(true);
    expect(isElectronPage('app://causeway.example/')).toBe(false);
    expect(isElectronPage('http://127.0.0.1:4100/')).toBe(false);
  });
});

it('only a browser that holds its page is let in', () => {
  const chromium = (version: string) => ({
    userAgentData: {
      brands: [
        { brand: 'Other', version: '8' },
        { brand: 'Chromium', version },
      ],
    },
  });
  expect(holdsItsPage(chromium('156'))).toBe(true);
  // Its page could lead elsewhere.
  expect(holdsItsPage(chromium('151'))).toBe(false);
  expect(holdsItsPage({ userAgentData: {} })).toBe(false);
  expect(holdsItsPage({})).toBe(false);
});
