/** The mark beside a field that the help explains, and what it says. Comes with the pages of the help. */
import { Popover, UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { helpTexts as texts } from '../../texts/help.ts';
import classes from './field-help.module.css';
import type { FieldMarkProps } from './field-help.tsx';
import { type HelpPage, helpNameAt, helpPage, helpPages } from './help-pages.ts';
import { type HelpInline, plainText } from './parse-help.ts';

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

interface Term {
  /** In lower case. */
  readonly names: readonly string[];
  readonly text: string;
}

const explaining = new Set(['Fields', 'Words']);

/** `**Line 1**, **Line 2** of an address: …` has both names, and the text behind the colon. */
function termOf(item: readonly HelpInline[]): Term {
  const end = item.findIndex(({ kind, text }) => kind !== 'bold' && text.includes(':'));
  const [first, ...rest] = end === -1 ? [] : item.slice(end);
  const names = end === -1 || item[0]?.kind !== 'bold' ? [] : item.slice(0, end);
  const behind = first?.text.slice(first.text.indexOf(':') + 1).trimStart() ?? '';
  const text = `${behind}${plainText(rest)}`;
  return {
    names: names.flatMap((name) => (name.kind === 'bold' ? [name.text.toLowerCase()] : [])),
    text: text.slice(0, 1).toUpperCase() + text.slice(1),
  };
}

const termsOf = ({ blocks }: HelpPage): Term[] =>
  blocks.flatMap((block, at) => {
    const heading = blocks[at - 1];
    if (block.kind !== 'list' || heading?.kind !== 'heading') return [];
    return explaining.has(plainText(heading.inlines)) ? block.items.map(termOf) : [];
  });

const named = new Map(helpPages.map((page) => [page.name, termsOf(page)]));

const textIn = (page: string, label: string): string | undefined =>
  named.get(page)?.find(({ names }) => names.includes(label))?.text;

/**
 * What the help says of a field, by its label: an item under Fields or Words that begins with it in bold. On the
 * page of the screen, else on the only other page that has it. `section`: the title that the field
 * stands under, for names such as `Fees: total`. null where the help has nothing.
 */
export function fieldHelp(location: string, label: string, section?: string): string | null {
  const plain = label.trim().toLowerCase();
  const within = section === undefined ? plain : `${section.toLowerCase()}: ${plain}`;
  const here = helpNameAt(location);
  const found = textIn(here, within) ?? textIn(here, plain);
  if (found !== undefined || plain === '') return found ?? null;
  const others = helpPages.flatMap(({ name }) => textIn(name, plain) ?? []);
  const [only] = others;
  return others.length === 1 && only !== undefined ? only : null;
}

/** Every name that has a text on a page. */
export const explainedNames = (page: string): readonly string[] =>
  helpPage(page) === undefined ? [] : (named.get(page) ?? []).flatMap(({ names }) => names);
