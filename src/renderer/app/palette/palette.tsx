/** The palette: screens, actions and records, found by what is typed and opened with Enter. */
import '@mantine/spotlight/styles.css';
import { Button, Input, Modal, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { maxLinkLength } from '../../../bridge/record-link.ts';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import type { PaletteEntry, PaletteGroup } from './entries.ts';
import classes from './palette.module.css';
import { usePalette } from './use-palette.ts';

const listId = 'palette-results';
const optionId = (index: number): string => `palette-result-${index}`;

/** @param props.asked another number opens it again. */
export function Palette({ asked }: { asked: number }) {
  const [[store, palette]] = useState(createSpotlight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is asked for
  useEffect(palette.open, [asked, palette]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      size={640}
      yOffset="12vh"
      centered={false}
      padding={0}
      // Given back by what it holds: what was chosen may have taken it.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0 }}
    >
      <Modal.Title className="visually-hidden">{texts.title}</Modal.Title>
      <PaletteContent onClose={palette.close} />
    </Spotlight.Root>
  );
}

function PaletteContent({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [query, setQuery] = useState('');
  // By key: results that come later move its place, and Enter takes what is highlighted.
  const [selected, setSelected] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const { groups, state, open } = usePalette(query);
  const entries = groups.flatMap((group) => group.entries);
  const found = entries.findIndex(({ key }) => key === selected);
  const current = Math.min(Math.max(found, 0), entries.length - 1);
  const choose = (entry: PaletteEntry) => {
    onClose();
    open(entry);
    if (typeof entry.to === 'string') navigate(entry.to);
    else entry.to();
  };
  // Spotlight's own search selects in the document alone, where no screen reader is told.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[current];
    if (entry === undefined || event.nativeEvent.isComposing) return;
    if (step !== undefined) {
      const next = entries[(current + step + entries.length) % entries.length];
      setSelected(next?.key ?? null);
    } else if (event.key === 'Enter') choose(entry);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        role="combobox"
        size="lg"
        data-autofocus
        classNames={{ input: classes['search'] ?? '' }}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(null);
        }}
        onKeyDown={onKeyDown}
        aria-label={texts.label}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
        placeholder={texts.placeholder}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLinkLength}
      />
      <Spotlight.ActionsList
        id={listId}
        role="listbox"
        aria-label={texts.results}
        className={classes['list'] ?? ''}
      >
        <Results groups={groups} current={current} onChoose={choose} />
      </Spotlight.ActionsList>
      <div className={classes['foot']}>
        <p className={classes['state']} role="status">
          {state.words(entries.length)}
        </p>
        {state.onTryAgain !== null && (
          <Button variant="default" size="compact-xs" onClick={state.onTryAgain}>
            {texts.tryAgain}
          </Button>
        )}
        <span className={classes['hint']}>{texts.hint}</span>
      </div>
    </>
  );
}

const intoSight = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' });

interface ResultsProps {
  groups: readonly PaletteGroup[];
  /** Index of the current entry among those of all groups. */
  current: number;
  onChoose: (entry: PaletteEntry) => void;
}

function Results({ groups, current, onChoose }: ResultsProps) {
  let before = 0;
  return groups.map(({ title, entries }) => {
    const first = before;
    before += entries.length;
    return (
      <Spotlight.ActionsGroup
        key={title}
        className={classes['group'] ?? ''}
        label={title}
        role="group"
        aria-label={title}
      >
        {entries.map((entry, index) => {
          const { Icon } = entry;
          const isCurrent = first + index === current;
          return (
            // Spotlight's own has no ID, by which a screen reader follows the selection.
            <UnstyledButton
              key={entry.key}
              ref={isCurrent ? intoSight : null}
              id={optionId(first + index)}
              role="option"
              aria-selected={isCurrent}
              data-selected={isCurrent || undefined}
              data-plain={entry.isPlain === true || undefined}
              className={classes['entry'] ?? ''}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(entry)}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={classes['title']} title={entry.title}>
                {entry.title}
              </span>
              <Details entry={entry} />
            </UnstyledButton>
          );
        })}
      </Spotlight.ActionsGroup>
    );
  });
}

function Details({ entry: { details, shortId = '' } }: { entry: PaletteEntry }) {
  const between = details === '' || shortId === '' ? '' : ' · ';
  return (
    <span className={classes['details']} title={`${details}${between}${shortId}`}>
      {details}
      {between}
      <span className="mono">{shortId}</span>
    </span>
  );
}
