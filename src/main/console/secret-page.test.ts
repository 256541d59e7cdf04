import { expect, it } from 'vitest';
import { type SecretForm, secretFormPage } from './secret-page.ts';

const shown = (form: SecretForm, problem: string | null = null): string =>
  secretFormPage({ ...form, formKey: 'key', problem, printUrl: null }, 'nonce');

it('has what was wrong read out with a field', () => {
  const fields = [{ name: 'phrase', label: 'Passphrase', help: 'As you chose it' }];
  const form = { title: 'It', paragraphs: [], button: 'It', fields };
  const html = shown(form, 'Not that one');
  expect(html).toContain('<p class="problem" id="problem" role="alert">Not that one</p>');
  expect(html).toContain('aria-describedby="problem phrase-help" autofocus');
  expect(shown(form)).toContain('aria-describedby="phrase-help"');
});

it('hides nothing in titles, labels, choices and buttons', () => {
  const name = 'Bank\u202E\u200b';
  const choices = [{ value: 'a', label: name, help: name }];
  const html = shown({
    title: name,
    paragraphs: [],
    button: name,
    facts: [],
    groups: [{ title: name, facts: [] }],
    otherButton: { name: 'other', label: name },
    fields: [
      { name: 'a', label: name, help: name, isOpen: true },
      { name: 'b', label: name, help: null, choices },
    ],
  });
  expect(html).not.toMatch(/[\u202E\u200b]/);
  expect(html.split('Bank\\u202e\\u200b')).toHaveLength(13);
});

it('shows a record field by field, each as exact as any other value', () => {
  const address = '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7';
  const fields = [['Wallet <address>', address] as const];
  const form = { title: 'It', paragraphs: [], button: 'It', fields: [] };
  expect(shown({ ...form, facts: [['Row 1', { fields }]] })).toContain(
    `<dt>Row 1</dt><dd><dl class="fields"><dt>Wallet &lt;address&gt;</dt><dd class="exact"><bdi>${address}</bdi></dd></dl></dd>`,
  );
});

it('sets in the typeface of ids what is compared sign by sign, and nothing else', () => {
  const of = (value: string) =>
    shown({ title: 'It', paragraphs: [], button: 'It', fields: [], facts: [['It', value]] });
  for (const value of [
    'SHA256:0w0+kzgzrTxFs0xygHLK/OE/4xNWIMuR9tHejETN+bU',
    '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
    'customer_0123456789abcdef',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    'GAAZ I4TC R3TY 5OJH CTJC 2A4Q SY6C JWJH 5IAJ TGKI N2ER 7LBN VKOC CWN',
    'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN',
    '0123abcd-4567-89ab-cdef-0123456789ab',
  ]) {
    expect(of(value)).toContain('class="exact"');
  }
  for (const value of [
    'Ada Byron',
    '27 November 2026, 10:13 UTC',
    '12,419.50 USDC',
    'Operator',
    'DESKTOP-4F7K2Q1',
    'ada.byron2@example.com',
    'Acme Data Bank Plc',
  ]) {
    expect(of(value)).not.toContain('class="exact"');
  }
});
