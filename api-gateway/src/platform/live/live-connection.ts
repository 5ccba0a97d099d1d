import type { Duplex } from 'node:stream';
import { ClientFrame, liveCloseCodes } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { LiveVerifier } from '../callers';
import type { Clock } from '../clock';
import type { FairScheduler } from '../fair-scheduler';
import type { Metrics } from '../metrics';
import { createSendBuffer } from './channel';
import type { SendingSocket } from './channel';
import type { Hub } from './hub';
import { createAdmission } from './live-admission';
import type { ConnectionAdmission } from './live-admission';
import type { LiveLimits } from './live-limits';
import { createTokenBucket } from './token-bucket';
import { encodeFrame } from './topic-reader';
import type { ToWebSocketFrame } from './web-socket-frame';

export interface LiveConnectionDeps {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly verifier: LiveVerifier;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** IP address of the client, as rate limits count it. */
  readonly address: string;
  /** Scheduler by which the frames of all sockets take turns. */
  readonly scheduler: FairScheduler;
  /** Frames a text, for all sockets that get it. */
  readonly toWebSocketFrame: ToWebSocketFrame;
  /** Counts one more connection of this user; returns false when the user's limit is reached. */
  admit(uid: string, connection: LiveConnection): boolean;
}

/** An open live connection of one client: a socket, or a request that waits for news. */
export interface LiveConnection {
  /** IP address of the client, as rate limits count it. */
  readonly address: string;
  /** Uid of the user; null until the client's `hello` frame was accepted. */
  uid(): string | null;
  /**
   * Closes the connection or sends a message when one of its deadlines has passed: of `hello`, the token, pings and
   * slow reading.
   */
  tick(): void;
  /** Sends the time of the gateway's clock, which tests can move, to the client. */
  emitTime(): void;
  /**
   * Checks the client's rights to read again. The socket is closed when the client's session has ended. When the rights
   * can't be read, the connection is cut.
   */
  recheckRights(): Promise<void>;
  /** Stops sending, because the client's session is replaced, until the client sends a token of the new session. */
  hold(): void;
  sendBye(retryMs: number): void;
  /**
   * Closes the connection because its user or its IP address has too many, and tells the client when it may connect
   * again.
   */
  turnAway(): void;
  /** Cuts the connection at once, without sending buffered frames. */
  terminate(): void;
  /** Number of bytes that wait to be sent to the client. */
  bufferedBytes(): number;
  /** Must be called when the connection is closed, so that its subscriptions end. */
  forget(): void;
}

/** Reason for which the gateway closes a connection. */
export type CloseReason = keyof typeof liveCloseCodes;

/** A client's message that waits to be handled. */
interface ArrivedMessage {
  readonly messageData: RawData;
  readonly isBinary: boolean;
  /** Real time in milliseconds at which the message arrived. */
  readonly arrivedAt: number;
}

const rateLimitRetryMs = 1000;
const heldFrameRetryMs = 1000;

const messageTextOf = (messageData: RawData): string =>
  (Array.isArray(messageData)
    ? Buffer.concat(messageData)
    : Buffer.from(messageData instanceof ArrayBuffer ? new Uint8Array(messageData) : messageData)
  ).toString('utf8');

const isHello = (parsedJson: unknown): boolean =>
  typeof parsedJson === 'object' && parsedJson !== null && 'op' in parsedJson && parsedJson.op === 'hello';

const readFrame = (messageData: RawData, isBinary: boolean): ClientFrame | 'brokenHello' | 'invalid' => {
  if (isBinary) return 'invalid';
  try {
    const json: unknown = JSON.parse(messageTextOf(messageData));
    const parsedFrame = z.safeParse(ClientFrame, json);
    if (parsedFrame.success) return parsedFrame.data;
    return isHello(json) ? 'brokenHello' : 'invalid';
  } catch {
    return 'invalid'; // Text that isn't JSON counts as an invalid frame.
  }
};

/** An open WebSocket, and the stream of the network below it. */
interface LiveSocketPair {
  readonly socket: WebSocket;
  readonly stream: Duplex;
}

/**
 * Sends frames past `ws`, whose `send` would build a frame and write it in two parts for each socket. Both write to the
 * same stream, so their frames keep their order.
 */
const sendingSocketOf = (
  { socket, stream }: LiveSocketPair,
  toWebSocketFrame: LiveConnectionDeps['toWebSocketFrame'],
): SendingSocket => {
  let notifyWritten = (): void => undefined;
  stream.on('drain', () => notifyWritten());
  return {
    get bufferedAmount() {
      return stream.writableLength;
    },
    isOpen: () => socket.readyState === socket.OPEN,
    send(frame, onWritten) {
      notifyWritten = onWritten;
      stream.write(toWebSocketFrame(frame));
    },
  };
};

/** Serves one open socket until it is closed: reads the client's frames and sends the responses. */
export const createLiveConnection = (socketPair: LiveSocketPair, deps: LiveConnectionDeps): LiveConnection => {
  const { socket } = socketPair;
  const { hub, clock, verifier, limits, metrics, log, address, scheduler } = deps;
  const openedAt = clock.realNow();
  const tokenBucket = createTokenBucket({ burst: limits.frameBurst, perSecond: limits.framesPerSecond }, openedAt);
  let admission: ConnectionAdmission | null = null;
  let lastMessageAt = openedAt;
  let pingedAt = openedAt;
  let closingSince: number | null = null;
  const arrivedMessages: ArrivedMessage[] = [];

  const closeSocket = (closeReason: CloseReason): void => {
    if (closingSince !== null) return;
    closingSince = clock.realNow();
    metrics.closes.inc({ code: String(liveCloseCodes[closeReason]) });
    if (admission !== null) hub.leave(admission.subscriber);
    sendBuffer.close();
    socket.close(liveCloseCodes[closeReason], closeReason);
  };

  const sendBuffer = createSendBuffer(sendingSocketOf(socketPair, deps.toWebSocketFrame), {
    limits,
    realNow: clock.realNow,
    onHopeless: () => closeSocket('tooSlow'),
  });
  const emit = (frame: ServerFrame): void => sendBuffer.send(encodeFrame(frame));

  const refuseToken = (): void => {
    emit({ op: 'err', code: 'unauthenticated' });
    closeSocket('unauthenticated');
  };

  const onCheckFailed = (error: unknown): void => {
    // Cuts the connection, because the rights of the client are unknown and it must not receive more.
    log.error({ err: error }, 'checking rights failed');
    socket.terminate();
  };

  const turnAway = (): void => {
    emit({ op: 'bye', retryMs: limits.turnedAwayMs });
    closeSocket('tooManyConnections');
  };

  const handleHello = async (token: string): Promise<void> => {
    const verification = await verifier.verify(token);
    if (closingSince !== null) return;
    if (!verification.ok) return refuseToken();
    if (!deps.admit(verification.session.uid, connection)) return turnAway();
    admission = createAdmission(
      { token, ...verification },
      {
        ...{ hub, verifier, limits, realNow: clock.realNow, sendBuffer, address, emit, onCheckFailed },
        refuse: refuseToken,
      },
    );
    const { frameBytes, subscriptions: maxSubscriptions, connections, pingMs } = limits;
    emit({
      op: 'welcome',
      now: clock.now(),
      limits: { frameBytes, subscriptions: maxSubscriptions, connections, pingMs },
    });
  };

  const handleSubscribe = (
    { subscriber, isHeld }: ConnectionAdmission,
    { id, topic, cursor }: Extract<ClientFrame, { op: 'sub' }>,
  ): void => {
    if (id !== topic) refuseFrame();
    else if (isHeld()) emit({ op: 'err', id, code: 'unauthenticated', retryMs: heldFrameRetryMs });
    else hub.subscribe(subscriber, topic, cursor);
  };

  const handleFrame = async (frame: ClientFrame): Promise<void> => {
    if (closingSince !== null) return;
    if (frame.op === 'ping') return emit({ op: 'pong' });
    if (admission === null) return frame.op === 'hello' ? handleHello(frame.token) : closeSocket('unauthenticated');
    switch (frame.op) {
      case 'auth':
        return admission.authenticate(frame.token);
      case 'unsub':
        return hub.unsubscribe(admission.subscriber, frame.id);
      case 'sub':
        return handleSubscribe(admission, frame);
      case 'hello':
        return refuseFrame();
    }
  };

  const refuseFrame = (): void => {
    emit({ op: 'err', code: 'invalidFrame' });
    closeSocket('invalidFrame');
  };

  const closeAfterError = (error: unknown): void => {
    log.error({ err: error }, 'live frame failed');
    emit({ op: 'err', code: 'internal' });
  };

  // Promise of the last handled frame. Frames are handled in sequence, so that a `sub` frame right after `hello` waits
  // for the result of `hello`.
  let lastFrameHandling: Promise<void> = Promise.resolve();
  const receiveFrame = ({ messageData, isBinary, arrivedAt }: ArrivedMessage): void => {
    const frame = readFrame(messageData, isBinary);
    // Treats an invalid `hello` like a missing one (contract §7).
    if (frame === 'brokenHello' && admission === null) return refuseToken();
    if (typeof frame === 'string') return refuseFrame();
    if (!tokenBucket.take(arrivedAt))
      return emit({
        op: 'err',
        ...('id' in frame ? { id: frame.id } : {}),
        code: 'rateLimited',
        retryMs: rateLimitRetryMs,
      });
    lastFrameHandling = lastFrameHandling.then(() => handleFrame(frame)).catch(closeAfterError);
  };
  // Lets one message of the socket wait for its turn at a time, so that the messages keep their sequence.
  const takeTurn = (): void =>
    scheduler.add(
      { address, person: admission?.subscriber.session.uid ?? '' },
      {
        start() {
          const message = arrivedMessages.shift();
          if (message !== undefined && closingSince === null) receiveFrame(message);
          if (arrivedMessages.length > 0) takeTurn();
          else if (socket.isPaused) socket.resume();
        },
      },
    );
  socket.on('message', (messageData, isBinary) => {
    lastMessageAt = clock.realNow();
    arrivedMessages.push({ messageData, isBinary, arrivedAt: lastMessageAt });
    if (arrivedMessages.length === 1) takeTurn();
    // Stops reading the socket: what the client sends beyond this waits in the network, at no cost.
    if (arrivedMessages.length >= limits.waitingFrames) socket.pause();
  });
  socket.on('pong', () => {
    lastMessageAt = clock.realNow();
  });

  const checkPing = (now: number): void => {
    // The client may have answered behind messages that wait for their turn, and its socket isn't read meanwhile.
    if (arrivedMessages.length > 0) lastMessageAt = now;
    if (now - pingedAt < limits.pingMs) return;
    // Cuts a connection whose client has sent nothing since the last ping.
    if (lastMessageAt < pingedAt) return socket.terminate();
    pingedAt = now;
    socket.ping();
  };

  const connection: LiveConnection = {
    address,
    uid: () => admission?.subscriber.session.uid ?? null,
    tick() {
      const now = clock.realNow();
      if (closingSince !== null) {
        if (now - closingSince >= limits.closeWithinMs) socket.terminate();
        return;
      }
      if (sendBuffer.isTooSlow()) return closeSocket('tooSlow');
      if (admission !== null) admission.tick(now);
      else if (now - openedAt >= limits.helloWithinMs) return closeSocket('unauthenticated');
      checkPing(now);
    },
    emitTime() {
      if (admission !== null && closingSince === null) emit({ op: 'clock', now: clock.now() });
    },
    async recheckRights() {
      await admission?.recheckRights().catch(onCheckFailed);
    },
    hold: () => admission?.hold(),
    sendBye(retryMs) {
      emit({ op: 'bye', retryMs });
      closeSocket('bye');
    },
    turnAway,
    terminate: () => socket.terminate(),
    bufferedBytes: sendBuffer.bufferedBytes,
    forget() {
      closingSince ??= clock.realNow();
      if (admission !== null) hub.leave(admission.subscriber);
      sendBuffer.close();
    },
  };
  return connection;
};
