import type { Progress, Proof } from './proof.ts';

/** What is known of a proof. */
export interface Known {
  readonly proof: Pick<Proof, 'name' | 'claim' | 'batches'>;
  readonly progress: Progress;
}

/** The text of docs/proofs.md: a row for each proof, also for one that has not run. */
export const proofsPage = (known: readonly Known[], whereAndWhat: string): string => `# Proofs

Fault and load tests at full counts, by \`npm run prove\`. \`npm test\` runs the same code, short and seeded.

${whereAndWhat}

| Proof | What must hold | Count | Seen | Result |
|---|---|---|---|---|
${known.map(row).join('\n')}
`;

function row({ proof, progress: { done, figures, breaches } }: Known): string {
  const seen = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  const counts = done < proof.batches ? `${done} of ${proof.batches} batches` : 'full';
  return `| ${proof.name} | ${proof.claim} | ${counts} | ${seen.join(', ')} | ${resultOf(done, proof.batches, breaches)} |`;
}

/** `held` is a word for the full count alone. */
function resultOf(done: number, batches: number, breaches: readonly string[]): string {
  if (done === 0) return 'not run';
  if (breaches.length > 0) return `**broken ${breaches.length} times**`;
  return done < batches ? `unbroken in ${done} of ${batches}` : 'held';
}
