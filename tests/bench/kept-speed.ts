/** What keeps data safe: checking an audit log, backups against a plain copy, locking and unlocking. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Figure } from './figure.ts';
import { openBrowser } from './pages.ts';
import { serveNewConsole } from './served-console.ts';
import { median, worst } from './statistics.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./kept-run.ts', import.meta.url));
const measured = z.object({
  chainMs: z.number(),
  told: z.number(),
  megabytes: z.number(),
  writeMs: z.number(),
  checkMs: z.number(),
  restoreMs: z.number(),
  copyMs: z.number(),
  backMs: z.number(),
  lockMs: z.number(),
  unlockMs: z.number(),
});

export interface KeptSize {
  readonly entries: number;
  readonly events: number;
  readonly rounds: number;
}

export async function keptSpeed({ entries, events, rounds }: KeptSize): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    const values = [directory, String(entries), String(events), String(rounds)];
    const { stdout } = await run(process.execPath, [program, ...values]);
    const one = measured.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    const ms = (value: number) => `${Math.round(value)} ms`;
    const size = `${events.toLocaleString('en-US')} observations, ${Math.round(one.megabytes)} MB`;
    const blank = await blankTimes(rounds);
    return [
      {
        name: `checking an audit log of ${entries.toLocaleString('en-US')} entries`,
        value: one.chainMs / 1_000,
        unit: 'seconds',
        atMost: 10,
        basis: `in its thread, told how far it is ${one.told} times`,
      },
      {
        name: `writing a backup of ${size}, against copying it through the same cipher`,
        value: one.writeMs / one.copyMs,
        unit: 'times',
        atMost: 1.5,
        basis: `${ms(one.writeMs)} against ${ms(one.copyMs)}; reading it back takes ${ms(one.checkMs)} more`,
      },
      {
        name: 'restoring it, against copying it back through the same cipher',
        value: one.restoreMs / one.backMs,
        unit: 'times',
        atMost: 1.5,
        basis: `${ms(one.restoreMs)} against ${ms(one.backMs)}, with the key of the new passphrase derived beside`,
      },
      {
        name: 'locking, key pressed to blank, at most',
        value: worst(blank),
        unit: 'ms',
        atMost: 100,
        basis: `of ${blank.length} in Chromium, half within ${ms(median(blank))}; main answers after ${ms(one.lockMs)}`,
      },
      {
        name: `unlocking to the first list of ${size}, without deriving the key`,
        value: one.unlockMs,
        unit: 'ms',
        atMost: 500,
        basis: `median of ${rounds} over the bridge`,
      },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Milliseconds from the key to the frame in which nothing is shown any more. */
async function blankTimes(rounds: number): Promise<number[]> {
  const served = await serveNewConsole();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(await served.freshLink());
    const times: number[] = [];
    for (let round = 0; round < Math.max(5, rounds); round += 1) {
      await page.locator('#content').waitFor();
      await page.evaluate(watchBlank);
      await page.keyboard.press('ControlOrMeta+Shift+L');
      times.push(await blankAfter(page));
      await page.getByRole('button', { name: 'Unlock' }).click();
    }
    return times;
  } finally {
    await browser.close();
    await served.close();
  }
}

/** Runs in the page. */
function watchBlank(): void {
  addEventListener(
    'keydown',
    function pressed({ key, timeStamp }) {
      if (key.toLowerCase() !== 'l') return;
      removeEventListener('keydown', pressed, true);
      const look = () => {
        if (document.querySelector('#content') !== null) requestAnimationFrame(look);
        else requestAnimationFrame((at) => Reflect.set(window, 'blankAfter', at - timeStamp));
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

async function blankAfter(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => {
    const after: unknown = Reflect.get(window, 'blankAfter');
    Reflect.deleteProperty(window, 'blankAfter');
    return typeof after === 'number' ? { after } : null;
  });
  return z.object({ after: z.number() }).parse(await found.jsonValue()).after;
}
