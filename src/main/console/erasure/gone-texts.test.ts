import { expect, it } from 'vitest';
import { createGoneTexts } from './gone-texts.ts';

const phone = '+44 20 7946 0958';

it.each([
  phone,
  '+442079460958',
  '0044 20 7946 0958',
  '00442079460958',
  '(0044) 20-7946-0958',
  '+44 (0)20 7946 0958',
  '0044 (0)20 7946 0958',
  '+44(0)2079460958',
  '(+44) (0)20-7946 0958',
  '0044/20/7946.0958',
  '+44.20.7946.0958',
  '(44) 20 7946/0958',
  '+44 (20) 7946 0958',
])('finds a phone number as %s', (written) => {
  const gone = createGoneTexts();
  gone.add(phone, 'phone');
  expect(gone.scrub(`call (${written}), or write`)).toMatch(/^call \(\+?\(erased\)\), or write$/);
});

it('finds it with `+` where it was said with `00`, and until when it goes', () => {
  const gone = createGoneTexts();
  gone.add('0044 20 7946 0958', 'phone', '2026-02');
  for (const written of [phone, '+44 (0)20 7946 0958']) {
    const text = `call ${written}`;
    expect(gone.scrub(text, '2026-01')).toBe('call +(erased)');
    expect(gone.scrub(text, '2026-03')).toBe(text);
  }
});

it('finds it without `(0)` where it was said with that, and leaves other zeros in brackets', () => {
  const gone = createGoneTexts();
  gone.add('0044 (0)20 7946 0958', 'phone');
  gone.add('020 7946 0958', 'phone');
  for (const written of [phone, '0044 (0)20 7946 0958', '(0)20 7946 0958', '442079460958']) {
    expect(gone.scrub(`call ${written}.`)).toMatch(/^call \+?\(erased\)\.$/);
  }
  const others = 'items (0), 44 (0) pieces, +44 (0)20 7946 09581 and 144 (0)20 7946 0958';
  expect(gone.scrub(others)).toBe(others);
});

it('is left where it was said again meanwhile or stays, however it was said', () => {
  const written = ['+44 (0)20 7946 0958', '+44 020 7946 0958', '4402079460958', phone];
  const [said] = written;
  const lifted = createGoneTexts();
  lifted.add(said ?? '', 'phone', '2026-02');
  for (const text of written) expect(lifted.scrub(text, '2026-03')).toBe(text);
  for (const text of written.slice(1)) {
    const kept = createGoneTexts();
    kept.add(said ?? '', 'phone');
    kept.keep(text);
    expect(kept.scrub(text)).toBe(text);
  }
});

it('takes no piece of another number, and no amounts or days', () => {
  const gone = createGoneTexts();
  gone.add(phone, 'phone');
  const others = 'to 0044 20 7946 09581, 900442079460958 on 31/01/2026, 44.20 and (7,946.09) 58';
  expect(gone.scrub(others)).toBe(others);
});
