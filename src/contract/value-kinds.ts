/** What zod calls a kind of value, as a reader calls it. Without zod. */
export const valueKinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  nonoptional: 'a value',
};
