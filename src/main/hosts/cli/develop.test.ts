import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../platform/arguments.ts';
import { readArguments } from '../electron/arguments.ts';
import type { Choice } from './choose-host.ts';
import { develop } from './develop.ts';
import type { StartOptions } from './options.ts';

const electron: Choice = { host: 'electron', binary: '/electron' };

async function run(args: readonly string[], choice: Choice = electron) {
  const asked: StartOptions[] = [];
  const node: string[][] = [];
  const browser: string[][] = [];
  const printed: string[] = [];
  const said: string[] = [];
  const code = await develop({
    root: '/project',
    args,
    dataDir: '/dev-data',
    choose: async (options) => {
      asked.push(options);
      return choice;
    },
    runNode: async (given) => {
      node.push([...given]);
      return 7;
    },
    runBrowserHost: async (given) => {
      browser.push([...given]);
      return 8;
    },
    print: (line) => printed.push(line),
    say: (line) => said.push(line),
  });
  return { code, asked, node, browser, printed, said };
}

describe('npm run dev in Electron', () => {
  it('works on the data directory that was named, and never on another', async () => {
    const args = ['--data-dir', 'mine', '--passphrase-file', 'p'];
    const { code, node, browser } = await run(args);
    expect([code, browser]).toEqual([7, []]);
    const [all = []] = node;
    const dashes = all.indexOf('--');
    expect(all.slice(1, dashes)).toEqual(['dev', '--watch']);
    expect(readArguments(['.', ...all.slice(dashes + 1)])).toEqual({
      dataDir: resolve('mine'),
      passphraseFile: resolve('p'),
      ephemeral: false,
      smoke: false,
    });
  });

  it('keeps nothing where that was asked for', async () => {
    const { node } = await run(['--ephemeral']);
    expect(node[0]?.slice(-4)).toEqual(['--', '--data-dir', resolve('/dev-data'), '--ephemeral']);
  });
});

describe('npm run dev in the browser', () => {
  const sentence = 'There is no Electron here.';

  it('says why it is not Electron, and hands on what was typed', async () => {
    const args = ['--data-dir', 'mine', '--port', '0'];
    const { code, node, browser, said } = await run(args, { host: 'browser', sentence });
    expect([code, node, said.slice(1)]).toEqual([8, [], [sentence]]);
    expect(said[0]).toContain(`--data-dir "${resolve('mine')}"`);
    expect(browser).toEqual([[...args, '--no-open']]);
  });

  it('works on a folder of its own, says which alone where it was asked for, and no option twice', async () => {
    const args = ['--browser', '--no-open'];
    const { browser, said } = await run(args, { host: 'browser', sentence: null });
    expect(browser).toEqual([[...args, '--data-dir', '/dev-data']]);
    expect(said).toEqual([`For npm run listen, add --data-dir "${resolve('/dev-data')}".`]);
  });
});

it('npm run dev lets all that choose a host choose it', async () => {
  const { asked } = await run(['--json', '--no-open', '--port', '0']);
  expect(asked).toMatchObject([{ json: true, open: false, port: 0, browser: false }]);
});

it('npm run dev explains itself, and refuses what makes no sense', async () => {
  const { code, asked, printed } = await run(['--help']);
  expect([code, asked]).toEqual([0, []]);
  expect(printed.join()).toContain('npm run dev -- [options]');
  await expect(run(['--nonsense'])).rejects.toThrow(UsageError);
});
