/** The switches of the sandbox, one a line. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SandboxSwitch, sandboxSwitches } from '../../../bridge/sandbox-tables.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Section } from '../../components/section.tsx';
import classes from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.switches;
const names = Object.keys(sandboxSwitches) as SandboxSwitch[];

export function SwitchesSection() {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const state = useQuery(queries.sandboxControls.state.queryOptions());
  const reset = useMutation({
    mutationFn: () => bridge.sandboxControls.resetSwitches({ profileId }),
  });
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={
        <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
          {texts.reset}
        </Button>
      }
    >
      <Failed error={reset.error} />
      <DetailStates query={state}>
        {({ switches }) => (
          <div className={classes['switches']}>
            <Facts>
              {names.map((name) => (
                <Fact key={name} name={texts.hints[name]}>
                  <Switch
                    key={JSON.stringify(switches[name])}
                    name={name}
                    value={switches[name] ?? null}
                  />
                </Fact>
              ))}
            </Facts>
          </div>
        )}
      </DetailStates>
    </Section>
  );
}

function Switch({ name, value }: { name: SandboxSwitch; value: Json }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const change = useMutation({
    mutationFn: (next: Json) =>
      bridge.sandboxControls.changeSwitch({ profileId, name, value: next }),
  });
  const choices: readonly Json[] | null = sandboxSwitches[name];
  const props = { name, value, onChange: change.mutate, isBusy: change.isPending };
  return (
    <div className={classes['stack']}>
      {choices === null ? (
        <TypedSwitch {...props} />
      ) : (
        <ChosenSwitch {...props} choices={choices} />
      )}
      <Failed error={change.error} />
    </div>
  );
}

interface SwitchProps {
  name: SandboxSwitch;
  value: Json;
  onChange: (value: Json) => void;
  isBusy: boolean;
}

function ChosenSwitch({
  name,
  value,
  onChange,
  isBusy,
  choices,
}: SwitchProps & { choices: readonly Json[] }) {
  const isDefault = value === choices[0];
  return (
    <div className={classes['move']}>
      <NativeSelect
        size="xs"
        aria-label={texts.hints[name]}
        disabled={isBusy}
        value={String(value)}
        data={choices.map(String)}
        onChange={({ currentTarget }) =>
          onChange(choices.find((it) => String(it) === currentTarget.value) ?? value)
        }
      />
      <span className="mono dimmed">{name}</span>
      {!isDefault && <strong>{texts.changed}</strong>}
    </div>
  );
}

function TypedSwitch({ name, value, onChange, isBusy }: SwitchProps) {
  const [typed, setTyped] = useState(() => JSON.stringify(value));
  const [problem, setProblem] = useState<string | null>(null);
  const save = (): void => {
    try {
      onChange(JSON.parse(typed) as Json);
      setProblem(null);
    } catch {
      setProblem(texts.jsonProblem);
    }
  };
  return (
    <form
      className={classes['move']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        size="xs"
        aria-label={texts.hints[name]}
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <span className="mono dimmed">{name}</span>
      <Button
        type="submit"
        variant="default"
        aria-label={texts.saveNamed(name)}
        disabled={typed === JSON.stringify(value)}
        loading={isBusy}
      >
        {texts.save}
      </Button>
    </form>
  );
}
