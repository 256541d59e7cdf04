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

export function* linesOf(bytes) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const until = end === -1 ? bytes.length : end;
    yield JSON.parse(bytes.toString('utf8', from, until));
    from = until + 1;
  }
}

export function checkHead({ head, profile, installationId }, key, problems) {
  const { signature, ...statement } = head;
  if (!isSignedBy(head.key, 'causeway audit head', canonical(statement), signature)) {
    problems.set('manifest.json', 'The signature of the audit log’s head does not fit.');
  } else if (head.key !== key) {
    problems.set('manifest.json', 'The head of the audit log was signed with another key.');
  } else if (head.profileId !== profile.id || head.installationId !== installationId) {
    problems.set('manifest.json', 'The head is of another audit log.');
  }
}

/** An entry is in the log by its path to the signed root, or by the next entry, which holds its hash. */
export function wrongOf(entry, next, head) {
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
