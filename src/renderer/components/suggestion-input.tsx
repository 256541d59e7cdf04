/** Free text with suggestions: any of them may be chosen, and anything else typed. */
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import classes from './suggestion-input.module.css';
import { asSuggestion, fittingSuggestions, isWhole, type Suggestion } from './suggestions.ts';

export interface SuggestionInputProps
  extends Pick<
    AutocompleteProps,
    'label' | 'description' | 'error' | 'className' | 'classNames' | 'onPaste' | 'ref'
  > {
  /** Name of the field, by which its problem finds it. */
  name: string;
  value: string;
  suggestions: readonly (string | Suggestion)[];
  onChange: (value: string) => void;
  /** The field was left, with this value in it. */
  onLeave: (value: string) => void;
}

export function SuggestionInput(props: SuggestionInputProps) {
  const { name, suggestions, onChange, onLeave, ...input } = props;
  /** Typed whole, there is nothing left to suggest; a click on a whole value looks for another one. */
  const [isTyping, setTyping] = useState(false);
  // Each once: the same wallet may be known on two networks.
  const labels = new Map(suggestions.map(asSuggestion).map(({ value, label }) => [value, label]));
  const all = [...labels].map(([value, label]) => ({ value, label }));
  return (
    <Autocomplete
      {...input}
      data-path={name}
      autoComplete="off"
      spellCheck={false}
      openOnFocus={false}
      maxDropdownHeight={280}
      data={[...labels.keys()]}
      filter={({ search }) =>
        isTyping && isWhole(all, search)
          ? []
          : fittingSuggestions(all, search).map(({ value }) => ({ value, label: value }))
      }
      renderOption={({ option }) => (
        <span>
          {option.value}
          <span className={classes['label']}>{labels.get(option.value)}</span>
        </span>
      )}
      onChange={(value) => {
        setTyping(true);
        onChange(value);
      }}
      onClick={() => setTyping(false)}
      onBlur={(event) => onLeave(event.currentTarget.value)}
    />
  );
}
