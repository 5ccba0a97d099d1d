import type { LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { ServerFrame as Frame } from '@mahlzeit/contract';
import type { Page, WebSocketRoute } from '@playwright/test';

/** Proxy between a page and the gateway's live socket. */
interface LiveBetween {
  /** Sends a frame to the page, as the gateway would. */
  say(frame: ServerFrame): void;
  /** Sends the page a change in the topic `global`. */
  sendGlobalChange(op: Op): void;
  /** Closes the page's connection, and closes every new connection at once. */
  lose(): Promise<void>;
}

const isText = (message: string | Buffer): message is string => typeof message === 'string';

/**
 * Replaces an item on its way to the page by one or several others. `of`: the item belongs to a snapshot or to a later
 * change.
 */
type Rewrite = (item: LiveItem, of: 'snap' | 'delta') => LiveItem | readonly LiveItem[];

/** Forwards all frames between page and gateway after the page's next load, with items changed by `rewrite`. */
export const proxyLiveSocket = async (page: Page, rewrite: Rewrite = (item) => item): Promise<LiveBetween> => {
  let route: WebSocketRoute | null = null;
  let cursor = '';
  let isLost = false;

  const passed = (frame: ServerFrame): ServerFrame => {
    if ('id' in frame && frame.id === 'global' && 'cursor' in frame) cursor = frame.cursor;
    if (frame.op === 'snap') return { ...frame, items: frame.items.flatMap((item) => rewrite(item, 'snap')) };
    if (frame.op === 'delta')
      return {
        ...frame,
        ops: frame.ops.flatMap((op): Op[] =>
          op.kind === 'put' ? [rewrite(op, 'delta')].flat().map((item) => ({ ...op, ...item })) : [op],
        ),
      };
    return frame;
  };
  await page.routeWebSocket(/\/live$/, async (socket) => {
    if (isLost) return socket.close();
    route = socket;
    socket
      .connectToServer()
      .onMessage((message) =>
        socket.send(isText(message) ? JSON.stringify(passed(Frame.parse(JSON.parse(message)))) : message),
      );
  });

  const say = (frame: ServerFrame): void => {
    if (route === null) throw new Error('The page has no live socket yet');
    route.send(JSON.stringify(frame));
  };
  return {
    say,
    async lose() {
      isLost = true;
      await route?.close();
    },
    sendGlobalChange(op) {
      const [epoch, seq] = cursor.split('.');
      cursor = `${epoch ?? ''}.${Number(seq) + 1}`;
      say({ op: 'delta', id: 'global', cursor, tx: 'between', ops: [op] });
    },
  };
};
