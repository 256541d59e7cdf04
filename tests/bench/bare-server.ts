/** The peer of the receiver: node:http that reads the body, answers 200, and keeps nothing. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.on('data', () => undefined);
  request.on('end', () => {
    response.writeHead(200, { 'content-length': '0' });
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  process.stdout.write(`${JSON.stringify({ port, pid: process.pid })}\n`);
});
