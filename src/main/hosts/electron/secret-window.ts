/** A small window for one page that takes a secret. */
import { BrowserWindow } from 'electron';
import type { Random } from '../../../platform/random.ts';
import type { Console } from '../../console/console.ts';
import { secretPagePolicy } from '../page/content-security-policy.ts';
import { newNonce, refusal, reply } from './app-protocol.ts';
import { secretHost, secretUrl } from './origins.ts';
import { webPreferences } from './window.ts';

/** `app://secret/<ticket>`: carries the console's pages for secrets, and knows nothing of them. */
export interface SecretOptions {
  readonly random: Random;
  readonly secrets: Console['secrets'];
}

/** Largest form that a page for a secret may post, in bytes. */
const maxFormBytes = 64 * 1024;

/** Answers one request of a secret window; of an unknown or spent ticket the same is said, whichever it was. */
export async function answerSecret(request: Request, options: SecretOptions): Promise<Response> {
  const url = new URL(request.url);
  const ticket = url.pathname.slice(1);
  if (url.host !== secretHost || !/^[\w-]{1,128}$/.test(ticket)) return refusal(404);
  const nonce = newNonce(options.random);
  const { secrets } = options;
  const answer = await pageFor(request, ticket, nonce, secrets);
  if (answer === null) return refusal(404);
  const html = answer.html ?? secrets.gonePage(nonce);
  const policy = { 'content-security-policy': secretPagePolicy(nonce, html) };
  return reply(html, 'text/html; charset=utf-8', policy, answer.html === null ? 404 : 200);
}

async function pageFor(
  request: Request,
  ticket: string,
  nonce: string,
  secrets: Console['secrets'],
): Promise<{ readonly html: string | null } | null> {
  if (request.method === 'GET') return { html: secrets.page(ticket, nonce) };
  if (request.method !== 'POST') return null;
  const body = await request.arrayBuffer();
  if (body.byteLength > maxFormBytes) return null;
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'));
  return { html: await secrets.submit(ticket, fields, nonce) };
}

/**
 * Session of these windows. In memory, because its name has no `persist:`. It shares nothing with the
 * page's own, and needs its own app:// handler and its own permissions.
 */
export const secretPartition = 'causeway-secret';

export interface SecretWindowOptions {
  readonly parent: BrowserWindow | null;
  readonly ticket: string;
  readonly platform: NodeJS.Platform;
  readonly onShown: () => void;
  readonly onClosed: () => void;
}

const open = new Set<BrowserWindow>();

/** Causeway was locked: what they show is for nobody now. */
export function closeSecretWindows(): void {
  for (const window of open) window.close();
}

/** Opens it, and resolves when its page is there. It has no preload, so no bridge either. */
export async function openSecretWindow(options: SecretWindowOptions): Promise<void> {
  const { parent, ticket, platform, onShown, onClosed } = options;
  const window = new BrowserWindow({
    ...(parent === null ? {} : { parent }),
    // On macOS a modal window is a sheet, which has no button that closes it.
    modal: parent !== null && platform !== 'darwin',
    width: 760,
    height: 680,
    resizable: true,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Causeway',
    webPreferences: { ...webPreferences, partition: secretPartition, devTools: false },
  });
  open.add(window);
  window.on('closed', () => {
    open.delete(window);
    onClosed();
  });
  window.setMenuBarVisibility(false);
  window.once('ready-to-show', () => {
    window.show();
    onShown();
  });
  window.webContents.on('before-input-event', (_event, { type, key, control, meta }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
    // No menu does it: a recovery key may be printed.
    if (type === 'keyDown' && key === 'p' && (control || meta)) window.webContents.print();
  });
  await window.loadURL(secretUrl(ticket));
}
