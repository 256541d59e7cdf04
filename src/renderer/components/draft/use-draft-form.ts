/**
 * A form over a draft: what is typed goes to the draft at once, and is checked when a field is left.
 * The form takes the draft's values once: give its component the draft's `edition` as key.
 */
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Draft } from '../../stores/drafts.ts';

export type Checks<Values> = {
  [Field in keyof Values]?: (value: Values[Field], values: Values) => string | null;
};

export function useDraftForm<Values extends object>(
  draft: Draft<Values>,
  change: (values: Values) => void,
  checks: Checks<Values>,
): UseFormReturnType<Values> {
  return useForm<Values>({
    mode: 'controlled',
    initialValues: draft.values,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    // Fields without a check are fine as they are.
    validate: (values) => problemsOf(values, checks),
    onValuesChange: change,
  });
}

/** Checks all fields, and puts the person in the first one that has a problem. */
export function passesChecks<Values extends object>(form: UseFormReturnType<Values>): boolean {
  const { hasErrors, errors } = form.validate();
  const [first] = Object.keys(errors);
  if (first !== undefined) focusField(first);
  return !hasErrors;
}

/** Puts the person in the field of that name. */
export const focusField = (name: string): void =>
  document.querySelector<HTMLElement>(`[data-path="${name}"]`)?.focus();

/** Problems by field, one sentence each. */
export function problemsOf<Values extends object>(
  values: Values,
  checks: Checks<Values>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field in checks) {
    const problem = checks[field]?.(values[field], values) ?? null;
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}
