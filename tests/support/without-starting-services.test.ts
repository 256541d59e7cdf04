import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutStartingServices } from './without-starting-services.ts';

function newPolicy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'policy-rc.d');
}

test('no service may start during the work, and nothing is left of that', async () => {
  const policy = newPolicy();
  const answer = await withoutStartingServices(async () => spawnSync(policy).status, policy);
  expect(answer).toBe(101);
  expect(existsSync(policy)).toBe(false);
});

test('nothing is left when the work fails', async () => {
  const policy = newPolicy();
  const failing = withoutStartingServices(() => Promise.reject(new Error('no network')), policy);
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(policy)).toBe(false);
});

test('nothing is left when the program is ended', () => {
  const policy = newPolicy();
  const module = JSON.stringify(new URL('./without-starting-services.ts', import.meta.url).href);
  const program = `
    const { existsSync } = await import('node:fs');
    const { withoutStartingServices } = await import(${module});
    const policy = ${JSON.stringify(policy)};
    await withoutStartingServices(async () => {
      console.log(existsSync(policy));
      process.kill(process.pid, 'SIGINT');
      await new Promise((done) => setTimeout(done, 60_000));
    }, policy);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(run.stdout.toString()).toBe('true\n');
  expect(run.signal).toBe('SIGINT');
  expect(existsSync(policy)).toBe(false);
});

test('a policy that is there stays', async () => {
  const policy = newPolicy();
  writeFileSync(policy, 'own');
  expect(await withoutStartingServices(async () => readFileSync(policy, 'utf8'), policy)).toBe(
    'own',
  );
  expect(readFileSync(policy, 'utf8')).toBe('own');
});
