/** The built page, held in memory: a later build under a running console takes no file from it. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { noncePlaceholder, pagePolicy } from '../page/content-security-policy.ts';
import { contentTypeOf } from '../page/static-files.ts';
import type { Reply } from './reply.ts';

export interface PageFiles {
  /**
   * The reply for a request path, exactly as it was sent: nothing is decoded and nothing is
   * resolved, so a path names a file that was there at the start, or nothing. `query` comes with
   * its question mark; only the development server reads it.
   */
  reply(path: string, nonce: string, query: string): Reply | null | Promise<Reply | null>;
}

/** The built page needs no waiting. */
export interface BuiltPage {
  reply(path: string, nonce: string): Reply | null;
}

interface File {
  readonly type: string;
  readonly content: Buffer;
}

/** Reads the folder of the built page. Links are not followed; endings without a type are left out. */
export async function loadPageFiles(root: string): Promise<BuiltPage> {
  const files = new Map<string, File>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const type = contentTypeOf(entry.name);
    if (!entry.isFile() || type === null) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    files.set(path, { type, content: await readFile(file) });
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new Error(`The built page is missing: no index.html in ${root}.`);
  files.delete('/index.html');
  return pageFiles(index.content.toString('utf8'), files);
}

function pageFiles(index: string, files: ReadonlyMap<string, File>): BuiltPage {
  return {
    reply(path, nonce) {
      if (path === '/' || path === '/index.html') return indexReply(index, nonce);
      const file = files.get(path);
      if (file === undefined) return null;
      return {
        status: 200,
        headers: { 'content-type': file.type },
        body: file.content,
      };
    },
  };
}

const indexReply = (index: string, nonce: string): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(nonce),
  },
  body: index.replaceAll(noncePlaceholder, nonce),
});
