/** Many creates from one file. */
import { implement } from '@orpc/server';
import { bulkContract } from '../../../bridge/bulk-contract.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { isMarkedRestored, unmarkRestored } from '../../core/profiles/restored-mark.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { type AccountConcernsParts, accountConcerns } from './account-concerns.ts';
import { type Bulk, openBulk } from './bulk.ts';
import { readFile } from './reading/read-file.ts';
import { bulkMigrations } from './runs/migrations.ts';

interface Uses extends Omit<AccountConcernsParts, 'records'> {
  readonly addressBook: AddressBook;
}

const { upload, drafts, runs, file } = implement(bulkContract);

export const bulkFeature: Feature<'bulk', Bulk, Uses> = {
  migrations: bulkMigrations,
  open(core, uses) {
    const { addressBook } = uses;
    const concerns = accountConcerns({ ...core, ...uses });
    const isRestored = isMarkedRestored(core.directory);
    const secrets = core.known;
    const api = openBulk({ ...core, readFile, addressBook, secrets, concerns, isRestored });
    unmarkRestored(core.directory);
    return { api, drain: api.close };
  },
  procedures: (of) => ({
    bulk: {
      upload: {
        begin: upload.begin.handler(({ input: { profileId, ...file } }) =>
          of(profileId).upload.begin(file),
        ),
        append: upload.append.handler(({ input }) => of().upload.append(input)),
        finish: upload.finish.handler(({ input }) => of().upload.finish(input.uploadId)),
      },
      drafts: {
        get: drafts.get.handler(({ input }) => of().drafts.get(input.id)),
        list: drafts.list.handler(() => of().drafts.list()),
        map: drafts.map.handler(({ input }) => of().drafts.map(input.id, input.columns)),
        chooseSheet: drafts.chooseSheet.handler(({ input }) =>
          of().drafts.chooseSheet(input.id, input.sheet),
        ),
        takeFirstRow: drafts.takeFirstRow.handler(({ input }) =>
          of().drafts.takeFirstRow(input.id, input.as),
        ),
        takeHiddenRows: drafts.takeHiddenRows.handler(({ input }) =>
          of().drafts.takeHiddenRows(input.id, input.as),
        ),
        rows: drafts.rows.handler(({ input }) => of().drafts.rows(input)),
        remarks: drafts.remarks.handler(({ input }) => ({
          kinds: of().drafts.remarks(input.id, input.standing),
        })),
        include: drafts.include.handler(({ input }) =>
          of().drafts.include(input.id, input.rows, input.included),
        ),
        correct: drafts.correct.handler(({ input }) =>
          of().drafts.correct(input.id, input.row, input.values),
        ),
        discard: drafts.discard.handler(({ input }) => ({
          discarded: of().drafts.discard(input.id),
        })),
        start: drafts.start.handler(({ input: { profileId, ...order } }) =>
          of(profileId).drafts.start(order),
        ),
      },
      runs: {
        list: runs.list.handler(({ input }) => of().runs.list(input)),
        get: runs.get.handler(({ input }) => of().runs.get(input.id)),
        pause: runs.pause.handler(({ input }) => of(input.profileId).runs.pause(input.id)),
        goOn: runs.goOn.handler(({ input }) =>
          of(input.profileId).runs.goOn(input.id, input.knownAt),
        ),
        stop: runs.stop.handler(({ input }) => of(input.profileId).runs.stop(input.id)),
        rows: runs.rows.handler(({ input }) => of().runs.rows(input)),
      },
      file: file.handler(({ input }) => of().file(input.subject, input.format)),
    },
  }),
};
