/** The audit log: whether it holds, what is asked of it, and its entries a page at a time. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntryView } from '../../../bridge/audit.ts';
import { auditKinds, auditLabel } from '../../../bridge/audit-labels.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { ShortIdentifier } from '../../components/identifier.tsx';
import { Filter, ListToolbar } from '../../components/list-toolbar.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import narrow from '../../components/table/narrow-blocks.module.css';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useTyped } from '../../components/use-typed.ts';
import { shortId } from '../../format/identifiers.ts';
import classes from './audit.module.css';
import { AuditStatePart } from './audit-state-part.tsx';
import { type AuditView, auditFactsOf, filterOf, isWrongDay, useAuditView } from './audit-view.ts';
import { auditTexts as texts } from './texts.ts';

const { columns, filters } = texts;

/** Entries of the audit log, newest first. */
function AuditTable({ rows }: { rows: readonly AuditEntryView[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={texts.label}>
      <table className={`${classes['table']} ${narrow['blocks']}`}>
        <thead>
          <tr>
            <th scope="col">{columns.sequence}</th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.action}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.facts}</th>
            <th scope="col">{columns.hash}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sequence, at, action, facts, hash }) => {
            const { person, rest } = personIn(facts);
            return (
              <tr key={sequence}>
                <td className={classes['number']}>{sequence}</td>
                <td>
                  <ShortMoment at={at} />
                </td>
                <td className={classes['action']} title={action} data-plain>
                  {auditLabel(action)}
                </td>
                <td className={classes['by']}>
                  <span className={classes['person']}>{allSeen(person)}</span>
                </td>
                <td className={classes['facts']}>
                  <dl className={classes['auditFacts']}>
                    {auditFactsOf(rest).map(({ name, value }) => (
                      <div key={name}>
                        <dt>{name}</dt>{' '}
                        <dd className="mono">
                          <FactValue name={name} value={value} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </td>
                <td className={`mono ${classes['hash']}`} title={hash}>
                  {shortId(hash)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** SHA-256 and longer, such as a signing key or a signature. */
const digest = /^[0-9a-f]{64,}$/i;

/** Whole, a digest makes a narrow row several lines long. Also a list of them, as of approvals. */
function FactValue({ name, value }: { name: string; value: string }) {
  const parts = value.split(', ');
  if (!parts.every((part) => digest.test(part))) return allSeen(value);
  return parts.map((part) => <ShortIdentifier key={part} id={part} what={name} />);
}

/** Who acted stands in a column of its own. */
function personIn(facts: unknown): { readonly person: string; readonly rest: unknown } {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) {
    return { person: '', rest: facts };
  }
  const { by, byName, ...rest } = facts as Record<string, unknown>;
  if (typeof by !== 'string') return { person: '', rest: facts };
  return { person: filters.person(by, typeof byName === 'string' ? byName : null), rest };
}

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
      <ReadFailure title={texts.failed} query={entries} />
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
