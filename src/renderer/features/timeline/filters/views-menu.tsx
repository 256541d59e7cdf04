/** Filters that were saved under a name: shown again, or removed. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ViewedList } from '../../../../bridge/saved-views.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useEnvironment } from '../../../app/environment/environment-context.ts';
import { Failed } from '../../../components/failure-notice.tsx';
import { FilterMenu } from './filter-menu.tsx';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

const texts = filterTexts.views;

export interface ViewsMenuProps {
  list: ViewedList;
  /** The filter of the address. */
  query: string;
  onApply: (query: string) => void;
}

export function ViewsMenu({ list, query, onApply }: ViewsMenuProps) {
  return (
    <FilterMenu label={texts.label} chosen={null}>
      {(close) => (
        <ViewsChoice
          list={list}
          query={query}
          onApply={(next) => {
            onApply(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
}

function ViewsChoice({ list, query, onApply }: ViewsMenuProps) {
  const { queries } = useBridge();
  const views = useQuery(queries.savedViews.list.queryOptions({ input: { list } }));
  const remove = useMutation({
    ...queries.savedViews.remove.mutationOptions(),
    onSuccess: () => void views.refetch(),
  });
  const error = views.error ?? remove.error;
  return (
    <div className={classes['choice']}>
      <Failed error={error} />
      {views.data?.length === 0 && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['options']} aria-label={texts.list}>
        {(views.data ?? []).map((view) => (
          <li key={view.id}>
            <button
              type="button"
              aria-label={texts.apply(view.name)}
              aria-pressed={view.query === query}
              onClick={() => onApply(view.query)}
            >
              {view.name}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.remove(view.name)}
              onClick={() => remove.mutate({ list, id: view.id })}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <SaveView list={list} query={query} onSaved={() => void views.refetch()} />
    </div>
  );
}

function SaveView(props: Omit<ViewsMenuProps, 'onApply'> & { onSaved: () => void }) {
  const { list, query, onSaved } = props;
  const { queries } = useBridge();
  const { mintIntentKey } = useEnvironment();
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '' },
    clearInputErrorOnChange: true,
    validate: {
      name: (name) => (name.trim() === '' || name.trim().length > 80 ? texts.needed : null),
    },
  });
  const save = useMutation({
    ...queries.savedViews.save.mutationOptions(),
    onSuccess: () => {
      form.reset();
      onSaved();
    },
  });
  return (
    <form
      noValidate
      className={classes['fields']}
      onSubmit={form.onSubmit(({ name }) =>
        // Half of a key's random bits: enough for the views of one person.
        save.mutate({ list, id: mintIntentKey().slice(0, 16), name: name.trim(), query }),
      )}
    >
      <TextInput
        size="xs"
        label={texts.name}
        description={texts.saveHint}
        {...form.getInputProps('name')}
      />
      <Failed error={save.error} />
      <div className={classes['bar']}>
        <Button type="submit" loading={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
