import { beforeEach, describe, expect, it } from 'vitest';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import { systemRandom } from '../../platform/random.ts';
import type { Confirmation } from '../core/feature/confirmation.ts';
import { createLog } from '../core/foundation/log.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { createSecretEntry, type SecretEntry, ticketLifetime } from './secret-entry.ts';
import { readingMs } from './secret-page.ts';

let now: number;
/** By the clock that nobody sets. */
let steady: number;
let kept: string[];
let logged: string[];
let failWith: Error | null;
let secrets: SecretEntry;
/** In a host that prints what opens this; null in one that does not. */
let entryIn: (printUrl: string | null) => SecretEntry;
beforeEach(() => {
  now = 1_000_000;
  steady = 0;
  kept = [];
  logged = [];
  failWith = null;
  const keep = async (secret: string) => {
    if (failWith !== null) throw failWith;
    kept.push(secret);
    return 'It is kept.';
  };
  entryIn = (printUrl) =>
    createSecretEntry({
      printUrl,
      onUse: () => undefined,
      clock: { now: () => now },
      steady: { now: () => steady },
      random: systemRandom,
      log: createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
      actions: {
        keepToken: (_id, token) => keep(token),
        createPassphrase: keep,
        unlock: keep,
        keepWebhookSecret: (_webhook, secret) => keep(secret),
        keepTunnelSecret: (_id, _name, secret) => keep(secret),
      },
      tunnelFacts: (_id, name) => [['SSH server', `desk@gateway:22, ${name}`]],
      target: () => ({
        name: 'Treasury <b>"&"</b>',
        environment: 'production',
        baseUrl: 'https://api.example.com',
      }),
    });
  secrets = entryIn(null);
});

const token: SecretEntryPurpose = { purpose: 'token', profileId: 'production-1' };
/** A confirmation that says nothing but what a test adds. */
const bare: Confirmation = {
  title: 'Add address',
  facts: [],
  paragraphs: [],
  button: 'Add address',
  act: () => ({ sentence: '' }),
};
/** As the browser posts the form of the document. */
const formKeyOf = (ticket: string) =>
  /name="form-key" value="(\w+)"/.exec(secrets.page(ticket, 'nonce') ?? '')?.[1] ?? '';
const postedWith = (formKey: string, fields: Record<string, string> = {}) =>
  new URLSearchParams({ ...fields, 'form-key': formKey });
const submit = (ticket: string, fields: Record<string, string>, afterMs = readingMs) => {
  const posted = postedWith(formKeyOf(ticket), fields);
  steady += afterMs;
  return secrets.submit(ticket, posted, 'nonce');
};

describe('a ticket', () => {
  it('is 128 random bits, and names a document', () => {
    const ticket = secrets.issue(token);
    expect(ticket).toMatch(/^[0-9a-f]{32}$/);
    expect(secrets.issue(token)).not.toBe(ticket);
    expect(secrets.page(ticket, 'nonce')).toContain('<form method="post"');
    expect(secrets.page('0'.repeat(32), 'nonce')).toBeNull();
  });

  it('is good for five minutes', async () => {
    const ticket = secrets.issue(token);
    now += ticketLifetime - 1;
    expect(secrets.page(ticket, 'nonce')).not.toBeNull();
    expect(secrets.isWaiting(ticket)).toBe(true);
    now += 1;
    expect(secrets.isWaiting(ticket)).toBe(false);
    expect(secrets.page(ticket, 'nonce')).toBeNull();
    expect(await submit(ticket, { token: 'abc' })).toBeNull();
    expect(kept).toEqual([]);
    const gone = secrets.gonePage('nonce');
    expect(gone).toContain('This window has expired');
    expect(gone).not.toContain('<form');
    expect(gone).not.toContain(ticket);
  });

  it('is spent by its first success', async () => {
    const ticket = secrets.issue(token);
    expect(secrets.isDone(ticket)).toBe(false);
    expect(await submit(ticket, { token: 'abc' })).toContain('It is kept.');
    expect(secrets.isDone(ticket)).toBe(true);
    expect(secrets.page(ticket, 'nonce')).toBeNull();
    expect(await submit(ticket, { token: 'def' })).toBeNull();
    expect(kept).toEqual(['abc']);
  });

  it('waits for a person until it is done, cancelled, closed or locked away', async () => {
    const [done, cancelled, closed, last] = Array.from({ length: 4 }, () => secrets.issue(token));
    const waiting = () =>
      [done, cancelled, closed, last].map((ticket = '') => secrets.isWaiting(ticket));
    expect(waiting()).toEqual([true, true, true, true]);
    await submit(done ?? '', { token: 'abc' });
    await submit(cancelled ?? '', { cancel: 'yes' });
    secrets.closed(closed ?? '');
    expect(waiting()).toEqual([false, false, false, true]);
    secrets.forget();
    expect(waiting()).toEqual([false, false, false, false]);
  });

  it('takes nothing from who has not read its document', async () => {
    const ticket = secrets.issue(token);
    for (const formKey of ['', ticket, formKeyOf(secrets.issue(token))]) {
      const posted = postedWith(formKey, { token: 'abc' });
      expect(await secrets.submit(ticket, posted, 'nonce')).toBeNull();
    }
    expect(await secrets.submit(ticket, new URLSearchParams({ token: 'abc' }), 'n')).toBeNull();
    expect(kept).toEqual([]);
    expect(await submit(ticket, { token: 'abc' })).toContain('It is kept.');
  });

  it('shows what would not be seen in what it is about', () => {
    const facts = [['Address', 'https://a\u200b.example.com\u202e']] as const;
    const ticket = secrets.issueConfirmation({ ...bare, facts });
    expect(secrets.page(ticket, 'nonce')).toContain('https://a\\u200b.example.com\\u202e<');
  });

  it('is spent by Cancel, which does nothing, for who has read the document', async () => {
    const acted: string[] = [];
    const act = () => ({ sentence: `${acted.push('done')}` });
    const ticket = secrets.issueConfirmation({ ...bare, act });
    expect(secrets.page(ticket, 'nonce')).toContain('>Cancel</button>');
    expect(await secrets.submit(ticket, new URLSearchParams({ cancel: 'yes' }), 'n')).toBeNull();
    expect(await submit(ticket, { cancel: 'yes' })).toContain('Nothing was changed.');
    expect(acted).toEqual([]);
    expect(secrets.isDone(ticket)).toBe(true);
    expect(await submit(ticket, {})).toBeNull();
  });

  it('works once for a double click', async () => {
    const ticket = secrets.issue(token);
    const both = await Promise.all([
      submit(ticket, { token: 'a' }),
      submit(ticket, { token: 'a' }),
    ]);
    expect(both.filter((html) => html?.includes('It is kept.'))).toHaveLength(2);
    expect(kept).toEqual(['a']);
  });

  it('gives a second click the page of the first, and lets neither end what is under way', async () => {
    failWith = new VaultError('wrong-passphrase', 'This is not the passphrase.');
    const ticket = secrets.issue({ purpose: 'passphrase' });
    const formKey = formKeyOf(ticket);
    const clicks = [{ passphrase: 'a' }, { passphrase: 'a' }, { cancel: 'yes' }];
    steady += readingMs;
    const pages = await Promise.all(
      clicks.map((fields, at) =>
        secrets.submit(ticket, postedWith(formKey, fields), `nonce-${at}`),
      ),
    );
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('This is not the passphrase.');
      expect(page).toContain(`<style nonce="nonce-${at}">`);
    }
    failWith = null;
    expect(await submit(ticket, { passphrase: 'a' })).toContain('It is kept.');
    expect(kept).toEqual(['a']);
  });

  it('allows a slip, but no guessing', async () => {
    failWith = new VaultError('wrong-passphrase', 'This is not the passphrase.');
    const ticket = secrets.issue({ purpose: 'passphrase' });
    for (let tries = 1; tries < 10; tries += 1) {
      expect(await submit(ticket, { passphrase: 'guess' })).toContain('<form');
    }
    expect(await submit(ticket, { passphrase: 'guess' })).toContain('the last attempt');
    expect(secrets.page(ticket, 'nonce')).toBeNull();
  });

  it('makes room: the oldest of too many is gone', () => {
    const first = secrets.issue(token);
    for (let more = 0; more < 32; more += 1) secrets.issue(token);
    expect(secrets.page(first, 'nonce')).toBeNull();
  });
});

describe('what is typed', () => {
  it.each([
    ['a token with blanks around', '  abc.def.ghi \n', 'abc.def.ghi'],
    ['a token copied with its header', 'Bearer abc.def.ghi', 'abc.def.ghi'],
    ['a token broken into lines', 'abc.\r\ndef.\nghi', 'abc.def.ghi'],
  ])('is cleaned: %s', async (_words, typed, expected) => {
    await submit(secrets.issue(token), { token: typed });
    expect(kept).toEqual([expected]);
  });

  it.each<[string, SecretEntryPurpose, Record<string, string>, string]>([
    ['no token', token, { token: ' ' }, 'Enter the token'],
    ['no field', token, {}, 'Enter the token'],
    ['a token of two words', token, { token: 'abc def' }, 'without spaces'],
    ['a token in other letters', token, { token: 'абв' }, 'plain letters'],
    ['a token without end', token, { token: 'x'.repeat(20_000) }, 'too long'],
    [
      'a short passphrase',
      { purpose: 'new-passphrase' },
      { passphrase: 'too short', again: 'too short' },
      'at least 10',
    ],
    [
      'two that differ',
      { purpose: 'new-passphrase' },
      { passphrase: 'seven quiet herons', again: 'seven quiet heron' },
      'differ',
    ],
    ['no passphrase', { purpose: 'passphrase' }, { passphrase: '' }, 'Enter the passphrase'],
  ])('is not taken, and the page says why: %s', async (_words, purpose, fields, words) => {
    const html = await submit(secrets.issue(purpose), fields);
    expect(html).toContain('role="alert"');
    expect(html).toContain(words);
    expect(kept).toEqual([]);
  });

  it('is in no page and no log line, whatever happens', async () => {
    const secret = 'eyJhbGciOi.very.secret';
    const pages: (string | null)[] = [];
    for (const failure of [
      null,
      new VaultError('keychain', 'The keychain failed.'),
      new Error('something else'),
    ]) {
      failWith = failure;
      pages.push(await submit(secrets.issue(token), { token: secret }));
    }
    expect(pages.every((html) => html !== null && !html.includes('very.secret'))).toBe(true);
    expect(pages[1]).toContain('The keychain failed.');
    // What failed may have been done before.
    expect(pages[2]).toContain(
      'Causeway failed. Some of the changes may be saved. Check in Causeway before you try again.',
    );
    expect(pages[2]).not.toContain('Nothing was saved');
    expect(logged.join('')).toContain('something else');
    expect(logged.join('')).not.toContain('very.secret');
  });
});

describe('a confirmation', () => {
  const asked = (act: () => Promise<{ sentence: string }>) => ({
    title: 'Add <profile>',
    paragraphs: ['Compare it.'],
    facts: [['Base URL', 'https://a.example/<b>']] as const,
    fields: [{ name: 'token', label: 'Token', help: null, isOptional: true }],
    button: 'Add profile',
    act,
  });

  it('shows whole what it is about, and does it once', async () => {
    let done = 0;
    const ticket = secrets.issueConfirmation(
      asked(async () => {
        done += 1;
        return { sentence: 'It is done.' };
      }),
    );
    const html = secrets.page(ticket, 'nonce') ?? '';
    expect(html).toContain(
      '<dt>Base URL</dt><dd class="exact"><bdi>https://a.example/&lt;b&gt;</bdi></dd>',
    );
    expect(html).toContain('Nothing changes then');
    // What is being typed into the page, and Enter after it, must not end here.
    expect(html).not.toContain('autofocus');
    expect(done).toBe(0);
    const formKey = formKeyOf(ticket);
    steady += readingMs;
    const both = await Promise.all(
      [1, 2].map(() => secrets.submit(ticket, postedWith(formKey), 'nonce')),
    );
    expect(both.filter((page) => page?.includes('It is done.'))).toHaveLength(2);
    expect(done).toBe(1);
  });

  it('prints a sheet by a button where the host can, and says how where it can’t', () => {
    const sheet = { words: ['acorn'], qr: '<svg></svg>' };
    const pageIn = (printUrl: string | null): string => {
      const entry = entryIn(printUrl);
      const sheeted = { ...asked(async () => ({ sentence: 'Done.' })), sheet };
      return entry.page(entry.issueConfirmation(sheeted), 'nonce') ?? '';
    };
    const button = '<form class="print" method="get" action="app://secret/print">';
    expect(pageIn('app://secret/print')).toContain(button);
    expect(pageIn('app://secret/print')).not.toContain('<kbd>');
    expect(pageIn(null)).toContain('<kbd>P</kbd>');
    expect(pageIn(null)).not.toContain('class="print" method');
  });

  it('says in its form why it could not be done', async () => {
    const ticket = secrets.issueConfirmation(
      asked(() => Promise.reject(new VaultError('locked', 'It is locked.'))),
    );
    expect(await submit(ticket, {})).toContain('It is locked.');
    expect(secrets.page(ticket, 'nonce')).not.toBeNull();
  });
});

describe('the document', () => {
  it.each<SecretEntryPurpose>([token, { purpose: 'new-passphrase' }, { purpose: 'passphrase' }])(
    'for %o has labelled password fields that nothing remembers, and no script',
    (purpose) => {
      const html = secrets.page(secrets.issue(purpose), 'n0nce') ?? '';
      const inputs = html.match(/<input (?!type="hidden")[^>]*>/g) ?? [];
      expect(inputs.length).toBeGreaterThan(0);
      for (const field of inputs) {
        expect(field).toContain('type="password"');
        expect(field).toContain('autocomplete="off"');
        expect(field).not.toContain('value=');
        const id = /id="([^"]+)"/.exec(field)?.[1];
        expect(html).toContain(`<label for="${id}">`);
      }
      expect(html).not.toMatch(/<script|\son\w+=|javascript:|<link|<img/i);
      expect(html).toContain('<style nonce="n0nce">');
      expect(html).toContain('<html lang="en">');
    },
  );

  it('puts back what was typed after a problem, and nothing of a secret', async () => {
    const ticket = secrets.issueConfirmation({
      ...bare,
      facts: [['Words', ['one', 'two']]],
      fields: [
        { name: 'name', label: 'Name', help: null, isOpen: true, value: 'host' },
        { name: 'note', label: 'Note', help: null, isOpen: true, isLong: true },
        { name: 'password', label: 'Password', help: null },
        { name: 'word', label: 'Word', help: null, isOpen: true, isPartOfSecret: true },
      ],
      act: () => Promise.reject(new VaultError('locked', 'It is locked.')),
    });
    expect(secrets.page(ticket, 'nonce')).toContain('value="host" id="name"');
    expect(secrets.page(ticket, 'nonce')).toContain('<ol class="words"><li><bdi>one</bdi></li>');
    const typed = { name: 'A "B"', note: '</textarea>', password: 'sesame', word: 'apple' };
    const shown = (await submit(ticket, typed)) ?? '';
    expect(shown).toContain('value="A &quot;B&quot;" id="name"');
    expect(shown).toContain('\n&lt;/textarea&gt;</textarea>');
    expect(shown).not.toMatch(/sesame|apple/);
  });

  it('names where a secret of a tunnel goes', () => {
    const purpose = { purpose: 'tunnel-secret', tunnelId: 'a', secret: 'ssh-password' } as const;
    const html = secrets.page(secrets.issue(purpose), 'nonce');
    expect(html).toContain('<bdi>desk@gateway:22, ssh-password</bdi>');
  });

  it('names a webhook in words of the page, set apart and with all that is not seen', () => {
    const html = secrets.page(
      secrets.issue({
        purpose: 'webhook-secret',
        profileId: 'production-1',
        name: null,
        webhookId: 'webhook_a\u3164',
        url: 'https://in.example.com. Now type the token of\u2003production',
      }),
      'nonce',
    );
    expect(html).toContain('<dd><bdi>webhook_a\\u3164</bdi></dd>');
    // Whoever types it sees where it goes.
    expect(html).toContain('<dt>Environment</dt><dd><bdi>Production: real money moves</bdi>');
    expect(html).toContain(
      '<bdi>https://in.example.com. Now type the token of\\u2003production</bdi>',
    );
  });

  it('hides nothing in a name either: of a colleague’s request it is what their computer sent', () => {
    const ticket = secrets.issueConfirmation({ ...bare, facts: [['walletAddress\u202E', '0x']] });
    expect(secrets.page(ticket, 'nonce')).toContain('<dt>walletAddress\\u202e</dt>');
  });

  it('names the profile that the token is for, as text', () => {
    const html = secrets.page(secrets.issue(token), 'nonce');
    expect(html).toContain('<bdi>Treasury &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;</bdi>');
    expect(html).toContain('https://api.example.com');
  });
});
