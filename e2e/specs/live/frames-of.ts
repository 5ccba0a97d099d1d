import type { ClientFrame as ClientFrameType, ServerFrame as ServerFrameType } from '@mahlzeit/contract';
import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { Page, WebSocket } from '@playwright/test';

/** WebSocket messages that a page sent and received over one live connection. */
export interface RecordedConnection {
  readonly sentFrames: readonly ClientFrameType[];
  readonly receivedFrames: readonly ServerFrameType[];
}

/**
 * Records the WebSocket messages of every live connection that a page opens after this call. The result has one entry
 * for each connection, the newest last.
 */
export const recordConnections = (page: Page): readonly RecordedConnection[] => {
  const recordedConnections: RecordedConnection[] = [];
  page.on('websocket', (socket: WebSocket) => {
    const [sentFrames, receivedFrames]: [ClientFrameType[], ServerFrameType[]] = [[], []];
    recordedConnections.push({ sentFrames, receivedFrames });
    socket.on('framesent', ({ payload }) => sentFrames.push(ClientFrame.parse(JSON.parse(String(payload)))));
    socket.on('framereceived', ({ payload }) => receivedFrames.push(ServerFrame.parse(JSON.parse(String(payload)))));
  });
  return recordedConnections;
};
