/** A filter that is typed; it counts once nobody has typed for a moment. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import classes from './audit.module.css';

export interface TextFilterProps {
  label: string;
  value: string;
  isDay: boolean;
  error: string | null;
  onChange: (value: string) => void;
}

export function TextFilter({ label, value, isDay, error, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, { delay: 250, flushOnUnmount: true });
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      size="xs"
      className={classes[isDay ? 'day' : 'record'] ?? ''}
      aria-label={label}
      placeholder={isDay ? `${label}: YYYY-MM-DD` : label}
      autoComplete="off"
      spellCheck={false}
      maxLength={isDay ? 10 : 200}
      data-active={value !== ''}
      error={error}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value.trim();
        setTyped(next);
        tell(next);
      }}
      onBlur={() => tell.flush()}
    />
  );
}
