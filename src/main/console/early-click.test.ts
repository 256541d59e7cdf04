import { expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { createLog } from '../core/foundation/log.ts';
import { createSecretEntry } from './secret-entry.ts';
import { readingMs } from './secret-page.ts';

const never = async () => 'not asked for';
const keyOf = (html: string | null) => /name="form-key" value="(\w+)"/.exec(html ?? '')?.[1] ?? '';

it('a document takes nothing before it can have been read, and keeps what was typed', async () => {
  const acted = [] as string[];
  const time = { now: 1_000_000, steady: 0 };
  const secrets = createSecretEntry({
    clock: { now: () => time.now },
    steady: { now: () => time.steady },
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
  const step = (title: string) => ({
    title,
    facts: [],
    paragraphs: [],
    button: title,
    fields: [{ name: 'name', label: 'Name', help: null, isOpen: true }],
  });
  const first = {
    ...step('First'),
    act: () => ({
      next: { ...step('Second'), act: () => ({ sentence: `${acted.push('done')}` }) },
      done: 'Ledger added.',
    }),
  };
  const ticket = secrets.issueConfirmation(first);
  const post = async (formKey: string, afterMs: number, of = ticket, more = {}) => {
    time.steady += afterMs;
    const fields = new URLSearchParams({ 'form-key': formKey, name: 'Ledger', ...more });
    return await secrets.submit(of, fields, 'n');
  };
  const early = 'Read this first, then confirm.';

  // Each time it is served, and after each click that came early, it counts anew.
  for (const afterMs of [150, 500, readingMs - 1]) {
    expect(await post(keyOf(secrets.page(ticket, 'n')), afterMs)).toContain(early);
  }
  const key = keyOf(secrets.page(ticket, 'n'));
  const html = await post(key, readingMs - 1);
  expect(html).toContain('value="Ledger"');
  // A pointer reaches its buttons as late, without a script.
  expect(html).toContain('<button type="submit" class="late">First');
  expect(html).toContain(`.late { animation: late ${readingMs}ms; }`);
  expect(await post(key, readingMs - 1)).toContain(early);

  // Its window came up later than it was served, and whoever sets the computer's clock changes nothing.
  time.steady += readingMs;
  secrets.shown(ticket);
  time.now += 60_000;
  expect(await post(key, 0)).toContain(early);

  const second = await post(key, readingMs);
  expect(second).toContain('<h1>Second</h1>');
  // Nor does a double click on one step confirm the next.
  expect(await post(keyOf(second), 200)).toContain(early);
  expect(acted).toEqual([]);
  expect(await post(keyOf(second), readingMs)).toContain('<p>1</p>');
  // The second click of one that was meant finds what came of the first, and not the end of the document.
  expect(await post(keyOf(second), readingMs - 1)).toContain('<p>1</p>');
  expect(await post(keyOf(second), 1)).toBeNull();
  expect(acted).toHaveLength(1);

  // Whoever cancels the second step has done the first.
  const other = secrets.issueConfirmation(first);
  const next = await post(keyOf(secrets.page(other, 'n')), readingMs, other);
  const left = await post(keyOf(next), readingMs, other, { cancel: 'yes' });
  expect(left).toContain('<p>Ledger added.</p>');
  expect(left).not.toContain('Cancelled');
});
