import { ServerFrame, type ClientFrame } from '@mahlzeit/contract';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

type FrameOf<Name extends ServerFrame['op']> = Extract<ServerFrame, { op: Name }>;

/** A client of the live socket for tests, which stores received frames and checks each frame against the contract. */
export interface LiveTestClient {
  /** All frames that the client has received so far. */
  readonly frames: readonly ServerFrame[];
  /** Returns the number of bytes of the largest frame that the client has received. */
  maxFrameBytes(): number;
  say(frame: ClientFrame): void;
  /** Sends raw data on the socket, which may also be an invalid frame. */
  sayRaw(rawData: string | Buffer): void;
  /**
   * Resolves with the client's next frame of this kind that no earlier call has returned. Rejects when the socket
   * closes before such a frame arrives.
   */
  next<Name extends ServerFrame['op']>(op: Name): Promise<FrameOf<Name>>;
  /** Resolves at the gateway's next ping. The client has then already answered the ping. */
  whenPinged(): Promise<void>;
  /** Resolves with the close code when the client's socket closes. */
  readonly whenClosed: Promise<number>;
  /** Stops reading from the network; `resume` continues. */
  pause(): void;
  resume(): void;
  /** Cuts the client's connection without a close frame. */
  terminate(): void;
}

const hasOp = <Name extends ServerFrame['op']>(frame: ServerFrame, op: Name): frame is FrameOf<Name> => frame.op === op;

interface FrameWaiter {
  tryFrame(): boolean;
  fail(socketCloseCode: number): void;
}

const createClient = (socket: WebSocket): LiveTestClient => {
  const frames: ServerFrame[] = [];
  const returnedIndexes = new Set<number>();
  const frameWaiters = new Set<FrameWaiter>();
  let maxFrameBytes = 0;
  let closeCode: number | null = null;

  const resolveWaiters = (): void => {
    for (const frameWaiter of [...frameWaiters]) if (frameWaiter.tryFrame()) frameWaiters.delete(frameWaiter);
  };

  socket.on('message', (data: Buffer) => {
    maxFrameBytes = Math.max(maxFrameBytes, data.byteLength);
    frames.push(z.parse(ServerFrame, JSON.parse(data.toString())));
    resolveWaiters();
  });

  const closePromise = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      closeCode = code;
      resolve(code);
      for (const waiter of frameWaiters) waiter.fail(code);
    });
  });

  const next = <Name extends ServerFrame['op']>(op: Name): Promise<FrameOf<Name>> =>
    new Promise((resolve, reject) => {
      const tryFrame = (): boolean => {
        const index = frames.findIndex((frame, frameIndex) => !returnedIndexes.has(frameIndex) && frame.op === op);
        const frame = frames[index];
        if (frame === undefined || !hasOp(frame, op)) return false;
        returnedIndexes.add(index);
        resolve(frame);
        return true;
      };
      const rejectWaiting = (code: number): void =>
        reject(new Error(`closed with ${code} before ${op}: ${JSON.stringify(frames.slice(-3))}`));
      if (tryFrame()) return;
      if (closeCode !== null) rejectWaiting(closeCode);
      else frameWaiters.add({ tryFrame, fail: rejectWaiting });
    });

  return {
    frames,
    maxFrameBytes: () => maxFrameBytes,
    say: (frame) => socket.send(JSON.stringify(frame)),
    sayRaw: (data) => socket.send(data),
    next,
    whenPinged: () => new Promise((resolve) => socket.once('ping', () => resolve())),
    whenClosed: closePromise,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    terminate: () => socket.terminate(),
  };
};

/**
 * Opens a live socket for a test and sends `hello` if there is a token. Rejects with the HTTP status when the gateway
 * refuses the socket.
 */
export const connectLive = (
  url: string,
  connectOptions: { readonly token?: string; readonly origin?: string; readonly path?: string } = {},
): Promise<LiveTestClient> =>
  new Promise((resolve, reject) => {
    const { token, origin, path = '/live' } = connectOptions;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, origin === undefined ? {} : { origin });
    const client = createClient(socket);
    socket.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode ?? 0}`)));
    socket.on('error', reject);
    socket.on('open', () => {
      if (token !== undefined) client.say({ op: 'hello', v: 1, token });
      resolve(client);
    });
  });
