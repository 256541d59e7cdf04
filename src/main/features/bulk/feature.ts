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
  procedures: (api) => ({
    bulk: {
      upload: {
        begin: upload.begin.handler(({ input: { profileId, ...file } }) =>
          api(profileId).upload.begin(file),
        ),
        append: upload.append.handler(({ input }) => api().upload.append(input)),
        finish: upload.finish.handler(({ input }) => api().upload.finish(input.uploadId)),
      },
      drafts: {
        get: drafts.get.handler(({ input }) => api().drafts.get(input.id)),
        list: drafts.list.handler(() => api().drafts.list()),
        map: drafts.map.handler(({ input }) => api().drafts.map(input.id, input.columns)),
        chooseSheet: drafts.chooseSheet.handler(({ input }) =>
          api().drafts.chooseSheet(input.id, input.sheet),
        ),
        takeFirstRow: drafts.takeFirstRow.handler(({ input }) =>
          api().drafts.takeFirstRow(input.id, input.as),
        ),
        takeHiddenRows: drafts.takeHiddenRows.handler(({ input }) =>
          api().drafts.takeHiddenRows(input.id, input.as),
        ),
        rows: drafts.rows.handler(({ input }) => api().drafts.rows(input)),
        remarks: drafts.remarks.handler(({ input }) => ({
          kinds: api().drafts.remarks(input.id, input.standing),
        })),
        include: drafts.include.handler(({ input }) =>
          api().drafts.include(input.id, input.rows, input.included),
        ),
        correct: drafts.correct.handler(({ input }) =>
          api().drafts.correct(input.id, input.row, input.values),
        ),
        discard: drafts.discard.handler(({ input }) => ({
          discarded: api().drafts.discard(input.id),
        })),
        start: drafts.start.handler(({ input: { profileId, ...order } }) =>
          api(profileId).drafts.start(order),
        ),
      },
      runs: {
        list: runs.list.handler(({ input }) => api().runs.list(input)),
        get: runs.get.handler(({ input }) => api().runs.get(input.id)),
        pause: runs.pause.handler(({ input }) => api(input.profileId).runs.pause(input.id)),
        goOn: runs.goOn.handler(({ input }) =>
          api(input.profileId).runs.goOn(input.id, input.knownAt),
        ),
        stop: runs.stop.handler(({ input }) => api(input.profileId).runs.stop(input.id)),
        rows: runs.rows.handler(({ input }) => api().runs.rows(input)),
      },
      file: file.handler(({ input }) => api().file(input.subject, input.format)),
    },
  }),
};
