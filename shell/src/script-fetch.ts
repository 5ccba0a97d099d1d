import type { Timers } from '@mahlzeit/shared-ui/platform';

/**
 * Reason why a script couldn't be loaded. `offline`: the browser got no complete response, because the connection
 * failed; `timeout`: no bytes arrived in time; `missing`: the server or the registry doesn't have the script;
 * `unreachable`: the server answered with another error; `mismatch`: the content doesn't match the hash in the
 * registry.
 */
export type ScriptErrorReason = 'offline' | 'timeout' | 'missing' | 'unreachable' | 'mismatch';

/** Error while fetching or checking a script. */
export class ScriptError extends Error {
  readonly reason: ScriptErrorReason;

  constructor(reason: ScriptErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ScriptError';
    this.reason = reason;
  }
}

/**
 * Time in ms within which further bytes of a script, or of any other script of the page, must arrive: on a slow line a
 * script waits while others use the whole line.
 */
export const MAX_SILENCE_MS = 8_000;

/** Time limit in ms for one whole script, for a server that sends its bytes far too slowly. */
export const MAX_FILE_MS = 120_000;

/** Loads a script into the browser's cache; rejects with a ScriptError. */
export type FetchAhead = (address: string, priority?: RequestPriority) => Promise<void>;

interface FetchAheadDeps {
  fetchScript(
    address: string,
    options: { readonly signal: AbortSignal; readonly priority: RequestPriority },
  ): Promise<Response>;
  readonly timers: Timers;
  /** Called whenever bytes of a script have arrived, and at the end of each script. */
  onProgress(): void;
}

const NOT_FOUND_STATUSES = [404, 410];

/** Reads the body of a response to its end, and calls `onBytes` for each part. */
const readBody = async ({ body }: Response, onBytes: () => void): Promise<void> => {
  const reader = body?.getReader();
  while (reader !== undefined && !(await reader.read()).done) onBytes();
};

/**
 * Creates the function that fetches scripts before they run. There is no short time limit while bytes of the script
 * arrive. A script element's request can't be cancelled: a few requests that never end would occupy all of the
 * browser's connections to the gateway, and every retry would wait behind them.
 *
 * The hash is not checked here, because a fetch with `integrity` hides the bytes until all of them have arrived. The
 * script element checks it before the script runs.
 */
export const createFetchAhead = ({ fetchScript, timers, onProgress }: FetchAheadDeps): FetchAhead => {
  // Functions that restart the time limit of each running fetch when bytes arrive.
  const silenceLimits = new Set<() => void>();
  const onBytes = (): void => {
    for (const restartLimit of silenceLimits) restartLimit();
    onProgress();
  };
  return async (address, priority = 'auto') => {
    const controller = new AbortController();
    const abortAfter = (ms: number): (() => void) =>
      timers.after(ms, () => controller.abort(new ScriptError('timeout', `${address} passed its limit of ${ms} ms`)));
    const stopFileLimit = abortAfter(MAX_FILE_MS);
    let stopSilenceLimit = abortAfter(MAX_SILENCE_MS);
    const restartLimit = (): void => {
      stopSilenceLimit();
      stopSilenceLimit = abortAfter(MAX_SILENCE_MS);
    };
    silenceLimits.add(restartLimit);
    try {
      const response = await fetchScript(address, { signal: controller.signal, priority });
      if (!response.ok)
        throw new ScriptError(
          NOT_FOUND_STATUSES.includes(response.status) ? 'missing' : 'unreachable',
          `${address} returned status ${response.status}`,
        );
      onBytes();
      await readBody(response, onBytes);
    } catch (cause) {
      if (cause instanceof ScriptError) throw cause;
      const { aborted, reason } = controller.signal;
      throw aborted ? reason : new ScriptError('offline', `${address} got no response`, cause);
    } finally {
      stopFileLimit();
      silenceLimits.delete(restartLimit);
      stopSilenceLimit();
      onProgress();
    }
  };
};
