/** What is typed of a fault, and the fault that comes of it. */
import type { SandboxFaultInput } from '../../../bridge/sandbox-controls.ts';
import {
  type SandboxFaultKind,
  type SandboxOperation,
  sandboxFaults,
} from '../../../bridge/sandbox-tables.ts';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.faults;

export interface FaultValues {
  kind: SandboxFaultKind;
  operation: SandboxOperation;
  count: string;
  /** By the name of the option. */
  options: Record<string, string>;
}

export interface FaultOption {
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
  ...{ kind, operation: '*', count: '1' },
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
