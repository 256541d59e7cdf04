import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { systemChromium } from '../support/browsers.ts';
import { startConsole } from '../support/console-process.ts';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';

/** Another program of this machine, which counts who connects. */
async function listening() {
  const heard = { connections: 0, origin: '', close: () => void server.close() };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<p>other</p>');
  });
  server.on('connection', (socket) => {
    heard.connections += 1;
    socket.unref();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  heard.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return heard;
}

const hint = (page: Page, connect: string, name: string) =>
  page.evaluate(
    (hints) => {
      for (const [rel, href] of Object.entries(hints)) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href }));
      }
    },
    { preconnect: connect, 'dns-prefetch': `http://${name}.localhost` },
  );

test('the page sends nothing by a hint to connect or to look a name up', async ({
  own,
  folder,
}) => {
  const log = join(folder, 'network.json');
  const executablePath = systemChromium();
  // Neither Chromium's shell nor a private window follows a hint at all.
  const context = await chromium.launchPersistentContext(join(folder, 'browser'), {
    ...(executablePath === undefined ? {} : { executablePath }),
    ignoreDefaultArgs: ['--headless', '--disable-background-networking'],
    args: [
      '--headless=new',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
      `--log-net-log=${log}`,
    ],
  });
  const ours = await listening();
  const others = await listening();
  const free = await listening();
  const program = await startConsole({ dataDir: own.dataDir, args: ['--ephemeral'] });
  const app = await context.newPage();
  await app.goto(program.url);
  await expect(new Screens(app).link('Customers')).toBeVisible();
  await hint(app, ours.origin, 'named-by-ours');
  // A page without the policy, after which ours has had its time too.
  const page = await context.newPage();
  await page.goto(free.origin);
  await hint(page, others.origin, 'named-by-others');
  await expect.poll(() => others.connections).toBeGreaterThan(0);
  expect(ours.connections).toBe(0);
  await context.close();
  const network = await readFile(log, 'utf8');
  expect(network).toContain('named-by-others');
  expect(network).not.toContain('named-by-ours');
  await program.stop();
  for (const { close } of [ours, others, free]) close();
});
