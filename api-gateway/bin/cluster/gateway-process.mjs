import { join } from 'node:path';
import { gatewayFlags } from '../gateway-flags.mjs';
import { createLineTail, endChild, startChild, waitUntilReady } from './child-process.mjs';

const READY_WITHIN_MS = 120_000;

/** A gateway ends its connections within ten seconds, after the time for which it drains. */
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
     * Starts the process of a product's folder, by default the product of the last start, and waits until it is ready
     * and the proxy has noticed: another gateway may stop then.
     */
    async start(newProduct = product) {
      product = newProduct;
      isExpectedToEnd = false;
      const tail = createLineTail();
      const startedChild = startChild(process.execPath, [...gatewayFlags, join(product, 'api-gateway/dist/main.js')], {
        cwd: product,
        env: { ...environment, PORT: String(port) },
        // The gateway closes when this channel does, so that it never outlives this process.
        withChannel: true,
        onLine(line) {
          tail.add(line);
          onLine(line);
        },
      });
      child = startedChild;
      await waitUntilReady(startedChild, {
        name,
        lines: tail.lines,
        timeoutMs: READY_WITHIN_MS,
        check: async () => (await isReady(port)) && isServed(),
      });
      startedChild.once('close', () => {
        if (!isExpectedToEnd) onEnd();
      });
    },
    /** Asks the gateway to stop, and waits for that. */
    stop: () => end('SIGTERM', STOP_WITHIN_MS + Number(environment.DRAIN_MS ?? 0)),
    /** Ends the gateway without time to shut down. */
    kill: () => end('SIGKILL', STOP_WITHIN_MS),
  };
};
