/** Where genuine deliveries go on to, what came of it, and sending them again. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ForwardTargetInput,
  ForwardTargetView,
  ForwardView,
} from '../../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Filter } from '../../../components/list-toolbar.tsx';
import { ShortMoment } from '../../../components/moment.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { SecretEntryActions } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { pageSize } from '../../../components/table/paging.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../../components/table/use-paged-rows.ts';
import { useAddForm } from '../../../components/use-add-form.ts';
import { useNow } from '../../../components/use-now.ts';
import { useUnsaved } from '../../../components/use-unsaved.ts';
import { milliseconds } from '../../../format/durations.ts';
import { shortInstant } from '../../../format/instants.ts';
import { EventsField } from '../events-field.tsx';
import { webhookPaths } from '../paths.ts';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { emptyTargetValues, targetChecks, targetInputOf } from './forward-forms.ts';
import { ForwardStateMark } from './forward-state-mark.tsx';
import { TargetItem } from './target-item.tsx';
import { forwardingTexts } from './texts.ts';

const formTexts = forwardingTexts.form;

interface AddTargetFormProps {
  webhooks: readonly WebhookRow[];
  onCancel: () => void;
}

/** Asks for an address that genuine deliveries go on to. A person confirms it in a document of main's own. */
function AddTargetForm({ webhooks, onCancel }: AddTargetFormProps) {
  const { bridge, queries } = useBridge();
  const isInTeam = useQuery(queries.team.get.queryOptions()).data?.team != null;
  const adding = useDocument((target: ForwardTargetInput) => bridge.forwarding.addTarget(target));
  const form = useForm({
    mode: 'controlled',
    initialValues: emptyTargetValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: targetChecks,
  });
  useUnsaved(form.isDirty());
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={formTexts.title}
      onSubmit={form.onSubmit((values) => adding.open(targetInputOf(values)))}
    >
      <TextInput label={formTexts.name} {...form.getInputProps('name')} />
      <TextInput
        label={formTexts.url}
        description={formTexts.urlHelp}
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label={formTexts.webhook}
        data={[
          { value: '', label: formTexts.allWebhooks },
          ...webhooks.map((row) => ({ value: row.id, label: nameOf(row) })),
        ]}
        {...form.getInputProps('webhookId')}
      />
      <EventsField
        withUnlisted
        label={formTexts.events}
        help={formTexts.eventsHelp}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      {isInTeam && (
        <Checkbox
          label={formTexts.forTeam}
          description={formTexts.forTeamHelp}
          {...form.getInputProps('isForTeam', { type: 'checkbox' })}
        />
      )}
      <p className={`${classes['prose']} dimmed`}>{formTexts.fromNow}</p>
      <SecretEntryActions entry={adding} action={formTexts.action} onCancel={onCancel} />
    </form>
  );
}

/** What the results show of one delivery at one address. */
const { columns: headers, nextTry } = forwardingTexts.results;

const forwardColumns: readonly Column<ForwardView>[] = [
  {
    key: 'state',
    header: headers.state,
    track: '150px',
    render: (row) => <ForwardStateMark forward={row} />,
  },
  {
    key: 'target',
    header: headers.target,
    track: 'minmax(100px, 1fr)',
    isPlain: true,
    render: (row) => row.targetName,
  },
  {
    key: 'event',
    header: headers.event,
    track: 'minmax(140px, 1fr)',
    from: 560,
    isPlain: true,
    render: (row) => row.eventName ?? '',
  },
  {
    key: 'result',
    header: headers.result,
    track: 'minmax(140px, 2fr)',
    from: 720,
    render: (row) => <Result row={row} />,
  },
  {
    key: 'status',
    header: headers.status,
    track: '56px',
    from: 800,
    align: 'end',
    isPlain: true,
    render: (row) => row.status ?? '',
  },
  {
    key: 'attempts',
    header: headers.attempts,
    track: '72px',
    from: 880,
    align: 'end',
    isPlain: true,
    render: (row) => row.attempts,
  },
  {
    key: 'took',
    header: headers.took,
    track: '72px',
    from: 960,
    align: 'end',
    isPlain: true,
    render: (row) => (row.lastMs === null ? '' : milliseconds(row.lastMs)),
  },
  {
    key: 'tried',
    header: headers.tried,
    track: '132px',
    from: 440,
    render: (row) => (row.lastTriedAt === null ? '' : <ShortMoment at={row.lastTriedAt} />),
  },
];

/** The sentence, and when it is tried next. */
function Result({ row }: { row: ForwardView }) {
  const now = useNow();
  const next = row.nextTryAt === null ? null : nextTry(shortInstant(row.nextTryAt, now));
  return (
    <span title={row.sentence}>
      {row.sentence}
      {next !== null && <span className="dimmed"> · {next}</span>}
    </span>
  );
}

/** What came of each delivery at each address, newest first. */
const texts = forwardingTexts.results;

const states: readonly ForwardView['state'][] = ['waiting', 'delivered', 'failed'];

function ForwardResults({ targets }: { targets: readonly ForwardTargetView[] }) {
  const { queries } = useBridge();
  const [targetId, setTargetId] = useState<string | null>(null);
  const [state, setState] = useState<ForwardView['state'] | null>(null);
  const paged = usePagedRows((offset) =>
    queries.forwarding.list.queryOptions({ input: { targetId, state, offset, limit: pageSize } }),
  );
  const isFiltered = targetId !== null || state !== null;
  return (
    <Section title={texts.title}>
      <search className={classes['filters']}>
        <Filter
          label={texts.filterTarget}
          value={targetId}
          values={targets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTargetId}
        />
        <Filter
          label={texts.filterState}
          value={state}
          values={states.map((value) => ({ value, label: texts.states[value] }))}
          onChange={(value) => setState(states.find((known) => known === value) ?? null)}
        />
      </search>
      <ReadFailure title={texts.failed} query={paged} />
      {paged.first === undefined && paged.error === null && <SkeletonTable />}
      {paged.first !== undefined &&
        paged.total === 0 &&
        (isFiltered ? (
          <EmptyState title={texts.noMatch} body={texts.noMatchBody} level={3} />
        ) : (
          <p className={`${classes['prose']} dimmed`}>{texts.empty}</p>
        ))}
      {paged.total > 0 && (
        <div className={classes['results']}>
          <DataTable
            label={texts.label}
            columns={forwardColumns}
            rows={paged}
            idOf={(row) => row.id}
            hrefOf={(row) => webhookPaths.delivery(row.arrival)}
            listKey={`${targetId} ${state}`}
          />
        </div>
      )}
    </Section>
  );
}

export function ForwardingPart() {
  const { queries } = useBridge();
  const targets = useQuery(queries.forwarding.targets.queryOptions());
  // A temporary target is not what the form adds.
  const form = useAddForm(targets.data?.filter(({ isLent }) => !isLent).map(({ id }) => id));
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  const known = webhooks.data?.rows ?? [];
  return (
    <WebhooksFrame
      current={webhookPaths.forwarding}
      action={<Button onClick={form.open}>{forwardingTexts.add}</Button>}
    >
      <div className={classes['body']}>
        {form.isOpen && (
          <Section title={forwardingTexts.form.title}>
            <AddTargetForm webhooks={known} onCancel={form.close} />
          </Section>
        )}
        <DetailStates query={targets} isList failed={forwardingTexts.targetsFailed}>
          {(rows) => (rows.length === 0 ? <NoTargets /> : <Targets rows={rows} webhooks={known} />)}
        </DetailStates>
        <Section title={forwardingTexts.orderTitle}>
          <p className={classes['prose']}>{forwardingTexts.order}</p>
        </Section>
        {targets.data !== undefined && targets.data.length > 0 && (
          <ForwardResults targets={targets.data} />
        )}
      </div>
    </WebhooksFrame>
  );
}

function NoTargets() {
  const { url, from, events, counts, last } = forwardingTexts.target;
  const headings = [url, from, events, counts, last];
  return <EmptyState {...forwardingTexts.targetsEmpty} headings={headings} />;
}

function Targets(props: { rows: readonly ForwardTargetView[]; webhooks: readonly WebhookRow[] }) {
  return (
    <Section title={forwardingTexts.targets} lead={forwardingTexts.lead}>
      <ul className={classes['items']}>
        {props.rows.map((target) => (
          <TargetItem key={target.id} target={target} webhooks={props.webhooks} />
        ))}
      </ul>
    </Section>
  );
}
