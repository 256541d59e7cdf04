/** Free text with suggestions: any of them may be chosen, and anything else typed. */
import { Combobox, InputBase, type InputBaseProps, useCombobox } from '@mantine/core';
import type { ClipboardEventHandler, Ref } from 'react';
import { stateTexts } from '../texts/states.ts';
import classes from './suggestion-input.module.css';
import { asSuggestion, fittingSuggestions, isWhole, type Suggestion } from './suggestions.ts';

export interface SuggestionInputProps
  extends Pick<InputBaseProps, 'label' | 'description' | 'error' | 'className' | 'classNames'> {
  /** Name of the field, by which its problem finds it. */
  name: string;
  value: string;
  suggestions: readonly (string | Suggestion)[];
  onChange: (value: string) => void;
  /** The field was left, with this value in it. */
  onLeave: (value: string) => void;
  /** Before what is pasted comes into the field. */
  onPaste?: ClipboardEventHandler<HTMLInputElement>;
  inputRef?: Ref<HTMLInputElement>;
}

export function SuggestionInput(props: SuggestionInputProps) {
  const { name, value, suggestions, onChange, onLeave, inputRef, ...input } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const all = suggestions.map(asSuggestion);
  const fitting = fittingSuggestions(all, value);
  return (
    <Combobox
      store={combobox}
      width="target"
      onOptionSubmit={(chosen) => {
        onChange(chosen);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          {...input}
          ref={inputRef}
          data-path={name}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            onChange(typed);
            // Typed whole, there is nothing left to suggest.
            if (isWhole(all, typed)) combobox.closeDropdown();
            else combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={(event) => {
            combobox.closeDropdown();
            onLeave(event.currentTarget.value);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={fitting.length === 0}>
        <Combobox.Options
          aria-label={stateTexts.suggestions}
          mah={280}
          className={classes['options'] ?? ''}
        >
          {fitting.map((suggestion) => (
            <Combobox.Option
              key={suggestion.value}
              value={suggestion.value}
              active={isWhole([suggestion], value)}
            >
              {suggestion.value}
              {suggestion.label !== undefined && (
                <span className={classes['label']}>{suggestion.label}</span>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
