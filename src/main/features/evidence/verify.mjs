#!/usr/bin/env node
// Checks an evidence pack of Causeway: `node verify.mjs [PACK.zip or folder] [--key FINGERPRINT]`.
// Plain JavaScript for Node 20 or newer that needs nothing else. It names every part that does not fit.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONTENT = ['deliveries', 'requests', 'records', 'sources', 'sign-offs'].map(
  (name) => `${name}.jsonl`,
);
const SIGNED = [...CONTENT, 'audit.jsonl', 'report.html', 'verify.mjs'];
/** All files of a pack, in the order in which they stand in the zip. */
const FILES = [...SIGNED, 'manifest.json', 'manifest.sig'];
const WRONG_USAGE = 2;
const GENESIS = '0'.repeat(64);

const sha256 = (...pieces) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};
const hex = (...pieces) => sha256(...pieces).toString('hex');

/** RFC 8785, of what JSON.parse gives. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

function isSignedBy(key, purpose, content, signature) {
  try {
    const der = Buffer.from(`302a300506032b6570032100${key}`, 'hex');
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const bytes = Buffer.from(`${purpose}\n${content}`);
    return verify(null, bytes, publicKey, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

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

function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function* linesOf(bytes) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const until = end === -1 ? bytes.length : end;
    yield JSON.parse(bytes.toString('utf8', from, until));
    from = until + 1;
  }
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
  if (manifest.head !== null) checkHead(manifest, key, problems);
  checkAudit(files.get('audit.jsonl'), manifest, problems);
}

function checkCount(name, count, manifest, problems) {
  if (manifest.lines[name] === count) return;
  problems.set(name, `It has ${count} lines; the manifest says ${manifest.lines[name]}.`);
}

function checkHead({ head, profile, installationId }, key, problems) {
  const { signature, ...statement } = head;
  if (!isSignedBy(head.key, 'causeway audit head', canonical(statement), signature)) {
    problems.set('manifest.json', 'The signature of the audit log’s head does not fit.');
  } else if (head.key !== key) {
    problems.set('manifest.json', 'The head of the audit log was signed with another key.');
  } else if (head.profileId !== profile.id || head.installationId !== installationId) {
    problems.set('manifest.json', 'The head is of another audit log.');
  }
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

/** An entry is in the log by its path to the signed root, or by the next entry, which holds its hash. */
function wrongOf(entry, next, head) {
  const { sequence, at, action, facts, hash, before, path } = entry;
  const [named, dated] = [JSON.stringify(action), JSON.stringify(at)];
  const body = `{"action":${named},"at":${dated},"facts":${facts},"sequence":${sequence}}`;
  if (facts !== null && hex(before, body) !== hash) return 'has another hash';
  if (facts !== null && !hasItsWords(JSON.parse(facts), entry.beside)) return 'has other words';
  if (sequence === 1 && before !== GENESIS) return 'is not the first';
  if (next !== null && next.sequence <= sequence) return 'is out of order';
  if (head === null) return null;
  if (path !== undefined)
    return rootBy(entry, head) === head.root ? null : 'is not in the signed log';
  const isLinked = next !== null && next.sequence === sequence + 1 && next.before === hash;
  return isLinked ? null : 'is not covered by the signed head';
}

/** What people wrote stands beside an entry, which holds a salted hash of it: so it can be erased. */
const hasItsWords = (facts, beside) =>
  beside === undefined ||
  Object.entries(beside.words).every(
    ([name, text]) => facts[name] === `sha256:${hex(`${beside.salt}\n${name}\n${text}`)}`,
  );

/** The root of the tree over the log (RFC 6962) that the entry's path leads to; null where it leads nowhere. */
function rootBy({ hash, sequence, path }, { sequence: size }) {
  if (sequence > size) return null;
  const node = (left, right) => sha256(Buffer.of(1), left, right);
  const rest = path.map((one) => Buffer.from(one, 'hex'));
  let root = sha256(Buffer.of(0), Buffer.from(hash, 'hex'));
  for (let place = sequence - 1, count = size; count > 1; ) {
    const isLeft = place % 2 === 0;
    if (!isLeft || place + 1 < count) {
      const beside = rest.shift();
      if (beside === undefined) return null;
      root = isLeft ? node(root, beside) : node(beside, root);
    }
    place = Math.floor(place / 2);
    count = Math.ceil(count / 2);
  }
  return rest.length === 0 ? root.toString('hex') : null;
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Little-endian numbers, each as [value, bytes]. */
function packed(...fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
const named = (bytes, name) => Buffer.concat([bytes, Buffer.from(name)]);
/** Version 2.0, sizes behind the content, UTF-8, not compressed, 1 January 1980. */
const common = [
  [20, 2],
  [0x0808, 2],
  [0, 2],
  [0, 2],
  [0x0021, 2],
];
const localHeader = (name) =>
  named(packed([0x04034b50, 4], ...common, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name);
const descriptor = (crc, size) => packed([0x08074b50, 4], [crc, 4], [size, 4], [size, 4]);
function centralEntry(name, crc, size, offset) {
  const about = [
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 4],
    [0, 4],
  ];
  const place = [
    [0o100644 * 65536, 4],
    [offset, 4],
  ];
  return named(packed([0x02014b50, 4], [0x0314, 2], ...common, ...about, ...place), name);
}
function endRecord(size, offset) {
  const count = FILES.length;
  return packed([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
}

const CENTRAL_SIZE = FILES.reduce((sum, name) => sum + 46 + name.length, 0);
const END_SIZE = 22;
const DESCRIPTOR_SIZE = 16;

/** Sizes as the central directory has them; null where they do not fill the file. */
function sizesByCentral(zip, start) {
  if (start < 0) return null;
  const sizes = [];
  let at = start;
  let sum = 0;
  for (const name of FILES) {
    const size = zip.readUInt32LE(at + 24);
    sizes.push(size);
    sum += 30 + name.length + size + DESCRIPTOR_SIZE;
    at += 46 + name.length;
  }
  return sum === start ? sizes : null;
}

/** Sizes by where the headers of the files stand; null where one is missing. */
function sizesByHeaders(zip, start) {
  const sizes = [];
  let at = 0;
  for (const [index, name] of FILES.entries()) {
    const from = at + 30 + name.length;
    const next = FILES[index + 1];
    const until = next === undefined ? start : zip.indexOf(localHeader(next), from);
    const size = until - DESCRIPTOR_SIZE - from;
    if (size < 0) return null;
    sizes.push(size);
    at = until;
  }
  return sizes;
}

/** The files of a zip, and which parts of the zip around them are not as they were written. */
function openZip(zip) {
  const start = zip.length - END_SIZE - CENTRAL_SIZE;
  const sizes = sizesByCentral(zip, start) ?? sizesByHeaders(zip, start);
  if (sizes === null) return null;
  const files = new Map();
  const around = [];
  const compare = (part, at, expected, of) => {
    const found = zip.subarray(at, at + expected.length);
    if (!found.equals(expected)) around.push({ part, of });
  };
  const directory = [];
  let at = 0;
  for (const [index, name] of FILES.entries()) {
    const offset = at;
    const header = localHeader(name);
    compare(`zip header of ${name}`, at, header, null);
    at += header.length;
    const content = zip.subarray(at, at + sizes[index]);
    files.set(name, content);
    at += content.length;
    const crc = crc32(content);
    compare(`zip checksum of ${name}`, at, descriptor(crc, content.length), name);
    at += DESCRIPTOR_SIZE;
    directory.push([name, centralEntry(name, crc, content.length, offset)]);
  }
  for (const [name, entry] of directory) {
    compare(`zip directory entry of ${name}`, at, entry, name);
    at += entry.length;
  }
  compare('end of the zip', at, endRecord(CENTRAL_SIZE, start), null);
  return { files, around };
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

/** What a person reads: whose pack it is, and what does not fit. */
function tell({ problems, manifest, key }, isOther, isCompared) {
  if (manifest !== null) {
    const { subject, madeAt, knownAt, profile } = manifest;
    print(`Evidence pack of: ${subject.words}`);
    print(`Made: ${madeAt}, data as of ${knownAt}, profile ${profile.name}`);
    const erased = (manifest.erased ?? []).map(({ customerId, at }) => `${customerId} on ${at}`);
    if (erased.length > 0) print(`Personal data erased: ${erased.join(', ')}`);
  }
  if (key) print(`Signing key: ${fingerprintOf(key)}`);
  for (const { part, problem } of problems) print(`DOES NOT FIT: ${part}: ${problem}`);
  if (isOther) print('The signing key: It is not the one that you named.');
  const isIntact = problems.length === 0 && !isOther;
  if (isIntact && manifest.head === null) {
    print('Not covered: the audit log did not fit its signed head when the pack was made.');
  }
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
  const checked = isFolder ? checkFolder(place) : checkZip(readFileSync(place));
  const isOther = wanted !== null && !checked.key?.startsWith(wanted);
  return tell(checked, isOther, wanted !== null) ? 0 : 1;
}

const started = process.argv[1] ?? '';
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url))
  process.exitCode = run(process.argv.slice(2));
