import { expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { createLog } from '../core/foundation/log.ts';
import { createDocumentWindows } from './document-windows.ts';
import { createSecretEntry, ticketLifetime } from './secret-entry.ts';

function windows() {
  const [told, close]: [string[], (() => void)[]] = [[], []];
  const done = new Set<string>();
  const { open, isWaiting } = createDocumentWindows({
    async openWindow(ticket, onShown, onClosed) {
      if (ticket === 'broken') throw new Error('no window');
      close.push(onClosed);
      onShown();
    },
    secrets: () => ({
      shown: (ticket) => told.push(`shown ${ticket}`),
      closed: (ticket) => told.push(`closed ${ticket}`),
      isDone: (ticket) => done.has(ticket),
      isWaiting: (ticket) => !done.has(ticket),
    }),
  });
  return { open, isWaiting, told, close, done };
}

it('one window of a kind is open, and another is refused before it has a ticket', async () => {
  const { open, told, close } = windows();
  expect(await open('Add target', () => 'a')).toBe('window:1');
  const never = () => {
    throw new Error('a ticket');
  };
  await expect(open('Add target', never)).rejects.toThrow('A window for this is open already.');
  await open('Replay', () => 'b');
  close[0]?.();
  await open('Add target', () => 'c');
  expect(told).toEqual(['shown a', 'shown b', 'closed a', 'shown c']);
});

it('a window whose document is done stands in the way of none, and its end frees no other', async () => {
  const { open, told, close, done } = windows();
  await open('Add target', () => 'a');
  done.add('a');
  await open('Add target', () => 'b');
  close[0]?.();
  await expect(open('Add target', () => 'c')).rejects.toThrow('open already');
  close[1]?.();
  await open('Add target', () => 'd');
  expect(told).toEqual(['shown a', 'shown b', 'closed a', 'closed b', 'shown d']);
});

it('a window that is done or closed waits for nobody, while another one does', async () => {
  const { open, isWaiting, close, done } = windows();
  const paths = [await open('Replay', () => 'a'), await open('Admit', () => 'b')];
  expect(paths.map(isWaiting)).toEqual([true, true]);
  close[0]?.();
  expect(paths.map(isWaiting)).toEqual([false, true]);
  paths.push(await open('Replay', () => 'c'));
  done.add('b');
  expect(paths.map(isWaiting)).toEqual([false, false, true]);
});

it('a window that can’t be opened leaves room for the next', async () => {
  const { open, told } = windows();
  await expect(open('Replay', () => 'broken')).rejects.toThrow('no window');
  await open('Replay', () => 'a');
  expect(told).toEqual(['closed broken', 'shown a']);
});

it('where the page opens it, it learns the path', async () => {
  const ignore = () => undefined;
  const isWaiting = (ticket: string) => ticket === 'a';
  const secrets = () => ({ shown: ignore, closed: ignore, isDone: () => false, isWaiting });
  const windows = createDocumentWindows({ openWindow: null, secrets });
  expect(await windows.open('Replay', () => 'a')).toBe('/secret/a');
  expect(await windows.open('Replay', () => 'b')).toBe('/secret/b');
  expect(['/secret/a', '/secret/b'].map(windows.isWaiting)).toEqual([true, false]);
});

const never = async () => 'not asked for';

it('a document that somebody looks at stays: of too many, a new one is refused', () => {
  const time = { now: 1_000_000 };
  const secrets = createSecretEntry({
    clock: { now: () => time.now },
    steady: { now: () => 0 },
    random: systemRandom,
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    target: () => null,
    tunnelFacts: () => undefined,
    printUrl: null,
    onUse: () => undefined,
    actions: {
      keepToken: never,
      createPassphrase: never,
      unlock: never,
      keepTunnelSecret: never,
      keepWebhookSecret: never,
    },
  });
  const issue = () => secrets.issue({ purpose: 'passphrase' });
  const isThere = (ticket: string) => secrets.page(ticket, 'n') !== null;

  const [first = '', unread = '', ...others] = Array.from({ length: 32 }, issue);
  expect(isThere(first)).toBe(true);
  // The oldest that nobody looks at makes room.
  others.push(issue());
  expect(isThere(unread)).toBe(false);
  expect(others.every(isThere)).toBe(true);
  expect(issue).toThrow('32 windows wait for your answer already.');
  expect([first, ...others].every(isThere)).toBe(true);
  secrets.closed(first);
  expect(isThere(first)).toBe(false);
  expect(isThere(issue())).toBe(true);
  expect(issue).toThrow('32 windows');
  time.now += ticketLifetime;
  expect(isThere(issue())).toBe(true);
});
