/** What people write beside any record: labels, an own reference or name, and notes with their history. */
import { Button, Group, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { annotationLimits } from '../../../bridge/annotation-limits.ts';
import type { AnnotatedKind, AnnotationsView } from '../../../bridge/annotations.ts';
import type { Bridge } from '../../../bridge/contract.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { bankAccountPaths } from '../../features/bank-accounts/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { otherRecordHrefs } from '../../features/other-records/paths.ts';
import { payoutPaths } from '../../features/payouts/paths.ts';
import { timelinePaths } from '../../features/timeline/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { visitStore } from '../../stores/made-once.ts';
import { useTypedNotes } from '../../stores/typed-notes.ts';
import { annotationTexts as texts } from '../../texts/annotations.ts';
import { Failed } from '../failure-notice.tsx';
import { FromOther } from '../handed-over/from-other.tsx';
import { PageLink } from '../page-link.tsx';
import { Section } from '../section.tsx';
import { useUnsaved } from '../use-unsaved.ts';
import classes from './annotations.module.css';
import { NotesList } from './notes-list.tsx';

export function AnnotationsSection({ kind, id }: AnnotatedRecord) {
  const { annotations, write } = useAnnotations({ kind, id });
  const isPast = useKnownAt().knownAt !== null;
  const view = annotations.data;
  const error = write.error ?? annotations.error;
  return (
    <Section title={texts.title} lead={isPast ? texts.ofThen : texts.lead}>
      <Failed title={texts.failed} error={error} />
      {view !== undefined && (
        <>
          <div className={classes['fields']}>
            <div>
              <Labels record={{ kind, id }} view={view} write={write} isPast={isPast} />
              {!isPast && <FromOther of={{ kind, id }} what="label" />}
            </div>
            <div>
              <OwnText
                label={texts.reference}
                help={texts.referenceHelp}
                maxLength={annotationLimits.reference}
                kept={view.reference ?? ''}
                isPast={isPast}
                onKeep={(reference) =>
                  isKept(write, (calls, of) => calls.setReference({ ...of, kind, id, reference }))
                }
              />
              {!isPast && <FromOther of={{ kind, id }} what="reference" />}
              {view.sharedWith.length > 0 && <Shared records={view.sharedWith} />}
            </div>
            {kind === 'customer' && (
              <div>
                <OwnText
                  label={texts.name}
                  help={texts.nameHelp}
                  maxLength={annotationLimits.name}
                  kept={view.name ?? ''}
                  isPast={isPast}
                  onKeep={(name) =>
                    isKept(write, (calls, of) => calls.setName({ ...of, kind, id, name }))
                  }
                />
                {!isPast && <FromOther of={{ kind, id }} what="displayName" />}
              </div>
            )}
            {!isPast && <NewNote record={{ kind, id }} write={write} />}
          </div>
          {view.notes.length > 0 && (
            <NotesList
              of={{ kind, id }}
              notes={view.notes}
              onEdit={
                isPast
                  ? null
                  : (noteId, text) =>
                      isKept(write, (calls, of) =>
                        calls.editNote({ ...of, kind, id, noteId, text }),
                      )
              }
            />
          )}
        </>
      )}
    </Section>
  );
}

type Change = Parameters<WriteAnnotations['mutateAsync']>[0];

const isKept = (write: WriteAnnotations, change: Change): Promise<boolean> =>
  write.mutateAsync(change).then(
    () => true,
    () => false,
  );

interface FieldProps {
  record: AnnotatedRecord;
  view: AnnotationsView;
  write: WriteAnnotations;
  isPast: boolean;
}

function Labels({ record, view, write, isPast }: FieldProps) {
  // What the person chose, until main has answered: the next label goes beside it.
  const [chosen, setChosen] = useState<string[] | null>(null);
  const choose = async (labels: string[]): Promise<void> => {
    setChosen(labels);
    await isKept(write, (calls, of) => calls.setLabels({ ...of, ...record, labels }));
    setChosen((now) => (now === labels ? null : now));
  };
  return (
    <TagsInput
      label={texts.labels}
      description={texts.labelsHelp}
      value={chosen ?? view.labels}
      data={view.suggestions}
      maxTags={annotationLimits.labels}
      maxLength={annotationLimits.label}
      disabled={isPast}
      comboboxProps={{ withinPortal: true }}
      onChange={(labels) => void choose(labels)}
    />
  );
}

interface OwnTextProps {
  label: string;
  help: string;
  /** In characters. */
  maxLength: number;
  kept: string;
  isPast: boolean;
  /** @returns whether it was kept */
  onKeep: (text: string) => Promise<boolean>;
}

function OwnText({ label, help, maxLength, kept, isPast, onKeep }: OwnTextProps) {
  const [typed, setTyped] = useState(kept);
  const settled = useRef(kept);
  /** What main was given last: a link that is pressed takes the focus first, and that saves. */
  const [sent, setSent] = useState<string | null>(null);
  useUnsaved(typed.trim() !== kept && typed !== sent);
  // Written elsewhere, or kept in another spelling. Whoever has typed on meanwhile keeps that.
  useEffect(() => {
    const before = settled.current;
    settled.current = kept;
    setTyped((now) => (now === before ? kept : now));
  }, [kept]);
  const save = async (): Promise<void> => {
    if (typed.trim() === kept) return;
    settled.current = typed;
    setSent(typed);
    if (!(await onKeep(typed))) setSent((now) => (now === typed ? null : now));
  };
  return (
    <TextInput
      label={label}
      description={help}
      spellCheck={false}
      disabled={isPast}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') void save();
      }}
    />
  );
}

const hrefs: Readonly<Record<AnnotatedRecord['kind'], (id: string) => string>> = {
  customer: customerPaths.one,
  virtualAccount: virtualAccountPaths.one,
  bankAccount: bankAccountPaths.one,
  webhook: webhookPaths.one,
  event: timelinePaths.event,
  payout: payoutPaths.one,
  ...otherRecordHrefs,
};

function Shared({ records }: { records: AnnotationsView['sharedWith'] }) {
  return (
    <p className={classes['earlier']} role="status">
      {texts.shared}{' '}
      {records.map(({ kind, id }, index) => (
        <span key={`${kind} ${id}`}>
          {index > 0 && ', '}
          <PageLink href={hrefs[kind](id)} underline="always" size="sm">
            {id}
          </PageLink>
        </span>
      ))}
    </p>
  );
}

/** Records beside which a note is being added. */
const useAddingNotes = visitStore(() => new Set<string>());

function NewNote({ record, write }: Pick<FieldProps, 'record' | 'write'>) {
  const notes = useTypedNotes();
  const key = `${record.kind} ${record.id}`;
  const text = useStore(notes, (all) => all[key] ?? '');
  const setText = (next: string): void => notes.setState({ [key]: next });
  const adding = useAddingNotes();
  const add = async (): Promise<void> => {
    // Two presses add one note, also before the first shows and where another record is looked at between.
    if (adding.has(key)) return;
    adding.add(key);
    const isAdded = await isKept(write, (calls, of) => calls.addNote({ ...of, ...record, text }));
    adding.delete(key);
    if (isAdded && notes.getState()[key] === text) setText('');
  };
  return (
    <div className={classes['wide']}>
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        autosize
        minRows={1}
        maxRows={12}
        maxLength={annotationLimits.note}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Group gap={8} align="stretch" wrap="nowrap" mt={8}>
          <Button size="xs" loading={write.isPending} onClick={() => void add()}>
            {texts.addNote}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** One write, for the profile that the page shows. */
type Write = (calls: Bridge['annotations'], of: { profileId: string }) => Promise<AnnotationsView>;

export interface AnnotatedRecord {
  kind: AnnotatedKind;
  id: string;
}

/** Reads what is written beside a record, and writes it. */
function useAnnotations(record: AnnotatedRecord) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const options = queries.annotations.get.queryOptions({ input: { ...record, knownAt } });
  const annotations = useQuery(options);
  /** Each write answers with all that stands there now. */
  const write = useMutation({
    // One after the other, so that the last answer is of the last write.
    scope: { id: `annotations ${record.kind} ${record.id}` },
    mutationFn: (change: Write) => change(bridge.annotations, { profileId }),
    onSuccess: (now) => client.setQueryData(options.queryKey, now),
  });
  return { annotations, write };
}

type WriteAnnotations = ReturnType<typeof useAnnotations>['write'];
