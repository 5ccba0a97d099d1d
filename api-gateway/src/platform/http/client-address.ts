import type { IncomingMessage } from 'node:http';

/** The part of an Express request with the client's IP address, which is right behind a trusted proxy as well. */
interface AddressedRequest {
  readonly ip?: string | undefined;
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the full IP address of a request's client, which banks require. Rate limits use `clientAddress` instead. */
export const clientIp = ({ ip = '' }: AddressedRequest): string => MAPPED_IPV4.exec(ip)?.[1] ?? ip.replace(/%.*$/, '');

/** Returns the /64 network of an IPv6 address: its first four groups, without omitted zero groups. */
const networkOf = (ip: string): string => {
  const [leadingText = '', trailingText] = ip.replace(/%.*$/, '').toLowerCase().split('::');
  const leadingGroups = leadingText === '' ? [] : leadingText.split(':');
  const tailGroups = trailingText === undefined || trailingText === '' ? [] : trailingText.split(':');
  const zeroGroups =
    trailingText === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - leadingGroups.length - tailGroups.length) }, () => '0');
  return [...leadingGroups, ...zeroGroups, ...tailGroups]
    .slice(0, 4)
    .map((addressGroup) => addressGroup.replace(/^0+(?=.)/, ''))
    .join(':');
};

/**
 * Returns the address that rate limits and queues count as one client: an IPv4 address, or the /64 network of an IPv6
 * address. A household or a server owns a whole /64 network and could use another address in it for each request.
 */
export const clientAddress = ({ ip = '' }: AddressedRequest): string => {
  const mappedIpv4 = MAPPED_IPV4.exec(ip)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  return ip.includes(':') ? `${networkOf(ip)}::/64` : ip;
};

/**
 * Returns the client's IP address of a request that opens a WebSocket, which Express doesn't handle. A trusted proxy
 * adds the visitor's address at the end of `X-Forwarded-For`.
 */
export const addressOfUpgrade = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustsProxy: boolean,
): string => {
  const forwardedAddress = trustsProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return clientAddress({ ip: forwardedAddress || socket.remoteAddress });
};
