import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { profileView } from '../../../bridge/profiles.ts';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openProfiles } from './profiles.ts';

let path = '';
beforeEach(() => {
  path = testFolder();
});

const at = '2026-11-20T12:00:00.000Z';
const open = () =>
  openProfiles({
    directory: { path },
    clock: { now: () => Date.parse(at) },
    random: systemRandom,
  });
const hosted = {
  name: 'Treasury',
  environment: 'production',
  baseUrl: 'https://api.example.com/',
} as const;

describe('profiles', () => {
  it('begin with the built-in sandbox, selected', () => {
    const profiles = open();
    expect(profiles.list()).toHaveLength(1);
    expect(profiles.selected()).toMatchObject({
      id: 'built-in',
      environment: 'built-in',
      baseUrl: null,
      token: null,
      createdAt: at,
    });
  });

  it('are there again after a restart, the selected one too', () => {
    const first = open();
    const added = first.add(hosted);
    expect(added).toMatchObject({ name: 'Treasury', baseUrl: 'https://api.example.com' });
    first.select(added.id);
    const second = open();
    expect(second.list().map((it) => it.id)).toEqual(['built-in', added.id]);
    expect(second.selected()).toEqual(added);
    expect(second.get('never')).toBeNull();
  });

  it('fit what the bridge tells of them', () => {
    const profiles = open();
    const { id } = profiles.add(hosted);
    const profile = profiles.recordToken(id, { lastFour: 'abcd', expiresAt: at });
    expect(profileView.parse({ ...profile, mode: 'full', isSelected: true }).id).toBe(id);
  });

  it.each([
    ['an address in the clear', { ...hosted, baseUrl: 'http://api.example.com' }, 'https'],
    [
      'an address with a password',
      { ...hosted, baseUrl: 'https://a:b@api.example.com' },
      'password',
    ],
    ['no name', { ...hosted, name: ' ' }, 'missing'],
    ['an environment of its own', { ...hosted, environment: 'built-in' }, 'missing'],
  ])('refuse %s', (_what, input, sentence) => {
    const profiles = open();
    const refused = { code: 'invalid', message: expect.stringContaining(sentence) };
    expect(() => profiles.add(input as typeof hosted)).toThrow(expect.objectContaining(refused));
    expect(open().list()).toHaveLength(1);
  });

  it('refuse a name that is taken, however it is written', () => {
    const profiles = open();
    profiles.add(hosted);
    expect(() => profiles.add({ ...hosted, name: 'TREASURY' })).toThrow('already has this name');
  });

  it('are renamed, and led elsewhere, by the rules for new ones', () => {
    const profiles = open();
    const { id } = profiles.add(hosted);
    profiles.recordToken(id, { lastFour: 'abcd', expiresAt: null });
    expect(() => profiles.rename(id, ' ')).toThrow('missing');
    expect(() => profiles.rename(id, 'BUILT-IN sandbox')).toThrow('already has this name');
    expect(profiles.rename(id, ' treasury ').name).toBe('treasury');
    expect(() => profiles.checkAddress(id, hosted.baseUrl)).toThrow('already');
    expect(() => profiles.changeAddress(id, 'http://api.example.com')).toThrow('https');
    profiles.changeAddress(id, 'https://new.example.com/');
    expect(open().get(id)).toMatchObject({ baseUrl: 'https://new.example.com', token: null });
    for (const change of [profiles.rename, profiles.changeAddress])
      expect(() => change('built-in', 'https://new.example.com')).toThrow('comes with Causeway');
  });

  it('are set aside with their folder and brought back, or erased with it', () => {
    const profiles = open();
    const { id } = profiles.add(hosted);
    const folder = profiles.directoryOf(id);
    writeFileSync(join(folder, 'records.db'), 'kept');
    profiles.select(id);
    expect(() => profiles.setAside(id, { isErasing: false })).toThrow('in use');
    profiles.select('built-in');
    expect(() => profiles.setAside('built-in', { isErasing: true })).toThrow('comes with');
    profiles.setAside(id, { isErasing: false });
    expect(open().aside()).toMatchObject([{ id, name: 'Treasury', asideAt: at, token: null }]);
    expect([profiles.get(id), profiles.holds(id)]).toEqual([null, true]);
    expect(() => profiles.add(hosted)).toThrow('removed one');
    expect(() => profiles.erase('built-in')).toThrow('profile does not exist');

    expect(profiles.bringBack(id)).toEqual(open().get(id));
    expect(readFileSync(join(folder, 'records.db'), 'utf8')).toBe('kept');

    profiles.setAside(id, { isErasing: true });
    expect(profiles.holds(id)).toBe(false);
    expect(() => open().bringBack(id)).toThrow('has begun');
    const last = open();
    last.erase(id);
    expect(existsSync(folder)).toBe(false);
    expect(open().aside()).toEqual([]);
  });

  it('have a folder each, for their owner alone', () => {
    const profiles = open();
    const { id } = profiles.add(hosted);
    const folder = profiles.directoryOf(id);
    expect(folder).not.toBe(profiles.directoryOf('built-in'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(['never', '..', '../..', ''])('know no folder for %s', (id) => {
    const profiles = open();
    expect(() => profiles.directoryOf(id)).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => profiles.select(id)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('keep what was proven of a token until another one is entered', () => {
    const profiles = open();
    const { id } = profiles.add(hosted);
    expect(() => profiles.recordProof(id, { proof: 'proven', sentence: null })).toThrow('No token');
    profiles.recordToken(id, { lastFour: 'abcd', expiresAt: null });
    profiles.recordProof(id, { proof: 'refused', sentence: 'Expired.' });
    expect(open().get(id)?.token).toEqual({
      lastFour: 'abcd',
      expiresAt: null,
      enteredAt: at,
      proof: 'refused',
      provenAt: at,
      sentence: 'Expired.',
    });
    const fresh = profiles.recordToken(id, { lastFour: 'wxyz', expiresAt: at });
    expect(fresh.token).toMatchObject({ proof: 'not-proven', provenAt: null, sentence: null });
  });

  it('keep what is known of a session’s token no longer than the session', () => {
    let isSession = false;
    const begin = () =>
      openProfiles({
        directory: { path },
        clock: { now: () => Date.parse(at) },
        random: systemRandom,
        isSession: () => isSession,
      });
    const { id } = begin().add(hosted);
    begin().recordToken(id, { lastFour: 'kept', expiresAt: null });
    const before = readFileSync(join(path, 'profiles.json'), 'utf8');

    isSession = true;
    const session = begin();
    let changes = 0;
    session.onChange(() => {
      changes += 1;
    });
    session.recordToken(id, { lastFour: 'gone', expiresAt: at });
    session.recordProof(id, { proof: 'proven', sentence: null });
    const known = { lastFour: 'gone', proof: 'proven' };
    expect(session.get(id)?.token).toMatchObject(known);
    expect(session.list()[1]?.token).toMatchObject(known);
    expect(session.select(id).token).toMatchObject(known);
    session.select('built-in');
    expect(changes).toBe(4);
    expect(readFileSync(join(path, 'profiles.json'), 'utf8')).toBe(before);
    expect(open().get(id)?.token).toMatchObject({ lastFour: 'kept' });
  });

  it('tell of each change', () => {
    const profiles = open();
    let changes = 0;
    const stop = profiles.onChange(() => {
      changes += 1;
    });
    const { id } = profiles.add(hosted);
    profiles.select(id);
    profiles.select(id);
    stop();
    profiles.select('built-in');
    expect(changes).toBe(2);
  });

  it.each([
    ['half a file', (text: string) => text.slice(0, -10)],
    ['a newer version', (text: string) => text.replace('"version": 1', '"version": 2')],
    [
      'an address of the built-in one',
      (text: string) => text.replace('"baseUrl": null', '"baseUrl": "https://thief.example"'),
    ],
    ['a selected profile that is not there', (text: string) => text.replace('"built-in"', '"x"')],
  ])('never start anew over %s', (_what, spoil) => {
    open();
    const file = join(path, 'profiles.json');
    const spoilt = spoil(readFileSync(file, 'utf8'));
    writeFileSync(file, spoilt);
    expect(open).toThrow(expect.objectContaining({ code: 'damaged' }));
    expect(readFileSync(file, 'utf8')).toBe(spoilt);
  });
});
