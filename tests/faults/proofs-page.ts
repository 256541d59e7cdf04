import type { Progress, Proof } from './proof.ts';

/** What is known of a proof. */
export interface Known {
  readonly proof: Pick<Proof, 'name' | 'claim' | 'batches'>;
  readonly progress: Progress;
}

/**
 * The text of docs/proofs.md: a row for each proof. One that has not run on this commit keeps the row that it has in
 * `before`, the page as it is. `at` says on what commit, processor and load the others ran.
 */
export const proofsPage = (known: readonly Known[], at: string, before: string): string => `# Proofs

Fault and load tests at full counts, by \`npm run prove\`. \`npm test\` runs the same code, short and seeded. On two processors,
24 GiB, linux 6.18 x64, Node 24.21.0; the last column has the commit, the processor and the load.

| Proof | What must hold | Count | Seen | Result | At |
|---|---|---|---|---|---|
${known.map((one) => (one.progress.done === 0 && rowIn(before, one)) || row(one, at)).join('\n')}
`;

const rowIn = (page: string, { proof }: Known) =>
  page.split('\n').find((line) => line.startsWith(`| ${proof.name} | ${proof.claim} |`));

function row({ proof, progress: { done, figures, breaches } }: Known, at: string): string {
  const seen = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  const counts = done < proof.batches ? `${done} of ${proof.batches} batches` : 'full';
  const result = resultOf(done, proof.batches, breaches);
  return `| ${proof.name} | ${proof.claim} | ${counts} | ${seen.join(', ')} | ${result} | ${done === 0 ? '' : at} |`;
}

/** `held` is a word for the full count alone. */
function resultOf(done: number, batches: number, breaches: readonly string[]): string {
  if (done === 0) return 'not run';
  if (breaches.length > 0) return `**broken ${breaches.length} times**`;
  return done < batches ? `unbroken in ${done} of ${batches}` : 'held';
}
