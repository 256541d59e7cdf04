/** Copies a text and says so in its own place. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { stateTexts } from '../texts/states.ts';
import { Tip } from './tip.tsx';

export interface CopyIconProps {
  text: string;
  /** What the button does, for its name: "Copy bank name". */
  label: string;
  /** Default: two sheets. */
  Icon?: TablerIcon;
  /** Beside buttons of the usual size instead of text. */
  isWhole?: boolean;
}

export function CopyIcon({ text, label, Icon = IconCopy, isWhole = false }: CopyIconProps) {
  const { state, words, copy } = useCopy(text);
  const shown = words ?? label;
  const size = isWhole ? 18 : 15;
  return (
    <Tip label={shown}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={isWhole ? 'md' : 'sm'}
        aria-label={label}
        onClick={copy}
        data-state={state}
      >
        {state === 'copied' ? <IconCheck size={size} /> : <Icon size={size} />}
        <span className="visually-hidden" role="status">
          {words}
        </span>
      </ActionIcon>
    </Tip>
  );
}

export function CopyTextButton({ text, label }: CopyIconProps) {
  const { state, words, copy } = useCopy(text);
  return (
    <Button
      variant="default"
      onClick={copy}
      leftSection={state === 'copied' ? <IconCheck size={15} /> : <IconCopy size={15} />}
    >
      <span role={state === 'idle' ? undefined : 'status'}>{words ?? label}</span>
    </Button>
  );
}

type CopyState = 'idle' | 'copied' | 'failed';

/** Puts a text on the clipboard and remembers for two seconds what came of it. */
export function useCopy(text: string): {
  state: CopyState;
  /** What to say instead of the label; null while there is nothing to say. */
  words: string | null;
  copy: () => void;
} {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const words =
    state === 'idle' ? null : state === 'copied' ? stateTexts.copied : stateTexts.copyFailed;
  return { state, words, copy };
}
