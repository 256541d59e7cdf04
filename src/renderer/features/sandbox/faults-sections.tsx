/** Faults: set, listed, cleared. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SandboxFault, SandboxFaultInput } from '../../../bridge/sandbox-controls.ts';
import {
  type SandboxFaultKind,
  type SandboxOperation,
  sandboxFaultKinds,
  sandboxFaults,
  sandboxOperations,
} from '../../../bridge/sandbox-tables.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Section } from '../../components/section.tsx';
import classes from './sandbox.module.css';
import { SandboxTable } from './sandbox-table.tsx';
import { sandboxTexts } from './texts.ts';

/** What is typed of a fault. */
interface FaultValues {
  kind: SandboxFaultKind;
  operation: SandboxOperation;
  count: string;
  /** By the name of the option. */
  options: Record<string, string>;
}

interface FaultOption {
  name: string;
  /** One of these; null where it is typed. */
  choices: readonly string[] | null;
}

type Option = readonly string[] | string | number;

const optionsOf = (kind: SandboxFaultKind): [string, Option][] =>
  Object.entries<Option>(sandboxFaults[kind].options);

export const faultOptions = (kind: SandboxFaultKind): FaultOption[] =>
  optionsOf(kind).map(([name, option]) => ({
    name,
    choices: typeof option === 'object' ? option : null,
  }));

/** As a form begins with this kind. */
export const faultValues = (kind: SandboxFaultKind): FaultValues => ({
  kind,
  operation: '*',
  count: '1',
  options: Object.fromEntries(
    optionsOf(kind).map(([name, option]) => [
      name,
      typeof option === 'object' ? (option[0] ?? '') : String(option),
    ]),
  ),
});

/** By the name of the field; empty where all is well. */
export function faultProblems({ kind, count, options }: FaultValues): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!/^(|[1-9]\d{0,5})$/.test(count.trim())) problems['count'] = texts.countProblem;
  for (const [name, option] of optionsOf(kind)) {
    const typed = options[name]?.trim() ?? '';
    const isNumber = typeof option === 'number';
    if (isNumber ? !/^\d{1,9}$/.test(typed) : typed === '') {
      problems[`options.${name}`] = texts.optionProblem;
    }
  }
  return problems;
}

/** @param values without problems */
export const faultOf = ({ kind, operation, count, options }: FaultValues): SandboxFaultInput => ({
  kind,
  operation: sandboxFaults[kind].of === 'requests' ? operation : null,
  count: count.trim() === '' ? null : Number(count),
  options: Object.fromEntries(
    optionsOf(kind).map(([name, option]) => {
      const typed = options[name]?.trim() ?? '';
      return [name, typeof option === 'number' ? Number(typed) : typed];
    }),
  ),
});

const texts = sandboxTexts.faults;

export function FaultsSections() {
  const { queries } = useBridge();
  const state = useQuery(queries.sandboxControls.state.queryOptions());
  return (
    <>
      <Section title={texts.title} lead={texts.lead}>
        <FaultForm />
      </Section>
      <DetailStates query={state}>{({ faults }) => <FaultList faults={faults} />}</DetailStates>
    </>
  );
}

const kinds = sandboxFaultKinds.map((value) => ({ value, label: texts.kinds[value] }));
const operations = sandboxOperations.map((value) => ({ value, label: texts.operations[value] }));

function FaultForm() {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const form = useForm({
    mode: 'controlled',
    initialValues: faultValues('drop'),
    validate: faultProblems,
  });
  const set = useMutation({
    mutationFn: (fault: SandboxFaultInput) =>
      bridge.sandboxControls.setFault({ profileId, ...fault }),
  });
  const { kind } = form.values;
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => set.mutate(faultOf(values)))}
    >
      <NativeSelect
        label={texts.kind}
        data={kinds}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const chosen = sandboxFaultKinds.find((it) => it === value) ?? 'drop';
          const { operation } = form.getValues();
          form.setValues({ ...faultValues(chosen), operation });
        }}
      />
      {sandboxFaults[kind].of === 'requests' && (
        <NativeSelect
          label={texts.operation}
          data={operations}
          {...form.getInputProps('operation')}
        />
      )}
      {faultOptions(kind).map(({ name, choices }) => {
        const field = {
          label: texts.options[name] ?? name,
          ...form.getInputProps(`options.${name}`),
        };
        return choices === null ? (
          <TextInput key={name} {...field} />
        ) : (
          <NativeSelect
            key={name}
            data={choices.map((value) => ({ value, label: texts.choices[value] ?? value }))}
            {...field}
          />
        );
      })}
      <TextInput
        label={texts.count}
        description={texts.countHelp}
        inputMode="numeric"
        {...form.getInputProps('count')}
      />
      <div className={classes['wide']}>
        <div className={classes['act']}>
          <Button type="submit" loading={set.isPending}>
            {texts.set}
          </Button>
        </div>
        <Failed error={set.error} />
      </div>
    </form>
  );
}

const kindName = (kind: string): string =>
  sandboxFaultKinds.find((it) => it === kind) === undefined
    ? kind
    : texts.kinds[kind as (typeof sandboxFaultKinds)[number]];

function FaultList({ faults }: { faults: readonly SandboxFault[] }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const clear = useMutation({
    mutationFn: (id: string | null) => bridge.sandboxControls.clearFaults({ profileId, id }),
  });
  return (
    <Section
      title={texts.listTitle}
      action={
        faults.length > 0 && (
          <Button variant="default" onClick={() => clear.mutate(null)}>
            {texts.clearAll}
          </Button>
        )
      }
    >
      <Failed error={clear.error} />
      {faults.length === 0 ? (
        <p className="dimmed">{texts.none}</p>
      ) : (
        <SandboxTable
          label={texts.listTitle}
          headings={[texts.kind, texts.operation, texts.count, texts.clear]}
        >
          {faults.map(({ id, kind, operation, count }) => (
            <tr key={id}>
              <td>{kindName(kind)}</td>
              <td>
                {operations.find(({ value }) => value === operation)?.label ?? operation ?? '–'}
              </td>
              <td>{texts.left(count)}</td>
              <td>
                <Button
                  variant="default"
                  aria-label={texts.clearNamed(kindName(kind))}
                  onClick={() => clear.mutate(id)}
                >
                  {texts.clear}
                </Button>
              </td>
            </tr>
          ))}
        </SandboxTable>
      )}
    </Section>
  );
}
