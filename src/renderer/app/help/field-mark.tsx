/** The mark beside a field that the help explains, and what it says. Comes with the pages of the help. */
import { Popover, UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { helpTexts as texts } from '../../texts/help.ts';
import classes from './field-help.module.css';
import type { FieldMarkProps } from './field-help.tsx';
import { fieldHelp } from './field-terms.ts';

export function FieldMark({ labelId, section, isOpen, onChange, isBeside }: FieldMarkProps) {
  const [location] = useLocation();
  const [label, setLabel] = useState({ text: '', width: 0 });
  const help = label.text === '' ? null : fieldHelp(location, label.text, section);
  // An input names its label by its ID alone.
  useLayoutEffect(() => {
    const element = document.getElementById(labelId);
    const text = element?.textContent ?? '';
    // Asked for a width, the browser lays the whole page out at once.
    const width = isBeside && help !== null ? (element?.offsetWidth ?? 0) : 0;
    setLabel((before) =>
      before.text === text && before.width === width ? before : { text, width },
    );
  });
  if (help === null) return null;
  const mark = (
    <UnstyledButton
      className={isBeside ? classes['beside'] : classes['within']}
      {...(isBeside && { style: { insetInlineStart: `min(${label.width}px, 100% - 24px)` } })}
      // By the keyboard F1 opens it in the field: a stop for each would double the way through a form.
      tabIndex={-1}
      aria-label={texts.explain}
      aria-describedby={labelId}
      aria-expanded={isOpen}
      onClick={() => onChange(!isOpen)}
    >
      <IconHelp size={14} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
  if (!isOpen) return mark;
  return (
    <Popover
      opened
      onChange={onChange}
      width={300}
      position="bottom-start"
      shadow="md"
      // They would name it by the mark.
      withRoles={false}
      transitionProps={{ duration: 0 }}
      portalProps={{ target: '#content' }}
    >
      <Popover.Target>{mark}</Popover.Target>
      <Popover.Dropdown className={classes['told'] ?? ''} role="dialog" aria-label={label.text}>
        <Told title={label.text} text={help} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  useFocusBack();
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => told.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={told} tabIndex={-1}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  );
}
