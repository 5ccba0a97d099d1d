import { createFramePacer } from './frame-pace';
import type { OpenSocket } from './live-client';

/** Returns a function that opens the browser's WebSockets. An origin with `http` becomes a URL with `ws`. */
export const browserSocket =
  (origin: string): OpenSocket =>
  (events) => {
    const socketUrl = new URL('/live', origin);
    socketUrl.protocol = socketUrl.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(socketUrl);
    const listenerController = new AbortController();
    const { signal } = listenerController;
    const framePacer = createFramePacer((frameText) => events.message(frameText));
    socket.addEventListener('open', () => events.opened(), { signal });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => framePacer.push(String(data)), { signal });
    socket.addEventListener(
      'close',
      ({ code }) => {
        framePacer.flush();
        events.closed(code);
      },
      { signal },
    );
    return {
      send: (text) => socket.send(text),
      close() {
        listenerController.abort();
        framePacer.stop();
        socket.close();
      },
    };
  };
