/** A request as Express has it: `ip` is the client's, also behind a trusted proxy. */
interface Addressed {
  readonly ip?: string | undefined;
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address that a request came from: what a bank is told. Limits count by `clientAddress`. */
export const clientIp = ({ ip = '' }: Addressed): string => MAPPED_IPV4.exec(ip)?.[1] ?? ip.replace(/%.*$/, '');

/** The first four groups of an IPv6 address, as they are written in full. */
const networkOf = (ip: string): string => {
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};

/**
 * Whom limits and fair queueing count as one client: an IPv4 address, or the /64 of an IPv6 address. A home or a server
 * has all of a /64 to itself, and could come from another address each time.
 */
export const clientAddress = ({ ip = '' }: Addressed): string => {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return ip.includes(':') ? `${networkOf(ip)}::/64` : ip;
};
