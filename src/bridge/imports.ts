/**
 * Bringing what exists: customers, virtual accounts, bank accounts and webhooks that no operation can
 * list (decisions 16), by id, by pasted JSON, or from CSV. Each becomes an observation of source
 * `import`, marked as entered by hand; whatever is observed later completes it.
 *
 *     upload ─▶ preview ─▶ keep
 *     text       read once, compared with what is known, in memory alone: nothing is kept yet
 */
import { z } from 'zod';
import { reads, writesHere } from './procedure.ts';
import { knownAt, ofProfile, page } from './scalars.ts';

/**
 * Most characters of a text, most rows or resources in it, most characters of one resource, and how many
 * rows and problems a view holds.
 */
export const importLimits = {
  characters: 8_000_000,
  rows: 20_000,
  record: 200_000,
  shown: 100,
} as const;

export const importKind = z.enum(['customer', 'virtualAccount', 'bankAccount', 'webhook']);
export type ImportKind = z.infer<typeof importKind>;
/** Kinds that a table has columns for. */
export const importTableKind = z.enum(['customer', 'virtualAccount', 'webhook']);
export type ImportTableKind = z.infer<typeof importTableKind>;

const importId = z.string().regex(/^[0-9a-f]{32}$/);

export const importForm = z.enum(['ids', 'json', 'csv']);
export type ImportForm = z.infer<typeof importForm>;

/** One field that the import would set; null stands for "not there". */
export const importChange = z.object({
  /** Dotted name as the interface spells it. */
  field: z.string(),
  was: z.string().nullable(),
  is: z.string().nullable(),
});

/**
 * - `new`: not known yet;
 * - `adds`: known, and only fields are added that were blank;
 * - `changes`: known, and something would be said otherwise: kept only when a person says so;
 * - `same`: nothing that is not known.
 */
export const importState = z.enum(['new', 'adds', 'changes', 'same']);
export type ImportState = z.infer<typeof importState>;

export const importRow = z.object({
  /** Line of the table, or place in the text, from 1. */
  row: z.int().min(1),
  kind: importKind,
  id: z.string(),
  standing: importState,
  /** Changed fields; for a new record its first fields, those that a person knows it by. */
  changes: z.array(importChange),
  /** How many fields of a new record are not among them. */
  more: z.int().min(0),
  /** Notes on the row: a secret that was left out, a field of another form. */
  notes: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

/** What can't be taken, and why. */
export const importProblem = z.object({
  row: z.int().min(1),
  column: z.string().nullable(),
  reason: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

export const importView = z.object({
  id: importId,
  form: importForm,
  status: z.enum(['preview', 'keeping', 'kept']),
  /** Columns of the table, in its order; `field` null for one that is left out. Empty for other forms. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** Fields that a column may be. */
  fields: z.array(z.string()),
  counts: z.object({
    new: z.int().min(0),
    adds: z.int().min(0),
    changes: z.int().min(0),
    same: z.int().min(0),
    problems: z.int().min(0),
  }),
  /** The first of them, those that would change something first; the others by `rows.list`. */
  rows: z.array(importRow),
  /** The first of them; the others by `problems.list`. */
  problems: z.array(importProblem),
  /** Records that are kept, and those that were left because they changed since the preview. */
  kept: z.int().min(0),
  left: z.int().min(0),
});
export type ImportView = z.infer<typeof importView>;

const ofImport = z.strictObject({ id: importId, ...page });

export const importsContract = {
  /** Adds to a text; `id` null begins one. INVALID when it becomes too long. */
  upload: writesHere
    .input(
      z.strictObject({
        id: importId.nullable(),
        text: z.string().max(300_000),
        /** Name of the file that a new text is from, unchanged; null where the text was pasted. */
        fileName: z.string().max(255).nullable().default(null),
      }),
    )
    .output(z.object({ id: importId, characters: z.int().min(0) })),
  /**
   * Reads what was uploaded and compares it. INVALID for what can't be read at all, and for a private key
   * or a seed phrase anywhere in it: then nothing of it is held any more.
   */
  preview: writesHere
    .input(
      z.strictObject({
        uploadId: importId,
        form: importForm,
        /** Kind of the table's rows. */
        kind: importTableKind.default('customer'),
        /** Customer whose virtual accounts the text lists, for `ids`. */
        customerId: z.string().nullable().default(null),
        /** Field of each column of the table; null lets the headers decide. */
        columns: z.array(z.string().nullable()).nullable().default(null),
      }),
    )
    .output(importView),
  rows: {
    /** Rows of a preview; those that would change something come first. */
    list: reads
      .input(ofImport)
      .output(z.object({ rows: z.array(importRow), total: z.int().min(0) })),
  },
  problems: {
    /** Problems of a preview, in the order of the text. */
    list: reads
      .input(ofImport)
      .output(z.object({ rows: z.array(importProblem), total: z.int().min(0) })),
  },
  /** Keeps what is new and what adds, and with `withChanges` what changes. Resolves when it is durable. */
  keep: writesHere
    .input(
      z.strictObject({
        id: importId,
        ...ofProfile,
        knownAt,
        withChanges: z.boolean().default(false),
      }),
    )
    .output(importView),
  /** A preview, or an import that is being stored; every step of it sends an update of `imports`. */
  get: reads.input(z.strictObject({ id: importId })).output(importView),
};
