/** Filters that are set more seldom: resource, webhook, proof, and what stands out of events. */
import { NativeSelect } from '@mantine/core';
import { type EventFlag, eventFlags, flagNames } from '../../../../bridge/event-flags.ts';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { stateTexts } from '../../../texts/states.ts';
import { eventSignatures } from '../view/filter-address.ts';
import { FilterMenu, useShownChoice } from './filter-menu.tsx';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

interface Choice {
  value: string;
  label: string;
}

export interface MoreMenuProps {
  filter: TimelineFilter;
  kinds: readonly Choice[];
  webhooks: readonly Choice[];
  proofs: readonly Choice[];
  counts: Readonly<Record<EventFlag, string | undefined>> | null;
  onChange: (patch: Partial<TimelineFilter>) => void;
}

export function MoreMenu(props: MoreMenuProps) {
  const { filter } = props;
  const notes = flagNames.filter((flag) => filter[flag] !== null).length;
  const others = [filter.webhookId, filter.proof, filter.resourceKinds[0] ?? null];
  const set = notes + others.filter((value) => value !== null).length;
  return (
    <FilterMenu label={filterTexts.more} chosen={set === 0 ? null : String(set)}>
      {() => <MoreChoice {...props} />}
    </FilterMenu>
  );
}

function MoreChoice({ kinds, webhooks, proofs, counts, ...props }: MoreMenuProps) {
  const [filter, show] = useShownChoice(props.filter);
  const onChange = (patch: Partial<TimelineFilter>): void => {
    show({ ...filter, ...patch });
    props.onChange(patch);
  };
  return (
    <div className={classes['fields']}>
      <FilterChoice
        label={filterTexts.kind}
        value={filter.resourceKinds[0] ?? null}
        choices={kinds}
        onChange={(kind) => onChange({ resourceKinds: kind === null ? [] : [kind] })}
      />
      <FilterChoice
        label={filterTexts.webhook}
        value={filter.webhookId}
        choices={webhooks}
        onChange={(webhookId) => onChange({ webhookId })}
      />
      <FilterChoice
        label={filterTexts.proof}
        value={filter.proof}
        choices={proofs}
        onChange={(value) =>
          onChange({ proof: eventSignatures.find((known) => known === value) ?? null })
        }
      />
      {flagNames.map((flag) => (
        <FilterChoice
          key={flag}
          label={eventFlags[flag].label}
          count={counts?.[flag]}
          help={eventFlags[flag].hint}
          any={filterTexts.any}
          value={filter[flag] === null ? null : String(filter[flag])}
          choices={[
            { value: 'true', label: eventFlags[flag].yes },
            { value: 'false', label: eventFlags[flag].no },
          ]}
          onChange={(value) => onChange({ [flag]: value === null ? null : value === 'true' })}
        />
      ))}
    </div>
  );
}

export interface FilterChoiceProps {
  label: string;
  count?: string | undefined;
  help?: string | undefined;
  any?: string;
  value: string | null;
  choices: readonly Choice[];
  onChange: (value: string | null) => void;
}

/** One of many, or any. */
export function FilterChoice(props: FilterChoiceProps) {
  const { label, count, help, any, value, choices, onChange } = props;
  return (
    <NativeSelect
      size="xs"
      label={
        <>
          {label} {count !== undefined && <span className={classes['aside']}>{count}</span>}
        </>
      }
      description={help}
      value={value ?? ''}
      data={[{ value: '', label: any ?? stateTexts.all }, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
