import { literal, number, object, safeParse, union } from '@mahlzeit/contract/zod';
import { createStoredText, parseStored } from '../../browser/storage';
import type { BrowserStorage } from '../../browser/storage';

/** Way in which live data reaches the page: by a WebSocket, a stream or polls. */
export type LiveTransportKind = 'socket' | 'stream' | 'poll';

/** Remembers in this browser which kinds of connection the network lets through. */
export interface TransportMemory {
  /**
   * Returns the kind of connection that has worked within the last hour instead of a WebSocket; null if WebSockets work
   * or nothing is known.
   */
  recall(): Exclude<LiveTransportKind, 'socket'> | null;
  note(kind: LiveTransportKind): void;
}

const STORAGE_KEY = 'mahlzeit.live';
const REMEMBERED_MS = 60 * 60_000;

const RememberedTransport = object({
  kind: union([literal('stream'), literal('poll')]),
  /** Time at which the entry was stored, by the gateway's clock, in epoch milliseconds. */
  notedAt: number(),
});

/** Creates the memory for the kind of connection that works. `now` is the gateway's clock. */
export const createTransportMemory = (storage: BrowserStorage, now: () => number): TransportMemory => {
  const storedTransport = createStoredText(storage, STORAGE_KEY);
  return {
    recall() {
      const parsedTransport = safeParse(RememberedTransport, parseStored(storedTransport.read()));
      if (!parsedTransport.success || Math.abs(now() - parsedTransport.data.notedAt) > REMEMBERED_MS) return null;
      return parsedTransport.data.kind;
    },
    note(kind) {
      if (kind === 'socket') storedTransport.remove();
      else storedTransport.write(JSON.stringify({ kind, notedAt: now() }));
    },
  };
};
