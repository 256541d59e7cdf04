import { expect, it } from 'vitest';
import { isLeftOf } from './left-of.ts';

it.each([
  ['the same', 'paid on Monday', 'paid on Monday', false, true],
  ['another', 'paid on Monday', 'paid on Tuesday', false, false],
  ['a part that went', 'lives with (erased).', 'lives with ada@example.com.', false, true],
  ['several', '(erased) and (erased)', 'Ada and Grace', false, true],
  ['parts that would have to overlap', 'a(erased)a', 'aa', false, false],
  ['a part in the midst', '(erased) or (erased) of Ada', 'Grace or Mary of Ada', false, true],
  ['a part that is not there', '(erased) or (erased).', 'Grace and Mary.', false, false],
  ['the same after a part', 'lives with (erased) here', 'lives with ada@example.com', false, false],
  ['signs that a pattern would read', 'a+b (erased)', 'aab x', false, false],
  ['all, of somebody erased', '', 'called', true, true],
  ['all, of somebody else', '', 'called', false, false],
  ['a value, of somebody erased', 'null', '"a"', true, true],
])('tells what is left of a text: %s', (_, left, text, isTheirs, isLeft) => {
  expect(isLeftOf(left, text, isTheirs)).toBe(isLeft);
});
