/** Chooses events: grouped by resource, searchable, all or none of what is shown. */
import { Button, Checkbox, Input, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { eventNames } from '../../../contract/event-names.ts';
import { allOf, type EventGroup, searchEvents, withEvents } from './event-groups.ts';
import classes from './events-field.module.css';
import { newWebhookTexts } from './new/texts.ts';

const texts = newWebhookTexts.events;

export interface EventsFieldProps {
  label: string;
  help?: string;
  /** Name of the field in its form, which a problem puts the person in. */
  path?: string;
  value: readonly string[];
  /** Whether All takes what section 6 does not list. The service may refuse a webhook for such a name. */
  withUnlisted?: boolean;
  error?: ReactNode;
  onChange: (events: string[]) => void;
}

export function EventsField(props: EventsFieldProps) {
  const { label, help, path, value, withUnlisted = false, error, onChange } = props;
  const id = useId();
  const [search, setSearch] = useState('');
  const groups = searchEvents(search);
  const shown = groups.flatMap((group) => group.events.map(({ name }) => name));
  const listed = allOf(searchEvents(''), false);
  const isListed =
    value.length < eventNames.length &&
    value.length === listed.length &&
    listed.every((name) => value.includes(name));
  const set = (names: readonly string[], isWanted: boolean) =>
    onChange(withEvents(value, names, isWanted));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset's grid loses its layout
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <Input.Label component="div" id={`${id}-label`} size="sm">
        {label}
      </Input.Label>
      <div className={classes['bar']}>
        <TextInput
          size="xs"
          data-path={path}
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Button variant="default" onClick={() => set(allOf(groups, withUnlisted), true)}>
          {withUnlisted ? texts.all : texts.allListed}
        </Button>
        <Button variant="default" onClick={() => set(shown, false)}>
          {texts.none}
        </Button>
        <span className="dimmed" role="status">
          {(isListed ? texts.listedChosen : texts.chosen)(value.length, eventNames.length)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['groups']} tabIndex={0} aria-label={label}>
        {groups.length === 0 && <p className="dimmed">{texts.noMatch}</p>}
        {groups.map((group) => (
          <Group key={group.resource} group={group} value={value} onSet={set} />
        ))}
      </section>
      <div id={`${id}-help`} className={classes['help']}>
        {help !== undefined && <Input.Description>{help}</Input.Description>}
        {error !== undefined && error !== null && <Input.Error>{error}</Input.Error>}
      </div>
    </div>
  );
}

interface GroupProps {
  group: EventGroup;
  value: readonly string[];
  onSet: (names: readonly string[], isWanted: boolean) => void;
}

function Group({ group, value, onSet }: GroupProps) {
  const names = group.events.map(({ name }) => name);
  const chosen = names.filter((name) => value.includes(name)).length;
  return (
    <Stack gap={8}>
      <Checkbox
        size="xs"
        label={<strong>{group.resource}</strong>}
        aria-label={texts.group(group.resource)}
        checked={chosen === names.length}
        indeterminate={chosen > 0 && chosen < names.length}
        onChange={(event) => onSet(names, event.currentTarget.checked)}
      />
      <div className={classes['events']}>
        {group.events.map(({ name, meaning, isListed }) => (
          <Checkbox
            key={name}
            size="xs"
            label={<span className={classes['name']}>{name}</span>}
            description={isListed ? meaning : `${meaning}; ${texts.unlisted}`}
            checked={value.includes(name)}
            onChange={(event) => onSet([name], event.currentTarget.checked)}
          />
        ))}
      </div>
    </Stack>
  );
}
