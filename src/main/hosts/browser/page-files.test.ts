import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPageFiles } from './page-files.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'causeway-page-'));
  await mkdir(join(root, 'page/assets'), { recursive: true });
  await writeFile(join(root, 'page/index.html'), '<i nonce="__CSP_NONCE__"></i>__CSP_NONCE__');
  await writeFile(join(root, 'page/assets/index-1a2b.js'), 'export {};');
  await writeFile(join(root, 'page/logo.svg'), '<svg/>');
  await writeFile(join(root, 'page/build.stamp'), 'not for a page');
  await writeFile(join(root, 'secret.js'), 'outside');
  await symlink(join(root, 'secret.js'), join(root, 'page/linked.js'));
});

afterEach(() => rm(root, { recursive: true }));

const load = () => loadPageFiles(join(root, 'page'));

describe('the files of the page', () => {
  it('give index.html the nonce of this reply, in the policy as well', async () => {
    const reply = (await load()).reply('/', 'N1');
    expect(reply?.body).toBe('<i nonce="N1"></i>N1');
    expect(reply?.headers?.['content-security-policy']).toContain("style-src 'self' 'nonce-N1'");
    expect(reply?.headers?.['content-security-policy']).toContain("default-src 'none'");
    expect(reply?.headers?.['content-security-policy']).not.toContain('unsafe');
    expect(reply?.headers?.['cache-control']).toBeUndefined();
  });

  it('leave nothing with the browser, whose origin ends with the process', async () => {
    const page = await load();
    expect(page.reply('/assets/index-1a2b.js', '')).toMatchObject({
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
      },
      body: Buffer.from('export {};'),
    });
    for (const path of ['/assets/index-1a2b.js', '/logo.svg', '/']) {
      // What says nothing of it is sent with no-store.
      expect(page.reply(path, '')?.headers?.['cache-control']).toBeUndefined();
    }
  });

  it('outlive the folder that they came from', async () => {
    const page = await load();
    await rm(join(root, 'page'), { recursive: true });
    expect(page.reply('/assets/index-1a2b.js', '')?.status).toBe(200);
  });

  it('leave out links and endings that a page does not use', async () => {
    const page = await load();
    expect(page.reply('/linked.js', '')).toBeNull();
    expect(page.reply('/build.stamp', '')).toBeNull();
  });

  it('are missed in plain words when nothing was built', async () => {
    await rm(join(root, 'page/index.html'));
    await expect(load()).rejects.toThrow('The built page is missing');
  });

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/%252e%252e/secret.js',
    '//secret.js',
    '/assets//index-1a2b.js',
    '/%00index.html',
    '/logo.svg%00.js',
    '/%',
    '/file:///etc/passwd',
    '/C:/windows/win.ini',
    'secret.js',
    '',
    '*',
  ])('hold nothing under %s', async (path) => {
    expect((await load()).reply(path, '')).toBeNull();
  });
});
