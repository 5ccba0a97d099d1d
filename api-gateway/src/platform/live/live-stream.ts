import { liveCloseCodes, ok, STREAM_HEARTBEAT_MS, streamLive } from '@mahlzeit/contract';
import type { Response } from 'express';
import { streamRoute } from '../http/route';
import type { BoundRoute } from '../http/route-types';
import { createSendBuffer } from './channel';
import type { SendingSocket } from './channel';
import type { CloseReason } from './live-connection';
import { openLiveRequest } from './live-request';
import type { LiveReply, LiveRequestDeps } from './live-request';

const EVENT_START = Buffer.from('data: ');
const EVENT_END = Buffer.from('\n\n');
// Heartbeat of a stream: a comment in the format of server-sent events, which readers ignore.
const HEARTBEAT = ':\n\n';

const closeEvent = (reason: CloseReason): string => `event: close\ndata: ${liveCloseCodes[reason]}\n\n`;

/**
 * Converts frames of a live connection to events of a stream. Nothing is written before the headers are sent, because
 * no topic is followed until then.
 */
const sendingSocketOf = (response: Response): SendingSocket => ({
  get bufferedAmount() {
    return response.writableLength;
  },
  isOpen: () => response.headersSent && !response.writableEnded && !response.destroyed,
  send: (frame, onWritten) => void response.write(Buffer.concat([EVENT_START, frame, EVENT_END]), () => onWritten()),
});

interface StreamReply extends LiveReply {
  /** Called after the headers are sent. Returns false when the stream has already ended. */
  begin(): boolean;
}

const createStreamReply = (response: Response, { limits, clock }: LiveRequestDeps): StreamReply => {
  let endReason: CloseReason | null = null;
  let lastHeartbeatAt = clock.realNow();
  const end = (reason: CloseReason): void => {
    endReason = reason;
    if (!response.headersSent) return;
    if (reason === 'tooSlow') return void response.destroy();
    response.end(closeEvent(reason));
    // Cuts the connection of a client that doesn't read the end of the stream, so that it can't delay a stopping
    // gateway.
    const closeTimer = setTimeout(() => response.destroy(), limits.closeWithinMs);
    response.once('close', () => clearTimeout(closeTimer));
  };
  return {
    sendBuffer: createSendBuffer(sendingSocketOf(response), {
      limits,
      realNow: clock.realNow,
      onHopeless: () => response.destroy(),
    }),
    end,
    cut: () => response.destroy(),
    tick(now) {
      if (now - lastHeartbeatAt < STREAM_HEARTBEAT_MS || !response.headersSent) return;
      lastHeartbeatAt = now;
      response.write(HEARTBEAT);
    },
    begin() {
      if (endReason !== null) response.end(closeEvent(endReason));
      return endReason === null && !response.destroyed;
    },
  };
};

/** Creates the route by which pages without a live socket follow their live topics in a stream. */
export const liveStreamRoute = (deps: LiveRequestDeps): BoundRoute =>
  streamRoute(streamLive, async ({ body, raw: { request, response } }) => {
    const reply = createStreamReply(response, deps);
    const opened = await openLiveRequest(request, reply, deps);
    if (!opened.ok) return opened;
    const liveRequest = opened.value;
    response.once('close', liveRequest.leave);
    if (response.destroyed) liveRequest.leave();
    return ok(() => {
      if (!reply.begin()) return;
      const { frameBytes, subscriptions, connections, pingMs } = deps.limits;
      liveRequest.emit({
        op: 'welcome',
        now: deps.clock.now(),
        limits: { frameBytes, subscriptions, connections, pingMs },
      });
      liveRequest.follow(body.topics);
    });
  });
