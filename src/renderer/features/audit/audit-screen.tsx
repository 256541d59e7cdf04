/** The audit log: whether it holds, what is asked of it, and its entries a page at a time. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditKinds } from '../../../bridge/audit-labels.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { Filter, ListToolbar } from '../../components/list-toolbar.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useTyped } from '../../components/use-typed.ts';
import classes from './audit.module.css';
import { AuditStatePart } from './audit-state-part.tsx';
import { AuditTable } from './audit-table.tsx';
import { type AuditView, filterOf, isWrongDay, useAuditView } from './audit-view.ts';
import { auditTexts as texts } from './texts.ts';

const pageSize = 100;

export function AuditScreen() {
  const { bridge, queries } = useBridge();
  const { view, change } = useAuditView();
  const filter = filterOf(view);
  const asked = JSON.stringify(filter);
  const state = useQuery(queries.audit.state.queryOptions());
  return (
    <>
      <PageHeader
        title={texts.title}
        count={state.data?.entries ?? null}
        action={
          <FileButtons
            isShort
            action={texts.export}
            formats={['csv', 'jsonl']}
            make={(format) => bridge.audit.export({ filter, format })}
          />
        }
      />
      {state.data !== undefined && <AuditStatePart state={state.data} />}
      <ListToolbar
        searchLabel={texts.search}
        search={view.search}
        onSearch={(search) => change({ search })}
        filters={<Filters view={view} change={change} />}
        facts={undefined}
      />
      {/* Another filter begins at its newest entry. */}
      <Entries key={asked} view={view} />
    </>
  );
}

interface FiltersProps {
  view: AuditView;
  change: (patch: Partial<AuditView>) => void;
}

function Filters({ view, change }: FiltersProps) {
  const { queries } = useBridge();
  const facets = useQuery({
    ...queries.audit.facets.queryOptions(),
    placeholderData: keepPreviousData,
  });
  const { kinds = [], people = [] } = facets.data ?? {};
  const occurring = auditKinds.filter(
    ({ kind }) => kind === view.kind || kinds.some((one) => one.kind === kind),
  );
  const words = texts.filters;
  const isSet = Object.values(view).some((value) => value !== '');
  return (
    <>
      <Filter
        label={words.kind}
        value={view.kind || null}
        values={occurring.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(kind) => change({ kind: kind ?? '' })}
      />
      <Filter
        label={words.by}
        value={view.by || null}
        values={people.map(({ by, name }) => ({ value: by, label: words.person(by, name) }))}
        onChange={(by) => change({ by: by ?? '' })}
      />
      {(['from', 'to', 'record'] as const).map((name) => (
        <TextFilter
          key={name}
          label={words[name]}
          value={view[name]}
          isDay={name !== 'record'}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {isSet && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => change({ kind: '', by: '', from: '', to: '', record: '', search: '' })}
        >
          {words.reset}
        </Button>
      )}
    </>
  );
}

interface Page {
  offset: number;
  /** Entries before this moment; null: all. */
  until: string | null;
}

const newest: Page = { offset: 0, until: null };

const justAfter = (at: string | undefined): string | null =>
  at === undefined ? null : new Date(Date.parse(at) + 1).toISOString();

function Entries({ view }: { view: AuditView }) {
  const { queries } = useBridge();
  const [{ offset, until }, setPage] = useState<Page>(newest);
  // Older pages keep to what there was when they were turned to: what comes in moves no row of theirs.
  const filter = { ...filterOf(view) };
  filter.to ??= until;
  const entries = useQuery({
    ...queries.audit.list.queryOptions({ input: { filter, offset, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const { data } = entries;
  const isFiltered = Object.values(view).some((value) => value !== '');
  return (
    <div className={classes['entries']}>
      <ReadFailure
        title={texts.failed}
        error={entries.error}
        onReadAgain={() => void entries.refetch()}
      />
      {data === undefined && entries.error === null && <SkeletonTable />}
      {data?.total === 0 && (
        <p className="dimmed" role="status">
          {isFiltered ? texts.noMatches : texts.empty}
        </p>
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <AuditTable rows={data.rows} />
          <div className={classes['pager']}>
            <Button
              variant="default"
              size="xs"
              disabled={offset === 0}
              onClick={() =>
                setPage(offset > pageSize ? { offset: offset - pageSize, until } : newest)
              }
            >
              {texts.newer}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={offset + pageSize >= data.total}
              onClick={() =>
                setPage({ offset: offset + pageSize, until: until ?? justAfter(data.rows[0]?.at) })
              }
            >
              {texts.older}
            </Button>
            <span className="dimmed" role="status">
              {/* Until the page that was turned to is there, its numbers are not those of the rows. */}
              {!entries.isPlaceholderData &&
                texts.range(
                  groupedCount(offset + 1),
                  groupedCount(offset + data.rows.length),
                  groupedCount(data.total),
                )}
            </span>
          </div>
        </>
      )}
    </div>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  isDay: boolean;
  onChange: (value: string) => void;
}

/** A filter that is typed; it counts once nobody has typed for a moment. */
function TextFilter({ label, value, isDay, onChange }: TextFilterProps) {
  const [isTyping, setTyping] = useState(false);
  const { typed, setTyped, passOn } = useTyped(value, onChange, () => tell.cancel());
  const tell = useDebouncedCallback(passOn, { delay: 250, flushOnUnmount: true });
  return (
    <TextInput
      size="xs"
      className={classes[isDay ? 'day' : 'record'] ?? ''}
      aria-label={label}
      placeholder={isDay ? `${label}: YYYY-MM-DD` : label}
      spellCheck={false}
      maxLength={isDay ? 10 : 200}
      data-active={value !== ''}
      error={isDay && isWrongDay(typed, isTyping) ? texts.filters.wrongDay : null}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value.trim();
        setTyped(next);
        tell(next);
      }}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        tell.flush();
      }}
    />
  );
}
