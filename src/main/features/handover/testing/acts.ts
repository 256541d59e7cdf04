/** For tests: what people do at a desk, as values. */
import fc from 'fast-check';
import { recordObservation } from '../../../core/records/testing/observations.ts';
import type { NewObservation } from '../../../core/records/types.ts';
import type { TestDesk } from './desks.ts';

export type DeskAct =
  | { readonly what: 'observe'; readonly observation: NewObservation }
  | {
      readonly what: 'note' | 'edit' | 'name' | 'reference';
      readonly number: number;
      readonly text: string;
    }
  | { readonly what: 'labels'; readonly number: number; readonly labels: readonly string[] }
  | { readonly what: 'label address'; readonly end: string; readonly text: string }
  | { readonly what: 'request'; readonly key: string }
  | {
      readonly what: 'resolve';
      readonly key: string;
      readonly verdict: 'exists' | 'absent' | 'unknown';
      readonly number: number;
    }
  | { readonly what: 'sign off'; readonly note: string };

const number = fc.constantFrom(1, 2);
const key = fc.constantFrom('a'.repeat(32), 'b'.repeat(32));
const texts = {
  note: ['x', 'y'],
  edit: ['x', 'y', 'z'],
  name: ['n', 'm', ''],
  reference: ['K-1', 'K-2', ''],
} as const;
const written = (what: keyof typeof texts): fc.Arbitrary<DeskAct> =>
  fc.record({ what: fc.constant(what), number, text: fc.constantFrom(...texts[what]) });

export const deskAct: fc.Arbitrary<DeskAct> = fc.oneof(
  fc.record({ what: fc.constant('observe' as const), observation: recordObservation }),
  written('note'),
  written('edit'),
  written('name'),
  written('reference'),
  fc.record({
    what: fc.constant('labels' as const),
    number,
    labels: fc.subarray(['VIP', 'vip', 'Late']),
  }),
  fc.record({
    what: fc.constant('label address' as const),
    end: fc.constantFrom('0xaA', '0xAa', '0xbb'),
    text: fc.constantFrom('Ours', 'Theirs', ''),
  }),
  fc.record({ what: fc.constant('request' as const), key }),
  fc.record({
    what: fc.constant('resolve' as const),
    key,
    number,
    verdict: fc.constantFrom('exists' as const, 'absent' as const, 'unknown' as const),
  }),
  fc.record({ what: fc.constant('sign off' as const), note: fc.constantFrom('1', '2') }),
);

const customer = (of: number) => ({ kind: 'customer', id: `customer_${of}` }) as const;

function edit({ annotations }: TestDesk, of: number, text: string): void {
  const [note] = annotations.get(customer(of)).notes;
  if (note !== undefined) annotations.editNote(customer(of), note.noteId, text);
}

function resolve(
  desk: TestDesk,
  { key: intentKey, verdict, number: of }: Extract<DeskAct, { what: 'resolve' }>,
): void {
  desk.request(intentKey);
  const resourceId = verdict === 'exists' ? `customer_${of}` : null;
  desk.resolutions.append({ intentKey, verdict, resourceId, how: 'word' });
}

export function perform(desk: TestDesk, act: DeskAct): void {
  const { annotations } = desk;
  switch (act.what) {
    case 'observe':
      desk.records.observe(act.observation);
      return;
    case 'note':
      annotations.addNote(customer(act.number), act.text);
      return;
    case 'edit':
      edit(desk, act.number, act.text);
      return;
    case 'name':
      annotations.setName(customer(act.number), act.text);
      return;
    case 'reference':
      annotations.setReference(customer(act.number), act.text);
      return;
    case 'labels':
      annotations.setLabels(customer(act.number), act.labels);
      return;
    case 'label address':
      desk.labelAddress(`${act.end}908400098527886E0F7030069857D2E4169EE7`, act.text);
      return;
    case 'request':
      desk.request(act.key);
      return;
    case 'resolve':
      resolve(desk, act);
      return;
    case 'sign off':
      desk.signOff('2026-11-20T12:00:00.000Z', act.note);
      return;
  }
}
