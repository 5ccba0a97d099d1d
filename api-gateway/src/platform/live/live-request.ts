import { err, liveCloseCodes, ok } from '@mahlzeit/contract';
import type { ErrorCode, LivePoll, Result, ServerFrame } from '@mahlzeit/contract';
import type { Request } from 'express';
import type { RouteError } from '../errors';
import { bearerTokenOf } from '../http/bearer-token';
import { clientAddress } from '../http/client-address';
import { tooManyAttemptsError } from '../rate-limit';
import type { SendBuffer } from './channel';
import { createAdmission } from './live-admission';
import type { CloseReason, LiveConnection, LiveConnectionDeps } from './live-connection';
import type { LiveConnections } from './live-connections';
import { encodeFrame } from './topic-reader';

export interface LiveRequestDeps extends Omit<
  LiveConnectionDeps,
  'admit' | 'address' | 'scheduler' | 'toWebSocketFrame'
> {
  readonly connections: LiveConnections;
  /** Returns whether the gateway is stopping, so that it accepts no further connection. */
  isClosing(): boolean;
}

/** Response to a request that reads live topics: a stream, or the answer of a poll. */
export interface LiveReply {
  readonly sendBuffer: SendBuffer;
  /** Ends the response for this reason. Called once, after the last frame was sent. */
  end(reason: CloseReason): void;
  /** Ends the response at once, without a reason for the client. */
  cut(): void;
  /** Called about once a second with the real time in milliseconds. */
  tick?(now: number): void;
}

/** A request whose token was verified. It counts as a connection of its user until `leave`. */
export interface LiveRequest {
  emit(frame: ServerFrame): void;
  /** Subscribes the request to its topics. The response gets their frames. */
  follow(topics: LivePoll['topics']): void;
  /** Must be called when the response has ended, or when its client has disconnected. */
  leave(): void;
}

const TOO_MANY_REQUESTS_RETRY_MS = 1_000;
const CLOSING_RETRY_MS = 1_000;

/**
 * Opens a request that reads live topics, by the same rules as a socket: its token and its rights are checked again
 * when they change, and the number of its user's connections is limited. Fails with `unauthenticated`, `tokenExpired`,
 * `ErrorTooManyAttempts` or `unavailable`.
 */
export const openLiveRequest = async (
  request: Pick<Request, 'get' | 'ip'>,
  reply: LiveReply,
  { hub, clock, verifier, limits, metrics, log, connections, isClosing }: LiveRequestDeps,
): Promise<Result<LiveRequest, RouteError | ErrorCode>> => {
  const token = bearerTokenOf(request.get('Authorization'));
  if (token === null) return err('unauthenticated');
  const verification = await verifier.verify(token);
  // Nothing may be awaited from here to `connections.admit`, because a session that ends meanwhile is searched among
  // the connections.
  if (!verification.ok) return err(verification.code);
  if (isClosing()) return err({ code: 'unavailable', retryAfterMs: CLOSING_RETRY_MS });
  const { uid } = verification.session;
  if (!connections.mayBeginRequest(uid, clock.realNow())) return err(tooManyAttemptsError(TOO_MANY_REQUESTS_RETRY_MS));

  const { sendBuffer } = reply;
  const address = clientAddress(request);
  const emit = (frame: ServerFrame): void => sendBuffer.send(encodeFrame(frame));
  const leave = (): void => connections.drop(connection);
  const close = (reason: CloseReason): void => {
    if (hasLeft) return;
    metrics.closes.inc({ code: String(liveCloseCodes[reason]) });
    leave();
    reply.end(reason);
  };
  const onCheckFailed = (error: unknown): void => {
    // Ends the response, because the rights of the client are unknown and it must not receive more.
    log.error({ err: error }, 'checking rights failed');
    leave();
    reply.cut();
  };
  let hasLeft = false;
  const admission = createAdmission(
    { token, ...verification },
    {
      ...{ hub, verifier, limits, realNow: clock.realNow, sendBuffer, address, emit, onCheckFailed },
      refuse() {
        emit({ op: 'err', code: 'unauthenticated' });
        close('unauthenticated');
      },
    },
  );
  const connection: LiveConnection = {
    address,
    uid: () => uid,
    tick() {
      if (sendBuffer.isTooSlow()) return close('tooSlow');
      admission.tick(clock.realNow());
      if (!hasLeft) reply.tick?.(clock.realNow());
    },
    emitTime: () => emit({ op: 'clock', now: clock.now() }),
    recheckRights: () => admission.recheckRights().catch(onCheckFailed),
    hold: () => admission.hold(),
    sendBye(retryMs) {
      emit({ op: 'bye', retryMs });
      close('bye');
    },
    turnAway: () => close('tooManyConnections'),
    terminate() {
      leave();
      reply.cut();
    },
    bufferedBytes: sendBuffer.bufferedBytes,
    forget() {
      hasLeft = true;
      hub.leave(admission.subscriber);
      sendBuffer.close();
    },
  };
  if (!connections.add(connection) || !connections.admit(uid, connection)) {
    leave();
    return err(tooManyAttemptsError(limits.turnedAwayMs));
  }
  return ok({
    emit,
    follow(topics) {
      for (const { topic, cursor } of topics) if (!hasLeft) hub.subscribe(admission.subscriber, topic, cursor);
    },
    leave,
  });
};
