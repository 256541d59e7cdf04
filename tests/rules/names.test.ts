import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/run-command.ts';

/** Words that code once used for these, and uses no more. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  'resolve, reopen': ['settle', 'settles', 'settling', 'settlement', 'settlements'],
  'change, update': ['drift', 'drifted'],
  mismatch: ['departure', 'departures', 'departs', 'departed'],
  'possible match': ['proposal', 'proposals', 'contradicted'],
  'sign-off': ['clearance', 'clearances', 'uncleared'],
  export: ['outgoing'],
  import: ['brought'],
  'receiver, tunnel': ['reception', 'desk'],
  'signature check': ['verdict', 'verdicts', 'judge', 'judged', 'judgement', 'rejudge'],
  source: ['learned', 'heard', 'told', 'said'],
  'response effects': ['lesson', 'lessons'],
  'rate limit, notifier, manager': ['teller', 'keeper', 'patience'],
  'max, require': ['most', 'demand'],
  'time range': ['stretch', 'stretches'],
  lifecycle: ['unheard', 'life', 'lives'],
  'verified, check': ['genuine', 'proof', 'proofs', 'prove', 'proven', 'proving', 'unproven'],
  unconfirmed: ['typed-alone', 'by-hand'],
  'webhook path': ['slot', 'slots'],
  rejected: ['dropped', 'turned'],
  'request, stored': ['journal', 'journalled'],
  'Confirmed created': ['exists', 'absent'],
  duplicate: ['repeat', 'repeats'],
  forwarding: ['forwards'],
  conflict: ['differs'],
  'next step, isRetryable': ['what-to-do', 'can-try-again'],
  target: ['lent', 'loan', 'loans'],
  'row issue': ['remark', 'remarks'],
  route: ['ways'],
};

const ofABackup = 'What holds one copy of a key in a backup, as LUKS calls it; of no webhook.';
const ofForwards = 'Rows of the team, one a delivery that is passed on.';
const ofALog =
  "Of a team's log: it weighs chains and members too, and a signature check is a part of it.";

/** Why these stay. */
const allowed: Readonly<Record<string, string>> = {
  atMost: 'A bound of time, and no maximum of a count.',
  ...Object.fromEntries(
    [
      'Judge',
      'JudgeStore',
      'TeamJudgeStore',
      'Verdict',
      'createJudge',
      'createJudgeStore',
      'src/team-log/judge.ts',
      'src/main/features/team/judge-store.ts',
    ].map((name) => [name, ofALog]),
  ),
  ...Object.fromEntries(
    [
      'KeySlot',
      'recoverySlot',
      'passphraseSlot',
      'openSlots',
      'src/main/core/backup/key-slots.ts',
    ].map((name) => [name, ofABackup]),
  ),
  ...Object.fromEntries(
    ['TeamForwards', 'createTeamForwards', 'src/team-log/forwards.ts'].map((name) => [
      name,
      ofForwards,
    ]),
  ),
  'src/main/features/team/forwards/team-forwarding.ts': ofForwards,
};

const instead = new Map(
  Object.entries(replaced).flatMap(([word, old]) => old.map((one) => [one, word] as const)),
);
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|\/test-[^/]*$|migrations/.test(file),
);

/** `driftKind` → drift, kind; `sign-offs.ts` → sign, offs. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/** Of one word, or of several in a row (`by-hand`). */
function replacedIn(name: string): string[] {
  const words = `-${wordsOf(name).join('-')}-`;
  return [...instead].flatMap(([old, word]) =>
    words.includes(`-${old}-`) ? [`${old} → ${word}`] : [],
  );
}

function exportedFrom(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const names = source.matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  );
  return [...names].map(([, name = '']) => name);
}

test('exported names use the words of the glossary', () => {
  const found = sources.flatMap((file) =>
    exportedFrom(file)
      .filter((name) => !(name in allowed))
      .flatMap((name) => replacedIn(name).map((word) => `${file}: ${name} (${word})`)),
  );
  expect(found).toEqual([]);
});

/** States as databases store them. */
const storedStates = ['absent', 'exists', 'journalled'];
/** Named before the glossary: no other key may use such a word, and one that is renamed goes from here. */
const olderKeys = [
  'canTryAgain',
  'clearance',
  'contradicted',
  'differs',
  'dropped',
  'droppedFromQuarantine',
  'firstLearnedAt',
  'forwards',
  'genuine',
  'genuineReserialised',
  'heard',
  'heardAt',
  'isLent',
  'isSinceTold',
  'journalledAt',
  'judgedAt',
  'judgedBy',
  'lastLearnedAt',
  'lastProofMs',
  'lastProvenAt',
  'lastRepeatAt',
  'learned',
  'most',
  'mostPerDay',
  'notYetJudged',
  'proof',
  'proofs',
  'proposals',
  'prove',
  'provenAt',
  'remark',
  'remarks',
  'repeats',
  'slot',
  'slotPath',
  'statusLearnedAt',
  'told',
  'unheard',
  'verdict',
  'verdicts',
  'webhooksTold',
  'whatToDo',
];

/** Keys of what the page may ask of main. */
function keysOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:^|[{,])\s*(?!\/|\*)(\w+):\s/gm)].map(([, name = '']) => name);
}

test('keys of the bridge use the words of the glossary, but for those named before it', () => {
  const keys = new Set(sources.filter((file) => file.startsWith('src/bridge/')).flatMap(keysOf));
  const found = [...keys].filter((key) => replacedIn(key).length > 0);
  expect(found.toSorted()).toEqual([...storedStates, ...olderKeys].toSorted());
});

test('files are called by the words of the glossary', () => {
  const found = sources
    .filter((file) => !(file in allowed))
    .flatMap((file) => replacedIn(file).map((word) => `${file} (${word})`));
  expect(found).toEqual([]);
});

test('what was replaced is found', () => {
  expect(replacedIn('createTunnelDesk')).toEqual(['desk → receiver, tunnel']);
  expect(replacedIn('told-by.ts')).toEqual(['told → source']);
  expect(replacedIn('isByHand')).toEqual(['by-hand → unconfirmed']);
  expect(replacedIn('unresolvedRequests')).toEqual([]);
});

test.each(['src/main/features', 'src/main/core'])(
  'docs/architecture.md names all of %s',
  (folder) => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const names = globSync(`${folder}/*/`, { cwd: root }).map(
      (path) => path.split('/').at(-1) ?? '',
    );
    expect(names.length).toBeGreaterThan(10);
    expect(
      names.filter(
        (name) => !text.includes(`${folder}/${name}\``) && !text.includes(`\`${name}\``),
      ),
    ).toEqual([]);
  },
);
