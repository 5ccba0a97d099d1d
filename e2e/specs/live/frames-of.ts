import type { ClientFrame as ClientFrameType, ServerFrame as ServerFrameType } from '@mahlzeit/contract';
import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { Page, WebSocket } from '@playwright/test';

/** Frames of one connection of a page's live socket. */
interface Conversation {
  readonly sentFrames: readonly ClientFrameType[];
  readonly receivedFrames: readonly ServerFrameType[];
}

/** Listens to every live connection that a page opens from now on, the last one at the end. */
export const conversationsOf = (page: Page): readonly Conversation[] => {
  const allFrames: Conversation[] = [];
  page.on('websocket', (socket: WebSocket) => {
    const [sentFrames, receivedFrames]: [ClientFrameType[], ServerFrameType[]] = [[], []];
    allFrames.push({ sentFrames, receivedFrames });
    socket.on('framesent', ({ payload }) => sentFrames.push(ClientFrame.parse(JSON.parse(String(payload)))));
    socket.on('framereceived', ({ payload }) => receivedFrames.push(ServerFrame.parse(JSON.parse(String(payload)))));
  });
  return allFrames;
};
