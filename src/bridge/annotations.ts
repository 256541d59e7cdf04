/**
 * What people write beside a record: notes, labels, a reference and a name of their own. None of it goes to
 * the service, and none of it is knowledge of the service: a look back hides what was written later.
 */
import { z } from 'zod';
import { otherKinds } from '../contract/other-kinds.ts';
import { annotationLimits } from './annotation-limits.ts';
import { reads, writesHere } from './procedure.ts';
import { instant, knownAt, ofProfile } from './scalars.ts';

export const annotatedKinds = [
  'customer',
  'virtualAccount',
  'bankAccount',
  'webhook',
  'event',
  'payout',
  ...otherKinds,
] as const;
export const annotatedKind = z.enum(annotatedKinds);
export type AnnotatedKind = z.infer<typeof annotatedKind>;

const annotated = { kind: annotatedKind, id: z.string().min(1).max(200) };
const changed = { ...annotated, ...ofProfile };

export const noteView = z.object({
  noteId: z.string(),
  /** Newest first; the first is what the note says now. */
  versions: z.array(z.object({ text: z.string(), at: instant })).min(1),
});
export type NoteView = z.infer<typeof noteView>;

export const annotationsView = z.object({
  /** Sorted. */
  labels: z.array(z.string()),
  reference: z.string().nullable(),
  /** The desk's own name of a customer; null where none is given, and of every other kind. */
  name: z.string().nullable(),
  /** Other records that carry the same reference. */
  sharedWith: z.array(z.object(annotated)),
  /** Newest first by when they were first written. */
  notes: z.array(noteView),
  /** Labels in use anywhere, those of this kind first, the most frequent first. */
  suggestions: z.array(z.string()),
});
export type AnnotationsView = z.infer<typeof annotationsView>;

/** What a row of a list carries. */
export const rowAnnotations = {
  labels: z.array(z.string()),
  reference: z.string().nullable(),
};

const noteText = z.string().max(annotationLimits.note);

export const annotationsContract = {
  /** Annotations at `knownAt`: without what was written later. What was removed since is not known any more. */
  get: reads.input(z.strictObject({ ...annotated, knownAt })).output(annotationsView),
  /** Puts the set in place of the one before. INVALID for a secret, as all below. */
  setLabels: writesHere
    .input(
      z.strictObject({
        ...changed,
        labels: z.array(z.string().max(annotationLimits.label)).max(annotationLimits.labels),
      }),
    )
    .output(annotationsView),
  /** Empty takes it away. */
  setReference: writesHere
    .input(z.strictObject({ ...changed, reference: z.string().max(annotationLimits.reference) }))
    .output(annotationsView),
  /**
   * A customer's name of the desk's own: shown where the service gives none, as of a business. Empty takes it
   * away. INVALID for another kind.
   */
  setName: writesHere
    .input(z.strictObject({ ...changed, name: z.string().max(annotationLimits.name) }))
    .output(annotationsView),
  addNote: writesHere.input(z.strictObject({ ...changed, text: noteText })).output(annotationsView),
  /** A new version; those before stay. */
  editNote: writesHere
    .input(z.strictObject({ ...changed, noteId: z.string(), text: noteText }))
    .output(annotationsView),
};
