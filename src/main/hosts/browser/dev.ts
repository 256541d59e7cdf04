/** The browser host in development: run from its sources by `npm run dev`, which says where the page is. */
import { createDevPage } from './dev-page.ts';
import { runProgram } from './run.ts';

const origin = process.env['CAUSEWAY_DEV_PAGE'];
if (origin === undefined) throw new Error('Start this with "npm run dev".');

await runProgram({ version: 'development', loadPage: async () => createDevPage(origin) });
