import { expect, it } from 'vitest';
import { readJson } from './read-json.ts';

it('takes no object that names a field twice, however it is written', () => {
  const twice = (second: string) => `[{"id":"customer_a","email":"a@b.co","${second}":"c@d.co"}]`;
  for (const second of ['email', '\\u0065mail']) {
    expect(() => readJson(twice(second))).toThrow('names a field twice');
  }
  expect(readJson(twice('other')).candidates).toHaveLength(1);
});
