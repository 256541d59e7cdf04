/**
 * Serves the built page in the folder of the first argument as the console serves its own: the same
 * server, headers and policy, in a process of its own. Prints its address as one line of JSON.
 */
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { servePage } from './pages.ts';

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('The folder of the page is missing.');
const server = await servePage(root, new RPCHandler({ nothing: os.handler(() => null) }));
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url: `${server.origin}/` })}\n`);
