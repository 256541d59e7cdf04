/** Filters a list by a label; nothing while no label is in use. */
import { annotationTexts } from '../../texts/annotations.ts';
import { Filter } from '../list-toolbar.tsx';

export interface LabelFilterProps {
  value: string | null;
  labels: readonly string[];
  onChange: (label: string | null) => void;
}

export function LabelFilter({ value, labels, onChange }: LabelFilterProps) {
  if (labels.length === 0 && value === null) return null;
  // The chosen one is among the choices even where nothing carries it any more.
  const choices = value === null || labels.includes(value) ? labels : [value, ...labels];
  return (
    <Filter
      label={annotationTexts.filter}
      value={value}
      values={choices.map((label) => ({ value: label, label }))}
      onChange={onChange}
    />
  );
}
