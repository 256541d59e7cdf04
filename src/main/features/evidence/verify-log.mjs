// The audit log: its entries, its signed head, and what both stand on; a part of verify.mjs.
import { createHash, createPublicKey, verify } from 'node:crypto';

const GENESIS = '0'.repeat(64);

const sha256 = (...pieces) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};
export const hex = (...pieces) => sha256(...pieces).toString('hex');

/** RFC 8785, of what JSON.parse gives. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

export function isSignedBy(key, purpose, content, signature) {
  try {
    const der = Buffer.from(`302a300506032b6570032100${key}`, 'hex');
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const bytes = Buffer.from(`${purpose}\n${content}`);
    return verify(null, bytes, publicKey, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

export function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function* pieces(bytes) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const until = end === -1 ? bytes.length : end;
    yield bytes.subarray(from, until);
    from = until + 1;
  }
}
export function* linesOf(bytes) {
  for (const piece of pieces(bytes)) yield JSON.parse(piece.toString('utf8'));
}

/** null where the signed head fits, or there is none. */
export function wrongOfHead({ head, profile, installationId }, key) {
  if (head === null) return null;
  const { signature, ...statement } = head;
  if (!isSignedBy(head.key, 'causeway audit head', canonical(statement), signature))
    return 'The signature of the audit log’s head does not fit.';
  if (head.key !== key) return 'The head of the audit log was signed with another key.';
  const isOfLog = head.profileId === profile.id && head.installationId === installationId;
  return isOfLog ? null : 'The head is of another audit log.';
}

/** An entry is in the log by its path to the signed root, or by the next entry, which holds its hash. */
export function wrongOf(entry, next, head) {
  const { sequence, at, action, facts, hash, before, path } = entry;
  const named = JSON.stringify(action);
  const dated = JSON.stringify(at);
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

const isEntry = (value) =>
  Number.isSafeInteger(value?.sequence) &&
  ['at', 'action', 'before', 'hash'].every((name) => typeof value[name] === 'string');

function wrongInChain(entry, last) {
  if (entry.sequence <= last.sequence) return 'is out of order';
  try {
    const facts = entry.facts === null ? null : canonical(entry.facts);
    const wrong = wrongOf({ ...entry, facts }, null, null);
    if (wrong !== null) return wrong;
  } catch {
    return 'can’t be read';
  }
  const isNext = entry.sequence === last.sequence + 1;
  return isNext && entry.before !== last.hash ? 'does not follow the entry before it' : null;
}

const range = (from, to) => (from === to ? `entry ${from}` : `entries ${from} to ${to}`);

/** Goes along the entries of an exported log, and names each that does not fit. */
function followEntries(bytes, isWhole, say) {
  let last = { sequence: 0, hash: GENESIS };
  let count = 0;
  let without = 0;
  for (const piece of pieces(bytes)) {
    count += 1;
    const entry = parsed(piece);
    if (!isEntry(entry)) {
      // The first line says what the file is.
      say(`line ${count + 1}`, 'It is not an entry that can be read.');
      continue;
    }
    const wrong = wrongInChain(entry, last);
    if (wrong !== null) say(`entry ${entry.sequence}`, `It ${wrong}.`);
    if (entry.sequence <= last.sequence) continue;
    if (isWhole && entry.sequence > last.sequence + 1)
      say(range(last.sequence + 1, entry.sequence - 1), 'Missing here.');
    if (entry.facts === null) without += 1;
    last = entry;
  }
  return { last, count, without };
}

function checkEnd({ end, endBytes, covered }, count, key, say) {
  if (end === null) return say('end of the file', 'It is missing: the file was cut off.');
  const { entries, signature } = end;
  if (!isSignedBy(key, 'causeway audit log export', hex(covered), signature))
    say('signature', 'It does not fit: the file is not as it was signed.');
  if (entries !== count)
    say('end of the file', `The file has ${count} entries; its end says ${entries}.`);
  // No signature covers it, and a decoder of hex passes over what follows.
  else if (
    !/^[0-9a-f]{128}$/.test(signature) ||
    !endBytes.equals(Buffer.from(`${JSON.stringify({ entries, signature })}\n`))
  )
    say('end of the file', 'It is not as it was written.');
}

function wrongOfReadHead(statement, key) {
  try {
    return wrongOfHead(statement, key);
  } catch {
    return 'The head of the audit log can’t be read.';
  }
}

function checkLogHead(statement, last, say) {
  const { head, key, part } = statement;
  if (head === null) return;
  const wrong = wrongOfReadHead(statement, key);
  if (wrong !== null) say('first line', wrong);
  else if (part === null && last.sequence < head.sequence)
    say(range(last.sequence + 1, head.sequence), 'Missing at the end.');
  else if (part === null && (last.sequence > head.sequence || last.hash !== head.hash))
    say(`entry ${last.sequence}`, 'It is not the last one of the signed head.');
}

/** What a person reads of an exported log: what it is, and what no check of it covers. */
function aboutLog({ profile, madeAt, part, head }, { count, without }) {
  const filter = part === null ? '' : `, those with ${JSON.stringify(part)}`;
  return {
    about: [
      `Audit log of: profile ${profile.name}, ${part === null ? 'whole' : 'A PART'}`,
      `Made: ${madeAt}, ${count} entries${filter}`,
    ],
    limits: [
      ...(part === null
        ? []
        : [
            'Not covered: entries that are not in the part. The signature says that none was left out.',
          ]),
      ...(without === 0
        ? []
        : [`Not covered: the contents of ${without} entries, left out because of a secret.`]),
      ...(head === null
        ? [
            'Not covered: the end of the log, which did not fit its signed head when the file was made.',
          ]
        : []),
    ],
  };
}

const isStatement = (value) =>
  value?.auditLog === 1 &&
  typeof value.key === 'string' &&
  /^[0-9a-f]{64}$/.test(value.key) &&
  typeof value.profile?.id === 'string' &&
  [value.head, value.part].every((one) => typeof one === 'object');

/** Checks the bytes of an exported audit log (JSON Lines). */
export function checkLog(bytes) {
  const problems = [];
  const say = (part, problem) => void problems.push({ part, problem });
  const start = bytes.indexOf(10) + 1;
  const statement = parsed(bytes.subarray(0, start));
  if (!isStatement(statement)) {
    say('first line', 'It does not say of which audit log the file is.');
    return { problems, manifest: null, key: null };
  }
  const endAt = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const endBytes = bytes.subarray(endAt);
  const read = parsed(endBytes);
  const end = typeof read?.signature === 'string' ? read : null;
  const covered = end === null ? bytes : bytes.subarray(0, endAt);
  const found = followEntries(covered.subarray(start), statement.part === null, say);
  checkLogHead(statement, found.last, say);
  checkEnd({ end, endBytes, covered }, found.count, statement.key, say);
  return { problems, manifest: null, key: statement.key, ...aboutLog(statement, found) };
}
