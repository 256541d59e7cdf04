/** Copies a text and says so in its own place. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react';
import { Tip } from './tip.tsx';
import { useCopy } from './use-copy.ts';

export interface CopyIconProps {
  text: string;
  /** What the button does, for its name: "Copy bank name". */
  label: string;
  /** Default: two sheets. */
  Icon?: TablerIcon;
}

export function CopyIcon({ text, label, Icon = IconCopy }: CopyIconProps) {
  const { state, words, copy } = useCopy(text);
  const shown = words ?? label;
  return (
    <Tip label={shown}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        onClick={copy}
        data-state={state}
      >
        {state === 'copied' ? <IconCheck size={15} /> : <Icon size={15} />}
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
