import type { GatewayConfig } from './config';

/** Port and public URL of this gateway, known when it listens. */
export interface GatewayAddress {
  readonly port: number;
  /** Public URL of the gateway without a trailing slash. */
  readonly publicUrl: string;
  /** Origins of the gateway's own pages, which may open live sockets. */
  readonly pageOrigins: readonly string[];
}

// Loopback addresses that replace a wildcard host, because a browser can't open the address of a wildcard host.
const LOOPBACK_BY_WILDCARD_HOST: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

const hostInUrl = (urlHost: string): string => (urlHost.includes(':') ? `[${urlHost}]` : urlHost);

/** Returns the port and the public URL of the gateway: the configured URL, or a URL from its actual host and port. */
export const gatewayAddressOf = (
  { host, publicUrl }: Pick<GatewayConfig, 'host' | 'publicUrl'>,
  listeningPort: number,
): GatewayAddress => {
  if (publicUrl !== null) return { port: listeningPort, publicUrl, pageOrigins: [publicUrl] };
  const originOf = (urlHost: string): string => `http://${hostInUrl(urlHost)}:${listeningPort}`;
  const derivedUrl = originOf(LOOPBACK_BY_WILDCARD_HOST.get(host) ?? host);
  return {
    port: listeningPort,
    publicUrl: derivedUrl,
    // Adds the other names of the machine, because on a developer's machine the same gateway has several names.
    pageOrigins: [...new Set([derivedUrl, ...['localhost', '127.0.0.1', '::1'].map(originOf)])],
  };
};
