/** Rows and details of one moment of knowledge: what is shown of one must never stand under the name of another. */
import { Fragment, type ReactNode } from 'react';
import { useKnownAt } from '../stores/known-at.ts';

export function OfMoment({ children }: { children: ReactNode }) {
  const { knownAt } = useKnownAt();
  return <Fragment key={knownAt ?? 'now'}>{children}</Fragment>;
}
