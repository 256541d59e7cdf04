/** Deliveries of a relay that wait for a webhook's secret: nobody has checked them yet, and they may name anybody. */
import { z } from 'zod';
import { isoTime } from '../../../platform/clock.ts';
import {
  packDeliveries,
  type RelayedDelivery,
  unpackDeliveries,
} from '../../../team-log/deliveries.ts';
import type { Subject } from './survey.ts';

const rows = z.array(z.object({ number: z.number(), content: z.instanceof(Uint8Array) }));

const identifier = /[A-Za-z]+_[A-Za-z0-9]+/g;

/** That they arrived stays: such a one does not go into the inbox, and is no more judged (isEmptied). */
export function sweepRelayed({ sqlite, ends, gone }: Subject): void {
  const isTheirs = ({ body, receivedAt }: RelayedDelivery): boolean => {
    const [text, at] = [Buffer.from(body).toString('utf8'), isoTime(receivedAt)];
    const isNamed = [...text.matchAll(identifier)].some(([id]) => at < (ends.get(id) ?? ''));
    return isNamed || gone.scrub(text, at) !== text;
  };
  for (const { number, content } of rows.parse(
    sqlite.all('SELECT number, content FROM team_relayed'),
  )) {
    const deliveries = unpackDeliveries(content);
    if (!deliveries.some(isTheirs)) continue;
    const left = deliveries.map((one) =>
      isTheirs(one) ? { ...one, rawHeaders: [], body: new Uint8Array() } : one,
    );
    sqlite.run('UPDATE team_relayed SET content = ? WHERE number = ?', [
      packDeliveries(left),
      number,
    ]);
  }
}
