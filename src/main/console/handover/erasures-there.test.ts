import { expect, it } from 'vitest';
import { askAboutErasures, erasuresByProfile } from './erasures-there.ts';
import type { NamedErasure } from './handover-calls.ts';

const erased: NamedErasure = {
  customerId: 'customer_a',
  name: 'Ada',
  at: '2026-02-02T12:00:00.000Z',
  by: null,
  reason: 'Asked',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  isHere: false,
};
const back = { liftedAt: '2026-02-05T12:00:00.000Z', liftReason: 'Back' };

const said = (erasures: readonly NamedErasure[]) => {
  const { fields, paragraphs } = askAboutErasures(erasures);
  return { label: fields[0]?.choices?.[0]?.label, paragraphs };
};

it('says of erasures that were lifted there what the choice does here', () => {
  expect(said([erased])).toEqual({
    label: 'Erase it here too, of 1 customer',
    paragraphs: ['customer_a (“Ada”): erased there on 2026-02-02, reason “Asked”.'],
  });
  expect(said([{ ...erased, ...back }])).toEqual({
    label: 'Erase it here too, of 1 customer',
    paragraphs: [
      'customer_a (“Ada”): erased there on 2026-02-02, reason “Asked”, and recorded again from 2026-02-05 on. Here, data from before 2026-02-05 would be erased.',
    ],
  });
  const lifted = { ...erased, ...back, isHere: true };
  expect(said([lifted])).toEqual({
    label: 'Record it again here too, of 1 customer',
    paragraphs: [
      'customer_a (“Ada”): erased on 2026-02-02, here too. There, personal data is recorded again from 2026-02-05 on.',
    ],
  });
  expect(said([erased, lifted]).label).toBe(
    'Erase it here too, of 1 customer, and record it again here too, of 1 customer',
  );
  expect(() => askAboutErasures([lifted]).isChosen(new URLSearchParams())).toThrow(
    'recorded again here too',
  );
});

it('keeps one of several profiles of a file once, as it was lifted', () => {
  const profile = { id: 'p', name: 'Hosted' } as never;
  const found = erasuresByProfile();
  for (const erasure of [erased, { ...erased, ...back }, erased]) found.add(profile, [erasure]);
  found.add({ id: 'q', name: 'Other' } as never, []);
  expect(found.list()).toEqual([[profile, [{ ...erased, ...back }]]]);
});
