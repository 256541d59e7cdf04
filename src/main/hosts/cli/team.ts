/** `npm run team -- init | login | status`: runs from its sources, so that nothing has to be built first. */
import { UsageError } from '../../../platform/arguments.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { parseTeamOptions } from './team-options.ts';
import { runTeam } from './team-run.ts';

/** Errors whose message is a sentence for people. */
const told = new Set(['AddressUnusable', 'TeamDatabaseRefused', 'TeamDatabaseAway']);

try {
  const isWell = await runTeam(parseTeamOptions(process.argv.slice(2)), (line) =>
    console.log(terminalLines(line)),
  );
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  const isUsage = error instanceof UsageError;
  if (!(error instanceof Error) || !(isUsage || told.has(error.name))) throw error;
  const change = 'change' in error ? ` ${String(error.change)}` : '';
  console.error(terminalLines(`${error.message}${change}`));
  process.exitCode = isUsage ? 2 : 1;
}
