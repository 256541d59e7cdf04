#!/usr/bin/env node
// Checks an evidence pack or an exported audit log of Causeway:
// `node verify.mjs [PACK.zip, folder or AUDIT-LOG.jsonl] [--key FINGERPRINT]`.
// Plain JavaScript for Node 20 or newer that needs nothing else. It names every part that does not fit.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  canonical,
  checkLog,
  hex,
  isSignedBy,
  linesOf,
  parsed,
  wrongOf,
  wrongOfHead,
} from './verify-log.mjs';
import { CONTENT, FILES, openZip, SIGNED } from './verify-zip.mjs';

const WRONG_USAGE = 2;

/** What of the files does not fit the signed manifest. `files`: bytes by name. */
function checkSigned(files, problems) {
  const text = files.get('manifest.sig').toString('latin1');
  const signed = /^([0-9a-f]{64})\n([0-9a-f]{64})\n([0-9a-f]{128})\n$/.exec(text);
  const [, digest, key, signature] = signed ?? [];
  const isSigned = signed !== null && isSignedBy(key, 'causeway evidence pack', digest, signature);
  if (!isSigned) problems.set('manifest.sig', 'The signature does not fit.');
  const manifestBytes = files.get('manifest.json');
  if (isSigned && hex(manifestBytes) !== digest) {
    // What it lists proves nothing then.
    problems.set('manifest.json', 'It is not the manifest that was signed.');
    return { manifest: null, key };
  }
  const manifest = parsed(manifestBytes);
  const listed = Array.isArray(manifest?.files) ? manifest.files : [];
  if (manifest?.version !== 1 || listed.map(({ name }) => name).join() !== SIGNED.join()) {
    problems.set('manifest.json', 'It is not a manifest of this version.');
    return { manifest: null, key };
  }
  for (const { name, size, sha256: expected } of listed) {
    const bytes = files.get(name);
    if (bytes.length !== size || hex(bytes) !== expected) {
      problems.set(name, 'Its content is not what the manifest lists.');
    }
  }
  return { manifest, key };
}

/** What the signed files say: commitments, hashes of deliveries, and the audit log up to its signed head. */
function checkSaid(files, manifest, key, problems) {
  for (const name of CONTENT) {
    let count = 0;
    for (const { content, commitment, opening } of linesOf(files.get(name))) {
      count += 1;
      const isOpen = opening !== undefined;
      if (isOpen !== (manifest.personalData === 'whole')) {
        problems.set(name, `Line ${count} is not in the form that the manifest names.`);
      } else if (isOpen && hex(Buffer.from(opening, 'hex'), canonical(content)) !== commitment) {
        problems.set(name, `Line ${count} is not what its commitment was made of.`);
      } else if (content.isExact === true && isOpen && hex(content.text) !== content.sha256) {
        problems.set(name, `The bytes of the delivery in line ${count} have another SHA-256.`);
      }
    }
    checkCount(name, count, manifest, problems);
  }
  const wrong = wrongOfHead(manifest, key);
  if (wrong !== null) problems.set('manifest.json', wrong);
  checkAudit(files.get('audit.jsonl'), manifest, problems);
}

function checkCount(name, count, manifest, problems) {
  if (manifest.lines[name] === count) return;
  problems.set(name, `It has ${count} lines; the manifest says ${manifest.lines[name]}.`);
}

function checkAudit(bytes, manifest, problems) {
  const entries = [...linesOf(bytes)];
  let next = null;
  for (const entry of entries.toReversed()) {
    const wrong = wrongOf(entry, next, manifest.head);
    if (wrong !== null) {
      problems.set('audit.jsonl', `Entry ${entry.sequence} of the audit log ${wrong}.`);
    }
    next = entry;
  }
  checkCount('audit.jsonl', entries.length, manifest, problems);
}

const report = (problems, manifest = null, key = null) => ({
  problems: [...problems].map(([part, problem]) => ({ part, problem })),
  manifest,
  key,
});

function checkFiles(files, around = []) {
  const problems = new Map();
  const { manifest, key } = checkSigned(files, problems);
  for (const { part, of } of around) {
    // A changed content has another checksum: the content is what was changed.
    if (of === null || !problems.has(of)) problems.set(part, 'It is not as it was written.');
  }
  if (problems.size === 0) {
    try {
      checkSaid(files, manifest, key, problems);
    } catch (error) {
      problems.set('contents', `They can’t be read: ${error.message}`);
    }
  }
  return report(problems, manifest, key);
}

/** Checks the bytes of a zip. */
export function checkZip(zip) {
  const opened = openZip(zip);
  if (opened !== null) return checkFiles(opened.files, opened.around);
  return report(new Map([['zip', 'It is cut off, or it is not an evidence pack.']]));
}

/** Checks the bytes of a pack or of an exported audit log, which begins as JSON does. */
export const checkFile = (bytes) => (bytes[0] === 0x7b ? checkLog(bytes) : checkZip(bytes));

/** Checks an unpacked folder. */
export function checkFolder(folder) {
  const missing = FILES.filter((name) => !existsSync(join(folder, name)));
  const added = readdirSync(folder).filter((name) => !FILES.includes(name));
  const odd = [
    ...missing.map((name) => [name, 'It is missing.']),
    ...added.map((name) => [name, 'It does not belong to the pack.']),
  ];
  if (missing.length > 0) return report(new Map(odd));
  const checked = checkFiles(
    new Map(FILES.map((name) => [name, readFileSync(join(folder, name))])),
  );
  const more = odd.map(([part, problem]) => ({ part, problem }));
  return { ...checked, problems: [...checked.problems, ...more] };
}

/** As Causeway shows it: the first 16 bytes of the key, in fours. */
const fingerprintOf = (key) => key.slice(0, 32).match(/.{4}/g).join(' ');

/** What a terminal obeys, or does not show, is spelled: anybody can have written the words of a pack. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
const seen = (text) => text.replace(unseen, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
const print = (line) => process.stdout.write(`${seen(line)}\n`);

/** What a person reads of a pack: whose it is, and what no check of it covers. */
function aboutPack(manifest) {
  if (manifest === null) return { about: [], limits: [] };
  const { subject, madeAt, knownAt, profile, head } = manifest;
  const erased = (manifest.erased ?? []).map(({ customerId, at }) => `${customerId} on ${at}`);
  return {
    about: [
      `Evidence pack of: ${subject.words}`,
      `Made: ${madeAt}, data as of ${knownAt}, profile ${profile.name}`,
      ...(erased.length > 0 ? [`Personal data erased: ${erased.join(', ')}`] : []),
    ],
    limits:
      head === null
        ? ['Not covered: the audit log did not fit its signed head when the pack was made.']
        : [],
  };
}

/** What a person reads: whose file it is, and what does not fit. */
function tell({ problems, key, about, limits }, isOther, isCompared) {
  for (const line of about) print(line);
  if (key) print(`Signing key: ${fingerprintOf(key)}`);
  for (const { part, problem } of problems) print(`DOES NOT FIT: ${part}: ${problem}`);
  if (isOther) print('The signing key: It is not the one that you named.');
  const isIntact = problems.length === 0 && !isOther;
  for (const line of isIntact ? limits : []) print(line);
  if (isIntact && !isCompared) {
    print('Compare the signing key with the one under Audit log in Causeway, or pass --key.');
  }
  const verdict = isOther ? 'SIGNED BY ANOTHER KEY' : 'INTACT';
  print(problems.length > 0 ? 'NOT INTACT.' : `${verdict}: every byte is as it was signed.`);
  return isIntact;
}

/** Says that nothing was checked. */
function refuse(line) {
  process.stderr.write(`${seen(line)}\n`);
  return WRONG_USAGE;
}

function run(values) {
  const at = values.indexOf('--key');
  const wanted = at === -1 ? null : (values[at + 1] ?? '').replaceAll(/\s/g, '').toLowerCase();
  const places = values.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  const place = places[0] ?? dirname(fileURLToPath(import.meta.url));
  if (wanted !== null && !/^[0-9a-f]{32,64}$/.test(wanted))
    return refuse('What follows --key is not a key. Give the signing key as Causeway shows it.');
  if (!existsSync(place)) return refuse(`No such file: ${place}`);
  const isFolder = statSync(place).isDirectory();
  const checked = isFolder ? checkFolder(place) : checkFile(readFileSync(place));
  const isOther = wanted !== null && !checked.key?.startsWith(wanted);
  const said = { ...aboutPack(checked.manifest), ...checked };
  return tell(said, isOther, wanted !== null) ? 0 : 1;
}

const started = process.argv[1] ?? '';
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url))
  process.exitCode = run(process.argv.slice(2));
