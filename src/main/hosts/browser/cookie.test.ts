import { describe, expect, it } from 'vitest';
import { cookieName, readCookie, setCookie } from './cookie.ts';

const sent = (...values: string[]) => ({
  rawHeaders: values.flatMap((value) => ['Cookie', value]),
});

describe('the cookie', () => {
  it('is named for its instance', () => {
    expect(cookieName('/data/one')).toMatch(/^causeway-[0-9a-f]{16}$/);
    expect(cookieName('/data/one')).not.toBe(cookieName('/data/two'));
    expect(cookieName('/data/one')).toBe(cookieName('/data/one'));
  });

  it('is out of reach of scripts and of other sites', () => {
    expect(setCookie('causeway-1', 'v')).toBe('causeway-1=v; Path=/; HttpOnly; SameSite=Strict');
  });

  it.each<[string, ReturnType<typeof sent>, string | null]>([
    ['alone', sent('causeway-1=v'), 'v'],
    ['among others', sent('a=b; causeway-1=v; causeway-2=w'), 'v'],
    ['not sent', sent('causeway-2=w'), null],
    ['no cookie header', sent(), null],
    ['of no session', sent('causeway-1=w'), null],
    ['after one that another port set', sent('causeway-1=w; causeway-1=v'), 'v'],
    ['after a hundred of them', sent(`${'causeway-1=w; '.repeat(100)}causeway-1=v`), 'v'],
    ['in the second of two headers', sent('causeway-1=w', 'causeway-1=v'), 'v'],
    ['as the end of another name', sent('xcauseway-1=v'), null],
  ])('is read: %s', (_what, request, value) => {
    const sessions = { knows: (cookie: string | null) => cookie === 'v' };
    expect(readCookie(request, { sessions, cookieName: 'causeway-1' })).toBe(value);
  });
});
