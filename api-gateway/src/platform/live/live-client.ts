import { ClientFrame, liveCloseCodes, type ServerFrame } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { Metrics } from '../metrics';
import type { CallerSession, Clock, TokenVerifier } from '../types';
import { createAllowance } from './allowance';
import { encodeFrame } from './frames';
import type { Hub } from './hub';
import type { CloseReason, LiveLimits } from './live-limits';
import { createOutbox } from './outbox';
import type { Subscriber, Subscription } from './subscription';

/** What every client's conversation takes. */
export interface LiveClientDeps {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly verifier: TokenVerifier;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Asks whether this user may open one more connection, and counts it if so. */
  admit(uid: string, client: LiveClient): boolean;
}

/** One open socket and what it has said so far. */
export interface LiveClient {
  /** null until its hello was accepted. */
  uid(): string | null;
  /** Looks after it: hello in time, token in time, alive, not too slow. */
  tick(): void;
  /** Tells it the domain time. */
  tellTime(): void;
  rejudge(): Promise<void>;
  bye(retryMs: number): void;
  /** Cuts it, whatever is still to be said. */
  terminate(): void;
  /** The socket is gone. */
  forget(): void;
}

interface Admitted {
  session: CallerSession;
  expiresAt: number;
  isNoticed: boolean;
  readonly subscriber: Subscriber;
}

const rateLimitRetryMs = 1000;

const textOf = (data: RawData): string => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)).toString('utf8');

const isHello = (json: unknown): boolean => typeof json === 'object' && json !== null && 'op' in json && json.op === 'hello';

const readFrame = (data: RawData, isBinary: boolean): ClientFrame | 'brokenHello' | 'invalid' => {
  if (isBinary) return 'invalid';
  try {
    const json: unknown = JSON.parse(textOf(data));
    const parsed = z.safeParse(ClientFrame, json);
    if (parsed.success) return parsed.data;
    return isHello(json) ? 'brokenHello' : 'invalid';
  } catch {
    return 'invalid'; // Not JSON: an invalid frame like any other.
  }
};

/** Holds the conversation with one client. */
export const createLiveClient = (socket: WebSocket, deps: LiveClientDeps): LiveClient => {
  const { hub, clock, verifier, limits, metrics, log } = deps;
  const openedAt = clock.realNow();
  const allowance = createAllowance({ burst: limits.frameBurst, perSecond: limits.framesPerSecond }, openedAt);
  let admitted: Admitted | null = null;
  let heardAt = openedAt;
  let pingedAt = openedAt;
  let closingSince: number | null = null;

  const close = (reason: CloseReason): void => {
    if (closingSince !== null) return;
    closingSince = clock.realNow();
    metrics.closes.inc({ code: String(liveCloseCodes[reason]) });
    if (admitted !== null) hub.leave(admitted.subscriber);
    outbox.close();
    socket.close(liveCloseCodes[reason], reason);
  };

  const outbox = createOutbox(socket, { limits, realNow: clock.realNow, onHopeless: () => close('tooSlow') });
  const tell = (frame: ServerFrame): void => outbox.send(encodeFrame(frame));

  const refuseToken = (): void => {
    tell({ op: 'err', code: 'unauthenticated' });
    close('unauthenticated');
  };

  const hello = async (token: string): Promise<void> => {
    const verdict = await verifier.verify(token);
    if (closingSince !== null) return;
    if (!verdict.ok) return refuseToken();
    if (!deps.admit(verdict.session.uid, client)) return close('tooManyConnections');
    const subscriptions = new Map<string, Subscription>();
    const accepted: Admitted = {
      session: verdict.session,
      expiresAt: verdict.expiresAt,
      isNoticed: false,
      subscriber: { get session() { return accepted.session; }, outbox, subscriptions },
    };
    admitted = accepted;
    const { frameBytes, subscriptions: most, connections, pingMs } = limits;
    tell({ op: 'welcome', now: clock.now(), limits: { frameBytes, subscriptions: most, connections, pingMs } });
  };

  const authenticate = async (current: Admitted, token: string): Promise<void> => {
    const verdict = await verifier.verify(token);
    if (!verdict.ok || verdict.session.uid !== current.session.uid) return refuseToken();
    current.session = verdict.session;
    current.expiresAt = verdict.expiresAt;
    current.isNoticed = false;
    await hub.rejudge(current.subscriber);
  };

  const obey = async (frame: ClientFrame): Promise<void> => {
    if (closingSince !== null) return;
    if (frame.op === 'ping') return tell({ op: 'pong' });
    if (admitted === null) return frame.op === 'hello' ? hello(frame.token) : close('unauthenticated');
    switch (frame.op) {
      case 'auth': return authenticate(admitted, frame.token);
      case 'unsub': return hub.unsubscribe(admitted.subscriber, frame.id);
      case 'sub': return frame.id === frame.topic ? hub.subscribe(admitted.subscriber, frame.topic, frame.cursor) : refuseFrame();
      case 'hello': return refuseFrame();
    }
  };

  const refuseFrame = (): void => {
    tell({ op: 'err', code: 'invalidFrame' });
    close('invalidFrame');
  };

  const fail = (error: unknown): void => {
    log.error({ err: error }, 'live frame failed');
    tell({ op: 'err', code: 'internal' });
  };

  // In the order in which they came: a `sub` right behind `hello` waits for it.
  let turn: Promise<void> = Promise.resolve();
  socket.on('message', (data, isBinary) => {
    heardAt = clock.realNow();
    const frame = readFrame(data, isBinary);
    // Contract §7: no hello and a bad one are the same failure.
    if (frame === 'brokenHello' && admitted === null) return refuseToken();
    if (typeof frame === 'string') return refuseFrame();
    if (!allowance.take(heardAt)) return tell({ op: 'err', ...('id' in frame ? { id: frame.id } : {}), code: 'rateLimited', retryMs: rateLimitRetryMs });
    turn = turn.then(() => obey(frame)).catch(fail);
  });
  socket.on('pong', () => {
    heardAt = clock.realNow();
  });

  const watchToken = (current: Admitted, now: number): void => {
    if (now >= current.expiresAt) return close('unauthenticated');
    const beforeMs = current.expiresAt - now;
    if (current.isNoticed || beforeMs > limits.authNoticeMs) return;
    current.isNoticed = true;
    tell({ op: 'auth_required', beforeMs });
  };

  const watchPulse = (now: number): void => {
    if (now - pingedAt < limits.pingMs) return;
    // Silent since the last ping: nobody is there any more.
    if (heardAt < pingedAt) return socket.terminate();
    pingedAt = now;
    socket.ping();
  };

  const client: LiveClient = {
    uid: () => admitted?.session.uid ?? null,
    tick() {
      const now = clock.realNow();
      if (closingSince !== null) {
        if (now - closingSince >= limits.closeWithinMs) socket.terminate();
        return;
      }
      if (outbox.isHopeless()) return close('tooSlow');
      if (admitted !== null) watchToken(admitted, now);
      else if (now - openedAt >= limits.helloWithinMs) return close('unauthenticated');
      watchPulse(now);
    },
    tellTime() {
      if (admitted !== null && closingSince === null) tell({ op: 'clock', now: clock.now() });
    },
    rejudge: async () => (admitted === null ? undefined : hub.rejudge(admitted.subscriber)),
    bye(retryMs) {
      tell({ op: 'bye', retryMs });
      close('bye');
    },
    terminate: () => socket.terminate(),
    forget() {
      closingSince ??= clock.realNow();
      if (admitted !== null) hub.leave(admitted.subscriber);
      outbox.close();
    },
  };
  return client;
};
