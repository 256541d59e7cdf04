/** What batches saw, kept in a folder a batch at a time, so that a run that was stopped goes on. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchReport, Proof } from './proof.ts';

type Reports = Readonly<Record<string, BatchReport>>;

export interface KeptReports {
  of(proof: Pick<Proof, 'name'>): readonly BatchReport[];
  /** Numbers of the batches that are not done, from 1. */
  missing(proof: Pick<Proof, 'name' | 'batches'>): readonly number[];
  keep(proof: Pick<Proof, 'name'>, batch: number, report: BatchReport): void;
}

export function keepReports(folder: string): KeptReports {
  mkdirSync(folder, { recursive: true });
  const fileOf = ({ name }: Pick<Proof, 'name'>) =>
    join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  const read = (proof: Pick<Proof, 'name'>): Reports => {
    try {
      return JSON.parse(readFileSync(fileOf(proof), 'utf8')) as Reports;
    } catch {
      return {};
    }
  };
  return {
    of: (proof) => Object.values(read(proof)),
    missing(proof) {
      const done = read(proof);
      const all = Array.from({ length: proof.batches }, (_none, index) => index + 1);
      return all.filter((batch) => done[batch] === undefined);
    },
    keep(proof, batch, report) {
      const file = fileOf(proof);
      // Whole or not at all: what hours have shown is not lost with the run.
      writeFileSync(`${file}.new`, JSON.stringify({ ...read(proof), [batch]: report }));
      renameSync(`${file}.new`, file);
    },
  };
}
