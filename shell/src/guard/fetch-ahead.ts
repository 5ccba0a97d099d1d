/** Brings a script into the browser's cache; rejects when it isn't served in time or isn't what its hash promises. */
export type FetchAhead = (address: string, integrity: string) => Promise<void>;

/** Milliseconds after which a script that doesn't arrive counts as failed. */
const SCRIPT_TIMEOUT_MS = 4_000;

/**
 * Fetches with a deadline. A script element's request can't be called off: a few that hang would hold all of the
 * browser's connections to our host, and every retry would wait behind them.
 */
export const fetchAhead: FetchAhead = async (address, integrity) => {
  const response = await fetch(address, { integrity, signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`);
  await response.arrayBuffer();
};
