import type { Timers } from '@mahlzeit/shared-ui/platform';

/**
 * Reason why a script couldn't be had. `offline`: the browser got no complete response, because the connection failed;
 * `timeout`: no bytes came in time; `missing`: the server or the registry doesn't have the script; `unreachable`: the
 * server answered with another error; `mismatch`: the content isn't the one that the registry promises.
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
 * Time in ms within which further bytes of a script must come, or of any other script of the page: on a slow line a
 * script waits while others take the whole line.
 */
export const MAX_SILENCE_MS = 8_000;

/** Time limit for one whole script in milliseconds, for a server whose bytes come, but far too slowly. */
export const MAX_FILE_MS = 120_000;

/** Loads a script into the browser's cache; rejects with a ScriptError. */
export type FetchAhead = (address: string) => Promise<void>;

interface FetchAheadDeps {
  fetchScript(address: string, signal: AbortSignal): Promise<Response>;
  readonly timers: Timers;
  /** Called whenever bytes of a script have come, and at the end of each script. */
  onProgress(): void;
}

const NOT_FOUND_STATUSES = [404, 410];

/** Reads a body to its end, and calls `onBytes` for each part. */
const readBody = async ({ body }: Response, onBytes: () => void): Promise<void> => {
  const reader = body?.getReader();
  while (reader !== undefined && !(await reader.read()).done) onBytes();
};

/**
 * Creates the function that fetches scripts before they run. A script may take its time while its bytes come. A script
 * element's request can't be cancelled: a few requests that never end would occupy all of the browser's connections to
 * our host, and every retry would wait behind them.
 *
 * The hash is not checked here, because a fetch with `integrity` hides the bytes until all of them have come. The
 * script element checks it before the script runs.
 */
export const createFetchAhead = ({ fetchScript, timers, onProgress }: FetchAheadDeps): FetchAhead => {
  // Functions that restart the silence limit of each running fetch.
  const silenceLimits = new Set<() => void>();
  const onBytes = (): void => {
    for (const restartLimit of silenceLimits) restartLimit();
    onProgress();
  };
  return async (address) => {
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
      const response = await fetchScript(address, controller.signal);
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
