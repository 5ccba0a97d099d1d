import { join } from 'node:path';
import { gatewayFlags } from '../gateway-flags.mjs';
import { createLineTail, endChild, startChild, waitUntilReady } from './child-process.mjs';

const READY_WITHIN_MS = 120_000;

/**
 * Milliseconds after which a gateway that was asked to stop is killed. The gateway ends its connections within ten
 * seconds; the time for which it drains comes on top.
 */
const STOP_WITHIN_MS = 15_000;

const isReady = async (port) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
};

/**
 * Creates a gateway of the cluster. It keeps its name, port and environment when it starts again. `isServed` tells
 * whether the proxy sends it requests. `onEnd` is called when its process has ended without a call of `stop` or `kill`.
 */
export const createClusterGateway = ({ name, product, port, environment, isServed, onLine, onEnd }) => {
  let child = null;
  let isExpectedToEnd = false;

  const end = async (signal, killAfterMs) => {
    if (child === null) return;
    isExpectedToEnd = true;
    await endChild(child, signal, killAfterMs);
  };

  return {
    name,
    url: `http://127.0.0.1:${port}`,
    /** Id of the process; null before the first start. */
    processId: () => child?.pid ?? null,
    /**
     * Starts the gateway's process from a product's folder, by default the folder of the last start. Waits until the
     * gateway is ready and the proxy sends it requests, so that another gateway may stop then.
     */
    async start(newProduct = product) {
      product = newProduct;
      isExpectedToEnd = false;
      const outputTail = createLineTail();
      const startedChild = startChild(process.execPath, [...gatewayFlags, join(product, 'api-gateway/dist/main.js')], {
        cwd: product,
        env: { ...environment, PORT: String(port) },
        // The IPC channel closes when this process ends, and the gateway then shuts down as well.
        withChannel: true,
        onLine(line) {
          outputTail.add(line);
          onLine(line);
        },
      });
      child = startedChild;
      await waitUntilReady(startedChild, {
        name,
        lines: outputTail.lines,
        timeoutMs: READY_WITHIN_MS,
        check: async () => (await isReady(port)) && isServed(),
      });
      startedChild.once('close', () => {
        if (!isExpectedToEnd) onEnd();
      });
    },
    /** Asks the gateway to stop, and waits until its process has ended. */
    stop: () => end('SIGTERM', STOP_WITHIN_MS + Number(environment.DRAIN_MS ?? 0)),
    /** Kills the gateway's process, without time to shut down. */
    kill: () => end('SIGKILL', STOP_WITHIN_MS),
  };
};
