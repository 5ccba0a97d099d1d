import type { LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { ServerFrame as Frame } from '@mahlzeit/contract';
import { expect } from '@playwright/test';
import type { Page, WebSocketRoute } from '@playwright/test';

/** Proxy between a page and the gateway's WebSocket for live data. */
interface LiveProxy {
  /** Sends a WebSocket message to the page, as the gateway would, once the page is connected. */
  sendFrame(frame: ServerFrame): Promise<void>;
  /** Sends the page a change in the topic `global`, once the page follows this topic. */
  sendGlobalChange(operation: Op): Promise<void>;
  /**
   * Closes the page's connection, and closes every new connection at once. Live requests over HTTP fail as well, so
   * that the page finds no other way.
   */
  disconnect(): Promise<void>;
}

const isTextMessage = (message: string | Buffer): message is string => typeof message === 'string';

/**
 * Replaces an item by one or several others before the page receives it. `frameType` tells whether the item belongs to
 * a snapshot or to a later change.
 */
type RewriteItem = (item: LiveItem, frameType: 'snap' | 'delta') => LiveItem | readonly LiveItem[];

/**
 * Forwards all WebSocket messages between page and gateway from the page's next load on. `rewriteItem` changes the
 * items in messages to the page.
 */
export const proxyLiveSocket = async (page: Page, rewriteItem: RewriteItem = (item) => item): Promise<LiveProxy> => {
  let pageSocket: WebSocketRoute | null = null;
  let lastCursor = '';
  let isDisconnected = false;

  const rewriteFrame = (frame: ServerFrame): ServerFrame => {
    if ('id' in frame && frame.id === 'global' && 'cursor' in frame) lastCursor = frame.cursor;
    if (frame.op === 'snap') return { ...frame, items: frame.items.flatMap((item) => rewriteItem(item, 'snap')) };
    if (frame.op === 'delta')
      return {
        ...frame,
        ops: frame.ops.flatMap((operation): Op[] =>
          operation.kind === 'put'
            ? [rewriteItem(operation, 'delta')].flat().map((item) => ({ ...operation, ...item }))
            : [operation],
        ),
      };
    return frame;
  };
  await page.routeWebSocket(/\/live$/, async (interceptedSocket) => {
    if (isDisconnected) return interceptedSocket.close();
    pageSocket = interceptedSocket;
    interceptedSocket
      .connectToServer()
      .onMessage((message) =>
        interceptedSocket.send(
          isTextMessage(message) ? JSON.stringify(rewriteFrame(Frame.parse(JSON.parse(message)))) : message,
        ),
      );
  });

  const sendFrame = async (frame: ServerFrame): Promise<void> => {
    await expect.poll(() => pageSocket !== null).toBe(true);
    pageSocket?.send(JSON.stringify(frame));
  };
  return {
    sendFrame,
    async disconnect() {
      isDisconnected = true;
      await page.route(/\/api\/live(\/|$)/, (route) => route.abort());
      await pageSocket?.close();
    },
    async sendGlobalChange(operation) {
      await expect.poll(() => lastCursor).not.toBe('');
      const [epoch, sequenceNumber] = lastCursor.split('.');
      lastCursor = `${epoch ?? ''}.${Number(sequenceNumber) + 1}`;
      await sendFrame({ op: 'delta', id: 'global', cursor: lastCursor, tx: 'between', ops: [operation] });
    },
  };
};
