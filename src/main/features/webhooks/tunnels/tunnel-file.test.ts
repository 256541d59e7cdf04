import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { movedTo, openTunnelFile } from './tunnel-file.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

const path = () => join(directory, 'tunnels.json');
const open = () => openTunnelFile(path(), systemClock);
const mine = {
  id: 'mine',
  settings: { kind: 'own-url' as const, name: 'Proxy', publicUrl: 'https://hooks.example.com' },
  isWanted: true,
  origin: null,
  formerOrigins: [],
};

describe('the file of tunnels', () => {
  it('keeps them, the sandbox’s own always among them', () => {
    expect(open().list()).toMatchObject([{ id: 'sandbox' }]);
    open().put(mine);
    expect(open().list()).toMatchObject([{ id: 'sandbox' }, mine]);
    open().remove('sandbox');
    expect(open().list()).toMatchObject([{ id: 'sandbox' }, mine]);
    expect(open().notice).toBeNull();
  });

  it('reads tunnels whose former addresses were not kept yet', () => {
    const { formerOrigins: _none, ...old } = mine;
    writeFileSync(path(), JSON.stringify({ version: 1, tunnels: [old] }));
    expect(open().list()).toContainEqual(mine);
  });

  it.each(['', '{"version":1', '[]', '{"version":1,"tunnels":[{"id":"x"}]}'])(
    'that is damaged (%j) is put aside whole, told once, and good again',
    (damaged) => {
      writeFileSync(path(), damaged);
      const { notice, list } = open();
      expect(list()).toMatchObject([{ id: 'sandbox' }]);
      const [aside = ''] = readdirSync(directory).filter((name) => name.includes('.damaged-'));
      expect(notice).toContain(aside);
      expect(readFileSync(join(directory, aside), 'utf8')).toBe(damaged);
      expect(open().notice).toBeNull();
    },
  );
});

describe('a tunnel at another address', () => {
  it('remembers those that it had, newest first, each once, and no more than twenty', () => {
    const first = movedTo(mine, 'https://one.example');
    expect(first.formerOrigins).toEqual([]);
    const again = movedTo(
      movedTo(movedTo(first, 'https://two.example'), 'https://three.example'),
      'https://one.example',
    );
    expect(again.formerOrigins).toEqual(['https://three.example', 'https://two.example']);
    let many = first;
    for (let day = 0; day < 30; day += 1) many = movedTo(many, `https://day${day}.example`);
    expect(many.formerOrigins).toHaveLength(20);
    expect(many.formerOrigins[0]).toBe('https://day28.example');
  });
});
