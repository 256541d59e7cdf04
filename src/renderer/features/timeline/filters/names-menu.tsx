/** Event names as a tree with counts over all events. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { groupedCount } from '../../../../bridge/words.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { familyColour } from '../list/event-words.ts';
import { FilterMenu, useShownChoice } from './filter-menu.tsx';
import classes from './filters.module.css';
import {
  chosenOf,
  type FamilyNode,
  isChosen,
  type NameNode,
  nameTree,
  withFamily,
  withName,
} from './name-tree.ts';
import { filterTexts } from './texts.ts';

const texts = filterTexts.names;

export interface NamesMenuProps {
  names: readonly NameNode[];
  /** They could not be read. */
  isUnread?: boolean;
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}

export function NamesMenu(props: NamesMenuProps) {
  const { chosen } = props;
  return (
    <FilterMenu label={texts.label} chosen={chosen.length === 0 ? null : summaryOf(chosen)}>
      {() => <NamesChoice {...props} />}
    </FilterMenu>
  );
}

function summaryOf(chosen: readonly string[]): string {
  const [first = ''] = chosen;
  return chosen.length === 1 ? first.replace(/\.$/, '') : texts.chosen(chosen.length);
}

export function NamesChoice({ names, isUnread, ...props }: NamesMenuProps) {
  const [search, setSearch] = useState('');
  const [chosen, show] = useShownChoice(props.chosen);
  const onChange = (next: string[]): void => {
    show(next);
    props.onChange(next);
  };
  const tree = nameTree(names, search);
  /** Families as they are known, whatever is searched for. */
  const whole = new Map(nameTree(names).map((node) => [node.family, node]));
  const setAll = () =>
    onChange([...whole.values()].reduce<string[]>((all, node) => withFamily(all, node, true), []));
  return (
    <div className={classes['choice']}>
      <div className={classes['bar']}>
        <TextInput
          size="xs"
          data-autofocus
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button variant="default" onClick={setAll}>
          {texts.all}
        </Button>
        <Button variant="default" onClick={() => onChange([])}>
          {texts.none}
        </Button>
      </div>
      {names.length === 0 && (
        <p className="dimmed">{isUnread === true ? texts.unread : texts.noneKnown}</p>
      )}
      {names.length > 0 && tree.length === 0 && <p className="dimmed">{texts.noMatch}</p>}
      <div className={classes['tree']}>
        {tree.map((node) => (
          <Family
            key={node.family}
            shown={node}
            whole={whole.get(node.family) ?? node}
            chosen={chosen}
            onChange={onChange}
          />
        ))}
      </div>
    </div>
  );
}

interface FamilyProps {
  shown: FamilyNode;
  whole: FamilyNode;
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}

function Family({ shown, whole, chosen, onChange }: FamilyProps) {
  const state = chosenOf(chosen, whole);
  return (
    <div className={classes['family']}>
      <Checkbox
        size="xs"
        aria-label={texts.family(shown.family)}
        label={
          <span className={classes['node']}>
            <span
              className={classes['dot']}
              style={{ background: familyColour(shown.family) }}
              aria-hidden
            />
            <strong>{shown.family}</strong>
            <span className={classes['count']}>{groupedCount(shown.count)}</span>
          </span>
        }
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={(event) => onChange(withFamily(chosen, whole, event.currentTarget.checked))}
      />
      <div className={classes['names']}>
        {shown.names.map(({ name, count }) => (
          <Checkbox
            key={name}
            size="xs"
            label={
              <span className={classes['node']}>
                <span className={classes['name']}>{asSeen(name)}</span>
                <span className={classes['count']}>{groupedCount(count)}</span>
              </span>
            }
            checked={isChosen(chosen, name)}
            onChange={(event) =>
              onChange(withName(chosen, whole, name, event.currentTarget.checked))
            }
          />
        ))}
      </div>
    </div>
  );
}
