import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLineTail, endChild, isListening, startChild, waitUntilReady } from './child-process.mjs';

const EXAMPLE_FILE = fileURLToPath(new URL('../../../docs/examples/haproxy.cfg', import.meta.url));
const READY_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

const serverLinesOf = (name, ports, { othersAre = '' } = {}) =>
  ports
    .map((port, index) => `    server ${name}${index + 1} 127.0.0.1:${port}${index === 0 ? '' : othersAre}`)
    .join('\n');

/**
 * Returns the configuration of docs/examples for gateways on this machine. The sandboxes of the gateways, which share
 * their database, get an address of their own.
 */
export const proxyConfigOf = (exampleConfig, { port, gatewayPorts, sandboxPort, sandboxPorts }) => `${exampleConfig
  .replace(/^ +bind .*$/m, `    bind 127.0.0.1:${port}`)
  .replace(/(^ +server .*$\n?)+/m, `${serverLinesOf('gateway', gatewayPorts)}\n`)}
frontend sandbox
    bind 127.0.0.1:${sandboxPort}
    default_backend sandboxes

backend sandboxes
    option httpchk GET /
    http-check send hdr Host localhost:${sandboxPort}
    # A sandbox holds injected faults in its memory, so all requests go to one of them. A fault may drop a connection.
    retry-on conn-failure
${serverLinesOf('sandbox', sandboxPorts, { othersAre: ' backup' })}
`;

/** Starts HAProxy in front of gateways, which may start later. Throws where it isn't installed or doesn't start. */
export const startProxy = async ({ configFile, ...addresses }) => {
  writeFileSync(configFile, proxyConfigOf(readFileSync(EXAMPLE_FILE, 'utf8'), addresses));
  const tail = createLineTail();
  const proxy = startChild('haproxy', ['-f', configFile, '-db'], { onLine: tail.add });
  try {
    await waitUntilReady(proxy, {
      name: 'HAProxy',
      lines: tail.lines,
      hint: 'Installiere es (Debian: apt-get install haproxy).',
      timeoutMs: READY_WITHIN_MS,
      check: () => isListening(addresses.port),
    });
  } catch (error) {
    await endChild(proxy, 'SIGTERM', STOP_WITHIN_MS);
    throw error;
  }
  return { address: `http://127.0.0.1:${addresses.port}`, stop: () => endChild(proxy, 'SIGTERM', STOP_WITHIN_MS) };
};
