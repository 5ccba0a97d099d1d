import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createLineTail, endChild, findFreePort, isListening, startChild, waitUntilReady } from './child-process.mjs';

const EXAMPLE_FILE = fileURLToPath(new URL('../../../docs/examples/haproxy.cfg', import.meta.url));
const READY_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

const serverLinesOf = (servers, { othersAre = '' } = {}) =>
  servers
    .map(({ name, port }, index) => `    server ${name} 127.0.0.1:${port}${index === 0 ? '' : othersAre}`)
    .join('\n');

/**
 * Returns HAProxy's configuration: the example of docs/examples, changed for gateways on this machine. All sandboxes
 * share one database and get one address. HAProxy reports the state of the gateways on `statusPort`.
 */
const proxyConfigOf = (exampleConfig, { port, sandboxPort, statusPort, places }) => `${exampleConfig
  .replace(/^ +stats socket .*$/m, `    stats socket ipv4@127.0.0.1:${statusPort} level user`)
  .replace(/^ +bind .*$/m, `    bind 127.0.0.1:${port}`)
  .replace(/(^ +server .*$\n?)+/m, `${serverLinesOf(places)}\n`)}
frontend sandbox
    bind 127.0.0.1:${sandboxPort}
    default_backend sandboxes

backend sandboxes
    option httpchk GET /
    http-check send hdr Host localhost:${sandboxPort}
    # A sandbox holds injected faults in its memory, so all requests go to one of them. A fault may drop a connection.
    retry-on conn-failure
${serverLinesOf(
  places.map(({ name, sandboxPort: serverPort }) => ({ name, port: serverPort })),
  { othersAre: ' backup' },
)}
`;

/**
 * Returns the states of a gateway and of its payment sandbox, as HAProxy's command `show stat` prints them: UP, DOWN,
 * UP 1/2.
 */
const readStatesOf = async (gatewayName, statusPort) => {
  const socket = connect(statusPort, '127.0.0.1');
  socket.end('show stat\n');
  const [header = '', ...rows] = (await text(socket)).split('\n').map((line) => line.split(','));
  const [server, state] = ['svname', 'status'].map((title) => header.indexOf(title));
  return rows.filter((row) => row[server] === gatewayName).map((row) => row[state]);
};

/**
 * Starts HAProxy in front of gateways, which may start later. `places` holds each gateway's `name`, `port` and
 * `sandboxPort`. Throws where HAProxy isn't installed or doesn't start.
 */
export const startProxy = async ({ configFile, port, sandboxPort, places }) => {
  const statusPort = await findFreePort();
  const exampleConfig = readFileSync(EXAMPLE_FILE, 'utf8');
  writeFileSync(configFile, proxyConfigOf(exampleConfig, { port, sandboxPort, statusPort, places }));
  const outputTail = createLineTail();
  const proxy = startChild('haproxy', ['-f', configFile, '-db'], { onLine: outputTail.add });
  try {
    await waitUntilReady(proxy, {
      name: 'HAProxy',
      lines: outputTail.lines,
      hint: 'Installiere es (Debian: apt-get install haproxy).',
      timeoutMs: READY_WITHIN_MS,
      check: () => isListening(port),
    });
  } catch (error) {
    await endChild(proxy, 'SIGTERM', STOP_WITHIN_MS);
    throw error;
  }
  return {
    address: `http://127.0.0.1:${port}`,
    /** Checks whether the proxy sends requests to a gateway and to its payment sandbox. */
    serves: async (gatewayName) => {
      const states = await readStatesOf(gatewayName, statusPort);
      return states.length > 0 && states.every((state) => state.startsWith('UP'));
    },
    stop: () => endChild(proxy, 'SIGTERM', STOP_WITHIN_MS),
  };
};
