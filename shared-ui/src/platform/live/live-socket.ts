import { ServerFrame } from '@mahlzeit/contract';

/** A socket that is open or opening. */
export interface LiveSocket {
  send(text: string): void;
  /** Closes it; nothing is heard of it afterwards. */
  close(): void;
}

/** What is heard of a socket. */
export interface SocketEvents {
  opened(): void;
  message(text: string): void;
  closed(code: number): void;
}

/** Opens a socket to `/live`: the browser's, or the `ws` package's in Node. */
export type OpenSocket = (events: SocketEvents) => LiveSocket;

/** The browser's sockets; `http` addresses become `ws`. */
export const browserSocket = (origin: string): OpenSocket => (events) => {
  const address = new URL('/live', origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const ended = new AbortController();
  const { signal } = ended;
  socket.addEventListener('open', () => events.opened(), { signal });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => events.message(String(data)), { signal });
  socket.addEventListener('close', ({ code }) => events.closed(code), { signal });
  return {
    send: (text) => socket.send(text),
    close() {
      ended.abort();
      socket.close();
    },
  };
};

/** A frame as read from the wire. `unknown`: an operation of a newer gateway that this client may ignore. */
export type ReadFrame = { readonly type: 'frame'; readonly frame: ServerFrame } | { readonly type: 'unknown' } | { readonly type: 'garbled' };

const knownOps = new Set<unknown>(['welcome', 'snap', 'delta', 'live', 'reset', 'clock', 'err', 'auth_required', 'bye', 'pong']);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Parses one frame of the server. */
export const readFrame = (text: string): ReadFrame => {
  const json = jsonOf(text);
  const parsed = ServerFrame.safeParse(json);
  if (parsed.success) return { type: 'frame', frame: parsed.data };
  const isForeignOp = typeof json === 'object' && json !== null && 'op' in json && !knownOps.has(json.op);
  return { type: isForeignOp ? 'unknown' : 'garbled' };
};
