/** Addresses of this computer. */
import { BlockList, isIP } from 'node:net';

const loopbackV4 = new BlockList();
loopbackV4.addSubnet('127.0.0.0', 8, 'ipv4');

/** Whether an address is loopback, mapped or not. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return loopbackV4.check(address, 'ipv4');
  if (family !== 6) return false;
  if (address === '::1') return true;
  const embedded = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return embedded !== undefined && isLoopback(embedded);
}
