/** First byte of a text message in one frame (RFC 6455 §5.2). */
const WHOLE_TEXT = 0x81;

const MAX_SHORT_LENGTH = 125;
const MAX_MEDIUM_LENGTH = 0xffff;
const MEDIUM_MARK = 126;
const LONG_MARK = 127;

const headerOf = (length: number): Buffer => {
  if (length <= MAX_SHORT_LENGTH) return Buffer.from([WHOLE_TEXT, length]);
  if (length <= MAX_MEDIUM_LENGTH) {
    const header = Buffer.from([WHOLE_TEXT, MEDIUM_MARK, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header.set([WHOLE_TEXT, LONG_MARK]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
};

/** Turns a text into the bytes by which a WebSocket server sends it. */
export type ToWebSocketFrame = (text: Buffer) => Buffer;

/**
 * Creates a function that frames texts for WebSockets. It keeps the last frame, because one text goes to many sockets,
 * one after the other.
 */
export const createWebSocketFraming = (): ToWebSocketFrame => {
  let lastText: Buffer | null = null;
  let lastFrame = Buffer.alloc(0);
  return (text) => {
    if (text === lastText) return lastFrame;
    lastFrame = Buffer.concat([headerOf(text.byteLength), text]);
    lastText = text;
    return lastFrame;
  };
};
