/** Which addresses are reached over the public internet, so neither this computer nor its networks. */
import { BlockList, isIP } from 'node:net';

/** IPv4 that is not public: RFC 6890 and its successors. */
const nonPublicV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relay
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * IPv6: only global unicast (2000::/3) can be public; these parts of it are not, or carry an IPv4
 * address that would be reached instead.
 */
const nonPublicV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

type Subnets = readonly (readonly [string, number])[];

function blockList(subnets: Subnets, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}

const v4 = blockList(nonPublicV4, 'ipv4');
const v6 = blockList(nonPublicV6, 'ipv6');
const globalUnicast = blockList([['2000::', 3]], 'ipv6');

/**
 * Whether an address can be reached on the public internet; false for anything else. An IPv4-mapped IPv6
 * address (`::ffff:…`) never is: nobody needs it, and it hides its target.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !v4.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) makes an address local to a link.
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !v6.check(address, 'ipv6');
}
