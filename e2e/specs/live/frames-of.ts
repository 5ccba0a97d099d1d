import type { ClientFrame as ClientFrameType, ServerFrame as ServerFrameType } from '@mahlzeit/contract';
import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { Page, WebSocket } from '@playwright/test';

/** Frames of one connection of a page's live socket. */
interface Conversation {
  readonly sent: readonly ClientFrameType[];
  readonly heard: readonly ServerFrameType[];
}

/** Listens to every live connection that a page opens from now on, the last one at the end. */
export const conversationsOf = (page: Page): readonly Conversation[] => {
  const all: Conversation[] = [];
  page.on('websocket', (socket: WebSocket) => {
    const [sent, heard]: [ClientFrameType[], ServerFrameType[]] = [[], []];
    all.push({ sent, heard });
    socket.on('framesent', ({ payload }) => sent.push(ClientFrame.parse(JSON.parse(String(payload)))));
    socket.on('framereceived', ({ payload }) => heard.push(ServerFrame.parse(JSON.parse(String(payload)))));
  });
  return all;
};
