/**
 * Diagnostics for whoever helps: one JSON file of versions, counts, states and times. Closed: what is not
 * named here can't be in it, and no field takes a text from outside. Profiles go by a number.
 */
import { z } from 'zod';
import { exportFile } from './exports.ts';
import { intentState } from './intents.ts';
import { lockSettings } from './lock.ts';
import { makesFile, reads } from './procedure.ts';
import { environment, profileMode, tokenFacts } from './profiles.ts';
import { tunnelKind, tunnelState } from './tunnels.ts';
import { vaultBacking } from './vault.ts';
import { rejectedView, writerView } from './webhooks.ts';

const count = z.int().min(0);
const time = z.iso.datetime();
/** Numbers alone: the rest of a version may be anybody's words. */
const version = z.string().regex(/^\d{1,6}(?:\.\d{1,6}){0,3}$/);

/** Why a part is not there. */
export const diagnosticsGap = z.enum([
  'locked',
  'not-open',
  'no-database',
  'key-lost',
  'unreadable',
  'newer-version',
  'took-too-long',
  'in-use',
  'failed',
]);
export type DiagnosticsGap = z.infer<typeof diagnosticsGap>;

/** Classes of errors; every other is `other`. */
export const errorClass = z.enum([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'AbortError',
  'TimeoutError',
  'SqliteError',
  'ZodError',
  'ORPCError',
  'ValidationError',
  'Failed',
  'VaultError',
  'ProfileError',
  'BackupError',
  'ExportError',
  'TunnelError',
  'WrongDatabaseKey',
  'DatabaseTooNew',
  'DatabaseTooOld',
  'ThreadEnded',
  'TookTooMuch',
  'Refused',
  'ReceiverPortTaken',
  'ReceiverDown',
  'InboxKeyLost',
  'UnreadableDelivery',
  'IndexUnreadable',
  'UnpackedChanged',
  'NotStored',
  'IntentConflict',
  'NotOurs',
  'other',
]);

/** Their codes, SQLite’s without what follows its first part; every other is `other`. */
export const diagnosticsErrorCode = z.enum([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOSPC',
  'EBUSY',
  'EEXIST',
  'EMFILE',
  'ENFILE',
  'EIO',
  'ENOTDIR',
  'EISDIR',
  'ENOTEMPTY',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_WORKER_OUT_OF_MEMORY',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'SQLITE_CONSTRAINT',
  'SQLITE_ERROR',
  'SQLITE_MISUSE',
  'SQLITE_NOMEM',
  'LOCKED',
  'INVALID',
  'NOT_FOUND',
  'locked',
  'wrong-passphrase',
  'key-lost',
  'damaged',
  'not-kept',
  'keychain',
  'not-written',
  'truncated',
  'wrong-key',
  'other',
]);

const recordKinds = [
  'customer',
  'virtualAccount',
  'bankAccount',
  'webhook',
  'event',
  'wallet',
  'address',
  'paymentLink',
  'payout',
  'other',
] as const;
export const diagnosticsRecordKind = z.enum(recordKinds);

const counted = z.strictObject({
  /** Changes of the database’s schema: those made, those still to come, those of a newer version. */
  schema: z.strictObject({ applied: count, missing: count, unknown: count }),
  records: z.partialRecord(diagnosticsRecordKind, count),
  observations: count,
  requests: z.partialRecord(intentState, count),
  auditEntries: count,
});
export type DiagnosticsCounts = z.infer<typeof counted>;

const profile = z.strictObject({
  /** Its number: names, base URLs and IDs stay out. */
  profile: z.int().min(1),
  environment,
  /** null while it is not known: the vault keeps it. */
  mode: profileMode.nullable(),
  baseUrl: z.enum(['built-in', 'loopback', 'elsewhere']),
  isSelected: z.boolean(),
  isOpen: z.boolean(),
  isRemoved: z.boolean(),
  token: z.enum(['none', ...tokenFacts.shape.proof.options]),
  data: counted.nullable(),
  dataMissing: diagnosticsGap.nullable(),
  /** State of the open profile's audit log as last checked; null for any other profile. */
  audit: z
    .strictObject({
      check: z.enum(['not-checked', 'running', 'intact', 'broken', 'failed']),
      checkedAt: time.nullable(),
      alarm: z.enum(['none', 'cut', 'replaced', 'missing', 'unreadable', 'foreign']),
    })
    .nullable(),
  service: z
    .enum(['not-tried', 'reachable', 'unreachable', 'token-refused', 'no-token'])
    .nullable(),
  timeline: z
    .strictObject({
      indexed: count,
      total: count,
      isRebuilding: z.boolean(),
      hasFailed: z.boolean(),
    })
    .nullable(),
  /** null while the receiver is not open. */
  deliveries: z
    .strictObject({
      paths: count,
      /** Deliveries by what the first check said. */
      signatures: z.strictObject({
        verified: count,
        verifiedReserialised: count,
        duplicateKeys: count,
        otherWebhook: count,
        invalid: count,
        unsigned: count,
        notChecked: count,
      }),
      duplicates: count,
      awaitingSecret: count,
      quarantined: count,
      droppedFromQuarantine: count,
      rejected: count,
      answers: count,
      averageAnswerMs: z.number().min(0).nullable(),
      lastAt: time.nullable(),
    })
    .nullable(),
});
export type DiagnosticsProfile = z.infer<typeof profile>;

const fileKind = z.enum([
  'records',
  'timeline',
  'inbox',
  'coverage',
  'sandbox',
  'exports',
  'anchors',
  'vault',
  'session',
  'log',
  'other',
]);
export type DiagnosticsFileKind = z.infer<typeof fileKind>;

/** Each is null where it could not be found out; `missing` says why. */
export const diagnosticsParts = {
  program: z.strictObject({
    version,
    host: z.enum(['electron', 'browser']),
    builtAt: time,
    startedAt: time,
    node: version,
    electron: version.nullable(),
    chromium: version.nullable(),
  }),
  system: z.strictObject({
    platform: z.enum(['linux', 'darwin', 'win32', 'other']),
    release: version.nullable(),
    architecture: z.enum(['x64', 'arm64', 'other']),
    processors: count,
    memoryBytes: count,
    freeMemoryBytes: count,
    programMemoryBytes: count,
  }),
  disk: z.strictObject({ freeBytes: count, totalBytes: count }),
  vault: z.strictObject({
    state: z.enum(['choose', 'locked', 'unlocked']),
    storedIn: vaultBacking.nullable(),
    isKeychainSilent: z.boolean(),
    recoveryKeyMadeAt: time.nullable(),
  }),
  lock: lockSettings.extend({ isDefault: z.boolean() }).strict(),
  backups: z.strictObject({
    hasFolder: z.boolean(),
    everyRequests: count.nullable(),
    isRunning: z.boolean(),
    /** The newest that was written and read back. */
    lastAt: time.nullable(),
    lastAgeSeconds: count.nullable(),
    lastBytes: count.nullable(),
    failedAt: time.nullable(),
  }),
  receiver: z.strictObject({
    isListening: z.boolean(),
    writer: writerView.omit({ sentence: true, since: true }).strict().nullable(),
    rejected: rejectedView.strict().nullable(),
  }),
  tunnels: z.array(
    z.strictObject({
      kind: tunnelKind,
      state: tunnelState,
      isWanted: z.boolean(),
      since: time.nullable(),
      lastCheckPassedAt: time.nullable(),
      lastCheckMs: z.number().min(0).nullable(),
      failures: count,
    }),
  ),
  profiles: z.array(profile),
  files: z.array(
    z.strictObject({
      kind: fileKind,
      /** Number of the profile; null where it is of the installation, or of one that is not listed. */
      profile: z.int().min(1).nullable(),
      files: count,
      bytes: count,
    }),
  ),
  /** Since the start, by the program’s own log: no words of it. */
  errors: z.strictObject({
    warnings: count,
    errors: count,
    last: z.array(
      z.strictObject({
        at: time,
        level: z.enum(['warning', 'error']),
        class: errorClass.nullable(),
        code: diagnosticsErrorCode.nullable(),
      }),
    ),
  }),
} as const;
export type DiagnosticsPart = keyof typeof diagnosticsParts;

const partNames = Object.keys(diagnosticsParts) as [DiagnosticsPart, ...DiagnosticsPart[]];
type Shapes = { [Name in DiagnosticsPart]: z.ZodNullable<(typeof diagnosticsParts)[Name]> };

export const diagnosticsBundle = z.strictObject({
  format: z.literal('causeway-diagnostics'),
  formatVersion: z.literal(1),
  madeAt: time,
  /** Parts that are null, and why. */
  missing: z.array(z.strictObject({ part: z.enum(partNames), why: diagnosticsGap })),
  ...(Object.fromEntries(
    Object.entries(diagnosticsParts).map(([name, part]) => [name, part.nullable()]),
  ) as Shapes),
});
export type DiagnosticsBundle = z.infer<typeof diagnosticsBundle>;

const byId = z.strictObject({ id: z.string() });

export const diagnosticsContract = {
  /** Collected now; while it is locked, too. `text` is the file, byte for byte. */
  get: reads.output(z.object({ id: z.string(), fileName: z.string(), text: z.string() })),
  /** Begins to save what was shown. NOT_FOUND for what main no longer has. */
  save: makesFile.input(byId).output(exportFile),
  /** The file that is being saved, as `exports.get`. */
  file: reads.input(byId).output(exportFile),
};
