/**
 * The documents into which secrets are typed and in which a person confirms: plain HTML, nothing of the application,
 * and no script but the one that copies what is shown (copy-script.ts).
 */

import { terminalText } from '../../platform/terminal-text.ts';
import type {
  Confirmation,
  Confirmed,
  SecretField,
  SecretSheet,
} from '../core/feature/confirmation.ts';
import { escaped } from '../core/foundation/escaped.ts';
import { copyHtml } from './copy-script.ts';

/** Words of it: what would not be seen is spelled, and nothing turns the direction. */
const seen = (text: string): string => escaped(terminalText(text));

/** Name of the field that shows that who posts a form has read its document. */
export const formKeyField = 'form-key';
/** Name of the button that leaves all as it is. */
export const cancelField = 'cancel';
/** So long after a document is shown its buttons confirm nothing, in milliseconds. */
export const readingMs = 700;

export interface SecretForm extends Omit<Confirmation, 'facts' | 'fields' | 'lastsMs' | 'act'> {
  /** What it is about: name and value, shown whole. */
  readonly facts?: Confirmation['facts'];
  readonly fields: readonly SecretField[];
}

interface AskedForm extends SecretForm {
  readonly formKey: string;
  /** What was wrong with the last try. */
  readonly problem: string | null;
  /** In the last try: put back into open fields, never into those of secrets. */
  readonly typed?: URLSearchParams | null;
  /** What this window has done before it asks. */
  readonly done?: string | null;
  /** Opened, has the host print the document; null where a person prints by the browser. */
  readonly printUrl: string | null;
}

export interface SecretNotice {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Numbered, for a person to read out. */
  readonly words?: readonly string[];
}

/** A page that asks. Every field of a secret is a password field that nothing remembers. */
export function secretFormPage(form: AskedForm, nonce: string): string {
  const problem =
    form.problem === null
      ? ''
      : `<p class="problem" id="problem" role="alert">${seen(form.problem)}</p>`;
  // What was being typed into the page when this opened must not confirm anything.
  const hasFocus = form.facts === undefined && form.sheet === undefined;
  const fields = form.fields
    .map((field, index) => fieldHtml(field, hasFocus && index === 0, form))
    .join('');
  return page(
    form.title,
    `${doneHtml(form.done ?? null)}${factsHtml(form.facts ?? [])}${groupsHtml(form.groups ?? [])}${form.picture === undefined ? '' : pictureHtml(form.picture)}${paragraphs(form.paragraphs)}${form.sheet === undefined ? '' : sheetHtml(form.sheet, form.printUrl)}${problem}
<form method="post" autocomplete="off"><input type="hidden" name="${formKeyField}" value="${escaped(form.formKey)}">${fields}<p class="buttons"><button type="submit" class="late">${seen(form.button)}</button>${otherButtonHtml(form.otherButton)}${cancel}</p></form>`,
    nonce,
  );
}

const doneHtml = (done: string | null): string =>
  done === null ? '' : `<p class="done" role="status">${seen(done)}</p>`;

/** No script may run here, so the button opens an address, and the host prints in its place. */
const printHtml = (url: string | null): string =>
  url === null
    ? '<p class="print">To print this window, press <kbd>Ctrl</kbd> <kbd>P</kbd>, on a Mac <kbd>⌘</kbd> <kbd>P</kbd>, or choose Print in the menu of your browser.</p>'
    : `<form class="print" method="get" action="${escaped(url)}"><button type="submit" class="cancel">Print this window…</button></form>`;

const sheetHtml = ({ words, qr }: SecretSheet, printUrl: string | null): string =>
  `<h2>The ${words.length} words of this recovery key</h2><div class="sheet"><ol>${words.map((word) => `<li><span>${escaped(word)}</span></li>`).join('')}</ol><div class="qr" role="img" aria-label="The same words as a QR code">${qr}</div></div>${printHtml(printUrl)}`;

const cancel = `<button type="submit" class="cancel" name="${cancelField}" value="yes" formnovalidate>Cancel</button>`;

/** A page that shows a secret, this once: it is gone with the page. */
export const secretShownPage = (
  shown: { readonly title: string } & Extract<Confirmed, { secret: string }>,
  nonce: string,
): string =>
  page(
    shown.title,
    `<div class="field"><label for="secret">${seen(shown.label)}</label>
${shownHtml(shown)}</div>${shown.isPassedOn === true ? copyHtml : ''}
${paragraphs([`${shown.label}: shown only once. Copy it, then close this window.`, ...(shown.whatToDo === undefined ? [] : [shown.whatToDo])])}`,
    nonce,
  );

/** A page that only says something. */
export const secretNoticePage = (notice: SecretNotice, nonce: string): string =>
  page(
    notice.title,
    `${paragraphs(notice.paragraphs.slice(0, 1))}${notice.words === undefined ? '' : valueHtml(notice.words)}${paragraphs(notice.paragraphs.slice(1))}`,
    nonce,
  );

/** As high as its text: one that runs out of its field looks whole, and its end is lost. */
const shownHtml = ({ secret }: Extract<Confirmed, { secret: string }>): string =>
  `<textarea id="secret" readonly autocomplete="off" spellcheck="false" autofocus>\n${escaped(secret)}</textarea>`;

const otherButtonHtml = (other: SecretForm['otherButton']): string =>
  other === undefined
    ? ''
    : `<button type="submit" class="cancel late" name="${escaped(other.name)}" value="yes">${seen(other.label)}</button>`;

type Facts = Confirmation['facts'];

/** Each value is kept from turning the direction of what stands around it, and hides nothing; nor does a name. */
function valueHtml(value: Facts[number][1]): string {
  if (typeof value === 'string') return `<bdi>${seen(value)}</bdi>`;
  if ('fields' in value) return `<dl class="fields">${value.fields.map(factHtml).join('')}</dl>`;
  return `<ol class="words">${value.map((word) => `<li><bdi>${seen(word)}</bdi></li>`).join('')}</ol>`;
}

/** Keys, IDs, URLs, and addresses in groups of four: what people compare sign by sign. */
const exact = [
  /^(?=\S*\d)(?:(?=\S*[_:/+=])[^\s@]{12,}|(?:0x)?[\da-fA-F]{16,}|[\w-]{32,})$/u,
  /^\S+:\/\/\S+$/u,
  /^(?=.*\d)(?:0x )?(?:[\dA-Za-z]{4} ){3,}[\dA-Za-z]{1,4}$/u,
];
const isExact = (value: Facts[number][1]): boolean =>
  typeof value === 'string' && exact.some((form) => form.test(value));

const factsHtml = (facts: Facts): string =>
  facts.length === 0 ? '' : `<dl>${facts.map(factHtml).join('')}</dl>`;

function factHtml([name, value]: Facts[number]): string {
  return `<dt>${seen(name)}</dt><dd${isExact(value) ? ' class="exact"' : ''}>${valueHtml(value)}</dd>`;
}

const groupsHtml = (groups: NonNullable<SecretForm['groups']>): string =>
  groups.map(({ title, facts }) => `<h2>${seen(title)}</h2>${factsHtml(facts)}`).join('');

const pictureHtml = ({ name, type, bytes }: NonNullable<SecretForm['picture']>): string =>
  `<div class="picture"><img alt="${seen(name)}" src="data:${type};base64,${Buffer.from(bytes).toString('base64')}"></div>`;

/** What stands in a field at first, or was typed into it before. Nothing of a secret. */
function valueIn(field: SecretField, typed: URLSearchParams | null): string {
  const { name, isOpen = false, isPartOfSecret = false, choices, value = '' } = field;
  const isPutBack = (isOpen || choices !== undefined) && !isPartOfSecret;
  return isPutBack ? (typed?.get(name) ?? value) : '';
}

function fieldHtml(field: SecretField, isFirst: boolean, { typed, problem }: AskedForm): string {
  const value = valueIn(field, typed ?? null);
  if (field.choices !== undefined) return choicesHtml(field, field.choices, value);
  const { name, label, help, isOptional = false, isOpen = false, isLong = false } = field;
  const helpId = `${name}-help`;
  // What was wrong stands above, and is read with the field that has the focus.
  const describing = [...(problem === null ? [] : ['problem']), ...(help === null ? [] : [helpId])];
  const described =
    describing.length === 0 ? '' : ` aria-describedby="${escaped(describing.join(' '))}"`;
  const helpHtml = help === null ? '' : `<p class="help" id="${escaped(helpId)}">${seen(help)}</p>`;
  const attributes = `id="${escaped(name)}" name="${escaped(name)}"${isOptional ? '' : ' required'} autocomplete="off" autocapitalize="off" spellcheck="false"${described}${isFirst ? ' autofocus' : ''}`;
  const input = isLong
    ? `<textarea rows="5" ${attributes}>
${escaped(value)}</textarea>`
    : `<input type="${isOpen ? 'text' : 'password'}"${value === '' ? '' : ` value="${escaped(value)}"`} ${attributes}>`;
  return `<div class="field"><label for="${escaped(name)}">${seen(label)}</label>
${input}${helpHtml}${isOptional ? '' : missingHtml(label)}</div>`;
}

/** Shown where the form was sent without it: the browser sends nothing then, and says where in its own words. */
const missingHtml = (label: string): string => `<p class="missing">${seen(label)}: required</p>`;

const choicesHtml = (
  { name, label }: SecretField,
  choices: NonNullable<SecretField['choices']>,
  chosen: string,
): string =>
  `<fieldset><legend>${seen(label)}</legend>${choices
    .map(({ value, label: words, help }) => {
      const id = escaped(`${name}-${value}`);
      return `<div class="choice"><input id="${id}" name="${escaped(name)}" type="radio" value="${escaped(value)}"${value === chosen ? ' checked' : ''} required aria-describedby="${id}-help"><label for="${id}">${seen(words)}</label><p class="help" id="${id}-help">${seen(help)}</p></div>`;
    })
    .join('')}${missingHtml(label)}</fieldset>`;

const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${seen(text)}</p>`).join('');

function page(title: string, body: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${seen(title)} · Causeway</title>
<style nonce="${escaped(nonce)}">${styles}</style>
</head>
<body><main><p class="mark">${mark}Causeway</p><h1>${seen(title)}</h1>${body}</main></body>
</html>
`;
}

/** As on the page (resources/icon.svg). */
const mark =
  '<svg viewBox="64 64 896 896" width="20" height="20" aria-hidden="true"><rect x="64" y="64" width="896" height="896" rx="200" fill="#0f5f63"/><g fill="none" stroke="#e9f6f5" stroke-width="60" stroke-linecap="round"><path d="M200 372h624"/><path d="M256 640v-44a128 128 0 0 1 256 0v44M512 640v-44a128 128 0 0 1 256 0v44"/><path d="M200 728h624" stroke="#7fd1c7"/></g></svg>';

/** The look of the application in little: its own sheet would be one more thing to load. */
const styles = `
:root { color-scheme: light dark; --ground: #fff; --text: #1a2129; --dim: #55616d; --line: #868e99; --accent: #0b6a6a; --on-accent: #fff; --bad: #b42318; --mono: ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace; }
@media (prefers-color-scheme: dark) { :root { --ground: #14191f; --text: #e6eaee; --dim: #a3adb8; --line: #6b7682; --accent: #4fc3c0; --on-accent: #06201f; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1.25rem; }
main:has(.sheet) { max-width: 46rem; padding-block: 1.25rem; }
.mark { display: flex; align-items: center; gap: .5rem; margin: 0 0 1.25rem; font-weight: 600; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; }
dl { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 4px; }
dt { color: var(--dim); }
dd { margin: 0 0 .5rem; font-weight: 600; overflow-wrap: anywhere; }
dd:last-child { margin-bottom: 0; }
.fields { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: 0 .75rem; margin: 0; padding: 0; border: 0; font-weight: 400; }
.fields dd { margin: 0; }
.exact { font-family: var(--mono); }
h2 { font-size: 1rem; line-height: 1.3; margin: 1rem 0 .5rem; }
.words { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .25rem .75rem; margin: .25rem 0 0; padding: 0 0 0 2.25rem; font-family: var(--mono); }
.words + p { margin-top: 1rem; }
.words li::marker { color: var(--dim); font-weight: 400; }
.field { margin: 1rem 0; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input, textarea { width: 100%; padding: .5rem; font: 14px/1.5 var(--mono); color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; }
fieldset { margin: 1rem 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .25rem; font-weight: 600; }
.choice { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 .5rem; margin: .5rem 0; }
.choice input { width: auto; margin: 0; accent-color: var(--accent); }
.choice label { margin: 0; }
.choice .help { grid-column: 2; margin: 0; }
.help { color: var(--dim); margin: .25rem 0 0; }
.problem, .missing { color: var(--bad); font-weight: 600; }
.missing { display: none; margin: .25rem 0 0; }
.problem:has(~ form :user-invalid) { display: none; }
:has(> :user-invalid, > .choice > :user-invalid) > .missing { display: block; }
button { padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 4px; cursor: pointer; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; }
.buttons ~ p { margin-top: 1rem; }
textarea { resize: vertical; }
textarea[readonly] { field-sizing: content; word-break: break-all; }
.done { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 4px; }
.sheet { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; }
.sheet ol { flex: 1 1 24rem; columns: 7rem 3; margin: 0; padding: .75rem 1rem .75rem 3rem; border: 1px solid var(--line); border-radius: 4px; font-family: var(--mono); }
.sheet li { break-inside: avoid; padding-left: .25rem; }
.sheet li::marker { color: var(--dim); }
.qr { width: 12rem; padding: .5rem; align-self: flex-start; background: #fff; border-radius: 4px; }
.picture { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 4px; background: #fff; }
.picture img { display: block; max-width: 100%; max-height: 16rem; }
.qr svg { display: block; width: 100%; height: auto; }
@media print { :root { color-scheme: light; --ground: #fff; --text: #000; --dim: #333; --line: #666; } form, .problem, .done, .print { display: none; } .sheet ol { columns: 2; font-size: 16px; } .qr { width: 7cm; } }
kbd { padding: 0 .375rem; font: 12px var(--mono); border: 1px solid var(--line); border-radius: 3px; }
.print { margin: 0 0 1rem; }
.late { animation: late ${readingMs}ms; }
@keyframes late { from, to { pointer-events: none; } }
.cancel { color: var(--text); background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
input:focus-visible, textarea:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
