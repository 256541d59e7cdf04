import { expect, it } from 'vitest';
import { environmentName } from './environments.ts';

it.each([
  ['sandbox', 'http://127.0.0.1:4010/', 'Sandbox on this computer'],
  ['sandbox', 'http://[::1]:4010', 'Sandbox on this computer'],
  ['sandbox', 'https://localhost.example.com', 'Hosted sandbox'],
  ['sandbox', null, 'Hosted sandbox'],
  ['production', 'http://localhost:1', 'Production'],
  ['built-in', 'http://localhost:1', 'Built-in sandbox'],
] as const)('%s at %s is called %s', (environment, baseUrl, name) => {
  expect(environmentName(environment, baseUrl)).toBe(name);
});
