import { expect, it } from 'vitest';
import { baseUrlProblem } from './profile-checks.ts';
import { settingsTexts } from './texts.ts';

const { problems } = settingsTexts.add;

it.each([
  'https://api.example.com',
  ' https://api.example.com/base/ ',
  'http://127.0.0.1:4000',
  'http://localhost:4000',
  'http://[::1]:80',
])('%s is fine', (url) => {
  expect(baseUrlProblem(url)).toBeNull();
});

it.each([
  ['', problems.url],
  ['api.example.com', problems.url],
  ['ftp://example.com', problems.url],
  ['http://api.example.com', problems.https],
  ['http://127.0.0.1.example.com', problems.https],
  ['https://me:secret@example.com', problems.parts],
  ['http://127.0.0.1:38500/v2/customers', problems.operation],
  ['https://api.example.com/v1/', problems.operation],
  ['https://example.com?x=1', problems.parts],
  ['https://example.com#x', problems.parts],
])('"%s" is not', (url, problem) => {
  expect(baseUrlProblem(url)).toBe(problem);
});
