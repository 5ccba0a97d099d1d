import { WebSocket } from 'ws';
import { liveCloseCodes } from '@mahlzeit/contract';

const messageTooBig = 1009;

/** ws decides by itself to close on a frame over `maxPayload`; this is its own way of being told the contract's code for it. */
export class LiveSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code === messageTooBig ? liveCloseCodes.frameTooLarge : code, reason);
  }
}
