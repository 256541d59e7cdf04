/** The environment of this process with changes, for programs that take no missing values. */
export function environmentWith(changes: NodeJS.ProcessEnv): Record<string, string> {
  const all = Object.entries({ ...process.env, ...changes });
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
