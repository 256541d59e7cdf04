/** Brings what exists: given, looked at, and only then kept. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportTableKind, ImportView } from '../../../bridge/imports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { BackLink } from '../../components/back-link.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import { ImportForm } from './import-form.tsx';
import { ImportProblems, ImportRows, tones } from './import-lists.tsx';
import { emptyValues, noText, type Place, placeAt, readImport } from './import-values.ts';
import classes from './imports.module.css';
import { formatImportField, importTexts as texts } from './texts.ts';

/** What was read, before anything of it is kept: counts, columns, rows with what they change, problems. */
const counted = ['new', 'adds', 'changes', 'same', 'problems'] as const;

interface ImportPreviewProps {
  view: ImportView;
  /** Fields by column that it is read again for; null while it is not. */
  chosen: readonly (string | null)[] | null;
  onColumns: (columns: (string | null)[]) => void;
}

function ImportPreview({ view, chosen, onColumns }: ImportPreviewProps) {
  const { counts } = view;
  // Another reading begins the lists at their first page.
  const reading = view.columns.map(({ field }) => field ?? '').join();
  return (
    <>
      <ul className={classes['counts']} aria-label={texts.previewed}>
        {counted
          .filter((name) => counts[name] > 0)
          .map((name) => (
            <li key={name}>
              <StatusMark tone={tones[name]}>
                {groupedCount(counts[name])} {texts.counts[name]}
              </StatusMark>
            </li>
          ))}
      </ul>
      {view.columns.length > 0 && <Columns view={view} chosen={chosen} onColumns={onColumns} />}
      {counts.problems > 0 && <ImportProblems key={`problems-${reading}`} view={view} />}
      {view.rows.length > 0 && <ImportRows key={`rows-${reading}`} view={view} />}
    </>
  );
}

function Columns({ view: { columns: read, fields }, chosen, onColumns }: ImportPreviewProps) {
  // A second choice goes beside the first, also before that is answered.
  const columns = read.map((column, at) => ({
    ...column,
    field: chosen === null ? column.field : (chosen[at] ?? null),
  }));
  return (
    <Section title={texts.columns} lead={texts.columnsLead}>
      <div className={classes['columns']}>
        {columns.map(({ header, field }, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, its header may stand twice
            key={index}
            size="xs"
            label={header}
            aria-label={texts.fieldOf(header)}
            value={field ?? ''}
            data={[
              { value: '', label: texts.leftOut },
              ...fields.map((value) => ({ value, label: formatImportField(value) })),
            ]}
            onChange={(event) => {
              const field = event.currentTarget.value;
              onColumns(
                columns.map((column, at) =>
                  at === index ? field || null : column.field === field ? null : column.field,
                ),
              );
            }}
          />
        ))}
      </div>
    </Section>
  );
}

const lists: Readonly<Record<Place, string>> = {
  customers: customerPaths.root,
  'virtual-accounts': virtualAccountPaths.root,
  webhooks: webhookPaths.root,
};

export function ImportScreen({ part }: { part: string | null }) {
  const place = placeAt(part);
  const isPast = useKnownAt().knownAt !== null;
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={lists[place]} label={texts.back[place]} />}
      />
      <div className={classes['page']}>
        <div className={classes['form']}>
          <p className={classes['lead']}>{texts.lead}</p>
          {isPast ? (
            <Notice tone="amber">{texts.blocked}</Notice>
          ) : (
            <Steps key={place} place={place} />
          )}
        </div>
      </div>
    </>
  );
}

function Steps({ place }: { place: Place }) {
  const { bridge } = useBridge();
  const [values, setValues] = useState(() => emptyValues(place));
  const [view, setView] = useState<ImportView | null>(null);
  const read = useMutation({
    mutationFn: () => readImport(bridge.imports, values),
    onSuccess: setView,
    onError(error) {
      // A key must not stay on the page either.
      if (toFailure(error).cause === 'secret') setValues((now) => ({ ...now, ...noText }));
    },
  });
  const again = (): void => {
    setView(null);
    setValues(emptyValues(place));
    read.reset();
  };
  if (view !== null) {
    return (
      <Given
        view={view}
        kind={values.kind}
        place={place}
        onView={setView}
        onBack={() => setView(null)}
        onMore={again}
      />
    );
  }
  return (
    <>
      <ImportForm
        values={values}
        onChange={(patch) => setValues((now) => ({ ...now, ...patch }))}
        isBusy={read.isPending}
        onPreview={() => read.mutate()}
      />
      <Failed title={texts.refused} error={read.error} />
    </>
  );
}

interface GivenProps {
  view: ImportView;
  kind: ImportTableKind;
  place: Place;
  onView: (view: ImportView) => void;
  onBack: () => void;
  onMore: () => void;
}

function Given(props: GivenProps) {
  const { view, place, onView } = props;
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [withChanges, setWithChanges] = useState(false);
  const keep = useMutation({
    mutationFn: (id: string) => bridge.imports.keep({ id, profileId, knownAt, withChanges }),
    onSuccess: onView,
  });
  const map = useMutation({
    mutationFn: (columns: (string | null)[]) =>
      bridge.imports.preview({
        uploadId: view.id,
        form: 'csv',
        kind: props.kind,
        columns,
      }),
    onSuccess: onView,
  });
  if (view.status === 'kept') return <Kept view={view} place={place} onMore={props.onMore} />;
  const { counts } = view;
  const wanted = counts.new + counts.adds + (withChanges ? counts.changes : 0);
  const error = keep.error ?? map.error;
  return (
    <>
      <ImportPreview
        view={view}
        chosen={map.isPending ? map.variables : null}
        onColumns={(columns) => map.mutate(columns)}
      />
      {counts.changes > 0 && (
        <Checkbox
          checked={withChanges}
          label={texts.withChanges(groupedCount(counts.changes))}
          onChange={(event) => setWithChanges(event.currentTarget.checked)}
        />
      )}
      <Failed title={texts.failed} error={error} />
      <div className={classes['bar']}>
        <Button variant="default" onClick={props.onBack}>
          {texts.change}
        </Button>
        {wanted > 0 ? (
          <Button
            loading={keep.isPending}
            disabled={map.isPending}
            onClick={() => keep.mutate(view.id)}
          >
            {texts.keep(groupedCount(wanted), wanted === 1)}
          </Button>
        ) : (
          <span className="dimmed">{texts.nothing}</span>
        )}
        {keep.isPending && <Progress id={view.id} />}
      </div>
    </>
  );
}

function Progress({ id }: { id: string }) {
  const { queries } = useBridge();
  const { data } = useQuery(queries.imports.get.queryOptions({ input: { id } }));
  return (
    <span role="status" className="dimmed">
      {texts.keeping(groupedCount(data?.kept ?? 0))}
    </span>
  );
}

function Kept({ view, place, onMore }: Pick<GivenProps, 'view' | 'place' | 'onMore'>) {
  return (
    <>
      <Notice
        tone="green"
        role="status"
        title={texts.kept(groupedCount(view.kept), view.kept === 1)}
        actions={
          <Button size="xs" variant="default" onClick={onMore}>
            {texts.more}
          </Button>
        }
      >
        {view.left > 0 && <p>{texts.left(groupedCount(view.left))}</p>}
        <p>
          <PageLink href={lists[place]} underline="always">
            {texts.goTo[place]}
          </PageLink>
        </p>
      </Notice>
      {view.rows.length > 0 && <ImportRows view={view} />}
    </>
  );
}
