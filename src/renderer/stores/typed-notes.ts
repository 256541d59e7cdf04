/** Notes that are typed and not added yet, by record: who looks at another one meanwhile finds them again. */
import { createStore } from 'zustand/vanilla';
import { visitStore } from './made-once.ts';

export const useTypedNotes = visitStore(() =>
  createStore<Readonly<Record<string, string>>>(() => ({})),
);
