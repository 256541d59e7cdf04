import { expect, it } from 'vitest';
import { readJson } from './read-json.ts';

it('takes no object that names a field twice, however it is written', () => {
  const twice = (second: string) => `[{"id":"customer_a","email":"a@b.co","${second}":"c@d.co"}]`;
  for (const second of ['email', '\\u0065mail']) {
    expect(() => readJson(twice(second))).toThrow('names a field twice');
  }
  expect(readJson(twice('other')).candidates).toHaveLength(1);
});

it('takes no record of which a letter was lost, as of a file in another character set', () => {
  const text = '[{"id":"customer_a","note":"Müller"},{"id":"customer_b","note":"Miller"}]';
  const { candidates, problems } = readJson(Buffer.from(text, 'latin1').toString('utf8'));
  expect(candidates.map(({ id }) => id)).toEqual(['customer_b']);
  expect(problems).toEqual([
    { row: 1, column: null, reason: expect.stringMatching(/customer_a.*UTF-8/) },
  ]);
  // Written as the service gave it: nothing was lost on the way here.
  expect(readJson('{"id":"customer_a","note":"M\\ufffdller"}').candidates).toHaveLength(1);
});

it('names the entries of a list in an answer that hold no record, as it names those of a bare list', () => {
  const bare = [{ id: 'customer_a' }, { email: 'b@example.com' }, { id: 'customer_c' }];
  const of = (value: unknown) => {
    const { candidates, problems } = readJson(JSON.stringify(value));
    return [candidates.map(({ id }) => id), problems.map(({ row }) => row)];
  };
  expect(of(bare)).toEqual([['customer_a', 'customer_c'], [2]]);
  expect(of({ data: { customers: bare, messages: ['x', { code: 1 }] } })).toEqual([
    ['customer_a', 'customer_c'],
    [1],
  ]);
  expect(readJson(JSON.stringify({ data: bare })).problems[0]?.reason).toContain('Entry 2');
});
