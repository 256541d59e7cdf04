/** Moves something to another state: the usual ones first, those outside the table under their own name. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../../components/failure-notice.tsx';
import classes from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

export interface MoveControlProps<State extends string> {
  label: string;
  /** What is moved, for a screen reader. */
  of: string;
  words: Readonly<Record<State, string>>;
  transitions: Readonly<Record<State, readonly State[]>>;
  current: State;
  /** States that nothing can be moved to. */
  except?: State;
  onMove: (to: State, force: boolean) => Promise<unknown>;
}

export function MoveControl<State extends string>(props: MoveControlProps<State>) {
  const { words, transitions, current, except, onMove } = props;
  const [chosen, setChosen] = useState<State | null>(null);
  const move = useMutation({
    mutationFn: (to: State) => onMove(to, !transitions[current].includes(to)),
    // What was chosen meanwhile stays.
    onSuccess: (_moved, to) => setChosen((now) => (now === to ? null : now)),
  });
  const states = Object.keys(words) as State[];
  const others = states.filter((state) => state !== current && state !== except);
  const isUsual = (state: State) => transitions[current].includes(state);
  const choices = (chosenStates: State[]) =>
    chosenStates.map((value) => ({ value, label: words[value] }));
  const groups = [
    { group: sandboxTexts.usual, items: choices(others.filter(isUsual)) },
    { group: sandboxTexts.unusual, items: choices(others.filter((it) => !isUsual(it))) },
  ].filter(({ items }) => items.length > 0);
  return (
    <div className={classes['stack']}>
      <div className={classes['move']}>
        <NativeSelect
          size="xs"
          w="min(150px, 18vw)"
          aria-label={`${props.label}: ${props.of}`}
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setChosen(others.find((state) => state === value) ?? null)
          }
          data={[{ value: '', label: `${props.label}…` }, ...groups]}
        />
        {chosen !== null && (
          <Button
            variant="default"
            aria-label={`${props.label} ${words[chosen]}: ${props.of}`}
            loading={move.isPending}
            onClick={() => move.mutate(chosen)}
          >
            {sandboxTexts.move}
          </Button>
        )}
      </div>
      <Failed error={move.error} />
    </div>
  );
}
