/** The program of the thread that reads statements: a hostile file may cost it its life, and main nothing. */
import { type Answer, Refused, serveReading } from '../../../../platform/read-in-thread.ts';
import { inParts } from '../../../../platform/slices.ts';
import { readBytes, type StatementHead, type StatementOrder } from './read-bytes.ts';
import { type StatementLine, UnreadableStatement } from './statement-line.ts';

/** Lines of one message: main takes them in a few milliseconds. */
const PART = 500;

function read(order: StatementOrder): Answer<StatementHead, StatementLine> {
  try {
    const { head, lines } = readBytes(order);
    return { head, parts: inParts(lines, PART) };
  } catch (error) {
    throw error instanceof UnreadableStatement ? new Refused(error.message) : error;
  }
}

serveReading(read);
