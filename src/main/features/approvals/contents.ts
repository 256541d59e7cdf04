/** What entries of approvals say: canonical JSON, so that the same content is the same bytes. */
import { z } from 'zod';
import { approvalLimit, approvalRule } from '../../../bridge/approvals.ts';
import { writeNames } from '../../../contract/writes.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { hex16, hex32 } from '../../../team-log/entry.ts';
import type { ApprovalKind } from '../../../team-log/kinds.ts';

const person = z.string().max(200).nullable();
const note = z.string().max(1_000);

const policy = z.strictObject({
  version: z.literal(1),
  what: z.literal('policy'),
  /** Hashes of the policies that this one takes the place of. */
  supersedes: z.array(hex32).max(100),
  rules: z.array(approvalRule).max(50),
  limits: z.array(approvalLimit).max(10),
  allowWithoutDatabase: z.boolean(),
  person,
});
export type PolicyContent = z.infer<typeof policy>;

const confirmed = z.array(z.string().max(200)).max(1_000);

/** What is sent, byte for byte, and how this computer sends it. */
const request = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('write'),
    operation: z.enum(writeNames),
    input: z.record(z.string(), z.unknown()),
    /** Key of the intent that a person sends again; null for a new request. */
    repeats: hex16.nullable(),
    confirmed,
    /** The company’s own name for a customer: never sent to the service. */
    ownName: z.string().max(200),
    /** Address that was read, and what was confirmed, for a virtual account. */
    reviewedAddress: z.string().max(256).nullable(),
    confirmations: z.array(z.string().max(1_000)).max(20),
  }),
  z.strictObject({
    what: z.literal('bulk'),
    kind: z.enum(['customer', 'virtualAccount']),
    fileName: z.string().max(500),
    /** SHA-256 of the file. */
    sha256: hex32,
    /** Headings, and what they were read as. */
    columns: z
      .array(z.strictObject({ heading: z.string(), field: z.string().nullable() }))
      .max(500),
    /** All rows that are sent, in the order of the file. */
    rows: z
      .array(
        z.strictObject({
          row: z.int().min(1),
          input: z.record(z.string(), z.unknown()),
          /** Like something that is known, and included by a person. */
          isSecond: z.boolean(),
          /** Kept beside what is created, and never sent. */
          name: z.string().nullable(),
          reference: z.string().nullable(),
          ownName: z.string().nullable(),
        }),
      )
      .min(1)
      .max(50_000),
  }),
]);
export type ProposedRequest = z.infer<typeof request>;

const proposal = z.strictObject({
  version: z.literal(1),
  what: z.literal('proposal'),
  request,
  /** Key of the first try; those of later ones: see keyOfTry. For a file the ID of its run. */
  intentKey: hex16,
  /** Hashes of the policies that counted, as far as its maker knew. */
  policies: z.array(hex32).max(100),
  /** How many approvals the policies ask for, as its maker’s computer found. */
  approvers: z.int().min(0).max(100),
  reasons: z.array(z.string().max(500)).max(100),
  /** What the maker saw beside the request. */
  facts: z.array(z.tuple([z.string().max(200), z.string().max(2_000)])).max(100),
  warnings: z.array(z.string().max(1_000)).max(100),
  note,
  person,
  /** ISO 8601 UTC. */
  expiresAt: z.iso.datetime(),
});
export type RequestedContent = z.infer<typeof proposal>;

const withdrawal = z.strictObject({
  version: z.literal(1),
  what: z.literal('withdrawal'),
  proposal: hex32,
  /** A file that was started says so here: its rows have keys of their own. */
  why: z.enum(['withdrawn', 'started']),
  note,
  person,
});
export type WithdrawalContent = z.infer<typeof withdrawal>;

const approval = z.strictObject({
  version: z.literal(1),
  what: z.literal('approval'),
  /** Hash of the proposal's entry. */
  proposal: hex32,
  /** SHA-256 of the proposal's content: the bytes that were read. */
  digest: hex32,
  decision: z.enum(['approved', 'refused']),
  note,
  person,
});
export type ApprovalContent = z.infer<typeof approval>;

const content = z.discriminatedUnion('what', [policy, proposal, withdrawal, approval]);
export type Content = z.infer<typeof content>;

export const contentBytes = (value: Content): Buffer => Buffer.from(canonicalJson(value));

/** null for what is not canonical JSON of this kind. */
export function readContent(kind: ApprovalKind, bytes: Uint8Array): Content | null {
  const text = Buffer.from(bytes).toString();
  try {
    const value = readJson(content, text);
    return value.what === kind && canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}

/** Plain JSON of an input: what is undefined is not sent. */
export const plain = (input: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(input)) as Record<string, unknown>;

/** Names exactly what is sent. */
export const digestOfWrite = (operation: string, input: object): string =>
  sha256Hex(canonicalJson({ operation, input: plain(input) }));

/** Names exactly what is sent of a file: every row, and nothing else of it. */
export const digestOfRows = (
  kind: string,
  rows: readonly { readonly row: number; readonly input: object; readonly isSecond: boolean }[],
): string =>
  sha256Hex(
    canonicalJson({
      kind,
      rows: rows.map(({ row, input, isSecond }) => ({ row, input: plain(input), isSecond })),
    }),
  );

export const digestOfRequest = (proposed: ProposedRequest): string =>
  proposed.what === 'write'
    ? digestOfWrite(proposed.operation, proposed.input)
    : digestOfRows(proposed.kind, proposed.rows);

/**
 * Under which key a proposal is sent: every try that left nothing (`not-sent`) is followed by one under the next
 * key, the same on all computers. @param after tries before, 0 for the first
 */
export const keyOfTry = (proposal: string, intentKey: string, after: number): string =>
  after === 0 ? intentKey : sha256Hex(`causeway approved ${proposal} ${after}`).slice(0, 32);
