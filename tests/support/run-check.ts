import { runStaticSteps, runUnitStep } from './check-steps.ts';
import { helpWhenAsked } from './help.ts';

/** `npm run check`: format, lint, types of every layer, import rules, dead code, the build, unit tests. */
helpWhenAsked(`Usage: npm run check

Format, lint, types of every layer, import rules, dead code and the build, two at a time; then the
unit tests. Each step is named when it starts and when it ends, with its seconds; what a step that failed
said follows it. It takes no options. The exit status is 0 when all went well, else 1.
`);
const results = [...(await runStaticSteps()), ...(await runUnitStep())];
const failed = results.filter((result) => !result.ok).map((result) => result.name);
console.log(failed.length === 0 ? 'check: all good' : `check: failed in ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
