import type { GatewayAddress } from '../types';
import type { GatewayConfig } from './config';

// Whoever listens on every address of the machine has none that a browser could ask, but this machine's own.
const OWN_ADDRESS: ReadonlyMap<string, string> = new Map([['0.0.0.0', '127.0.0.1'], ['::', '::1']]);

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Where the gateway is reached: as the deployment says, else by host and port as they turned out. */
export const addressOf = ({ host, publicUrl }: Pick<GatewayConfig, 'host' | 'publicUrl'>, port: number): GatewayAddress => ({
  port,
  publicUrl: publicUrl ?? `http://${inUrl(OWN_ADDRESS.get(host) ?? host)}:${port}`,
});
