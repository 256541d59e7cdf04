/** What is durable under power cuts, at full counts. */
import { type BatchReport, inOwnDirectory, type Proof } from '../proof.ts';
import { backupCuts } from './backup-cuts.ts';
import { filesCuts } from './files-cuts.ts';
import { inboxCuts } from './inbox-cuts.ts';
import { keysCuts } from './keys-cuts.ts';
import type { CutReport } from './power-cuts.ts';
import { recordsCuts } from './records-cuts.ts';
import { sandboxCuts } from './sandbox-cuts.ts';

interface Counted extends CutReport {
  readonly syncs?: number;
}

/** `owed`: how many syncs there have to be at least. */
function reportOf({ breaches, ...figures }: Counted, owed = 0): BatchReport {
  const { syncs = 0 } = figures;
  const short = syncs < owed ? [`${owed} transactions, but ${syncs} syncs`] : [];
  return { figures, breaches: [...breaches, ...short] };
}

export const inboxUnderPowerCut: Proof = {
  name: 'receiver under power cut',
  claim: 'nothing acknowledged is lost with what was not forced to the disk',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) => {
      const report = await inboxCuts({ directory, deliveries: 400, cuts: 20, seed });
      return reportOf(report, report.groups);
    }),
};

export const recordsUnderPowerCut: Proof = {
  name: 'Records under power cut',
  claim:
    'no write was sent that is not in the journal, and nothing that was told as settled is lost',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) => {
      const report = await recordsCuts({ directory, writes: 30, cuts: 40, seed });
      return reportOf(report, 2 * report.settled);
    }),
};

export const filesUnderPowerCut: Proof = {
  name: 'Small files under power cut',
  claim: 'each durable file holds what was last kept, whole, and its folder is there',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) =>
      reportOf(await filesCuts({ directory, times: 8, cuts: 40, seed })),
    ),
};

export const backupsUnderPowerCut: Proof = {
  name: 'Backups under power cut',
  claim: 'a backup that was told as written is there, and whatever has a backup’s name is whole',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) =>
      reportOf(await backupCuts({ directory, times: 6, cuts: 40, seed })),
    ),
};

export const keysUnderPowerCut: Proof = {
  name: 'Data keys under power cut',
  claim:
    'the vault and the recovery copy have a key for every database, and every row and sealed value is there',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) => reportOf(await keysCuts({ directory, cuts: 40, seed }))),
};

export const sandboxUnderPowerCut: Proof = {
  name: 'The sandbox under power cut',
  claim: 'every answered create is there',
  batches: 10,
  run: (seed) =>
    inOwnDirectory(async (directory) => {
      const report = await sandboxCuts({ directory, creates: 40, cuts: 40, seed });
      return reportOf(report, report.created);
    }),
};
