import { describe, expect, it } from 'vitest';
import { onFreshLink } from './choose-transport.ts';

const code = 'A'.repeat(43);

/** A window whose fragment changes, with a router that listens after us. */
function page(oldHash: string) {
  const target = new EventTarget();
  const location = { hash: oldHash, pathname: '/', search: '' };
  const taken: string[] = [];
  const routed: string[] = [];
  const history = {
    replaceState: (_state: unknown, _title: string, url: string) => {
      location.hash = url.slice(url.indexOf('#'));
    },
  };
  const addEventListener = target.addEventListener.bind(target);
  onFreshLink({ addEventListener, location, history } as unknown as Window, (one) =>
    taken.push(one),
  );
  target.addEventListener('hashchange', () => routed.push(location.hash));
  return {
    taken,
    routed,
    location,
    navigate: (hash: string) => {
      const oldURL = `http://127.0.0.1:1/${location.hash}`;
      location.hash = hash;
      target.dispatchEvent(Object.assign(new Event('hashchange'), { oldURL }));
    },
  };
}

describe('a fresh link in a running page', () => {
  it('gives its code, and leaves screen and router where they are', () => {
    const running = page('#/customers/new');
    running.navigate(`#code=${code}`);
    expect(running.taken).toEqual([code]);
    expect(running.location.hash).toBe('#/customers/new');
    expect(running.routed).toEqual([]);
  });

  it('leads to the first screen where there was none', () => {
    const running = page('');
    running.navigate(`#code=${code}`);
    expect(running.location.hash).toBe('#/');
  });

  it('leaves every other change of the fragment to the router', () => {
    const running = page('#/customers');
    running.navigate('#/settings');
    running.navigate('#code=tooshort');
    expect(running.taken).toEqual([]);
    expect(running.routed).toEqual(['#/settings', '#code=tooshort']);
  });
});
