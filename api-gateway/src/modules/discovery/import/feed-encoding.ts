import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** How a file's bytes stand for letters, as `TextDecoder` calls it; Latin-1 is read as what people mean by it. */
export type FeedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// JSON begins with a letter of ASCII: in UTF-16 one of its two bytes is zero, unless a byte order mark comes first.
const utf16Of = ([first, second]: Uint8Array): FeedEncoding | null => {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
};

/** How many bytes follow a leading one in UTF-8; null where none may lead with it. */
const followersOf = (byte: number): number | null => {
  if (byte < 0x80) return 0;
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : null;
};

/** Counts what of the bytes is a letter of UTF-8 beyond ASCII, and what can't be UTF-8. */
const createUtf8Counter = () => {
  const count = { letters: 0, broken: 0 };
  let awaited = 0;
  const begin = (byte: number): void => {
    const followers = followersOf(byte);
    if (followers === null) count.broken += 1;
    awaited = followers ?? 0;
  };
  return {
    count,
    take(bytes: Uint8Array): void {
      for (const byte of bytes) {
        if (awaited === 0) begin(byte);
        else if ((byte & 0xc0) === 0x80) {
          awaited -= 1;
          if (awaited === 0) count.letters += 1;
        } else {
          count.broken += 1;
          begin(byte);
        }
      }
    },
  };
};

const firstBytesOf = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * How a file is encoded; null where it is neither the one nor the other: letters of UTF-8 beside bytes that are none.
 * Rejects with the system's error where it can't be read.
 */
export const encodingOf = async (file: string): Promise<FeedEncoding | null> => {
  const utf16 = utf16Of(await firstBytesOf(file));
  if (utf16 !== null) return utf16;
  const { count, take } = createUtf8Counter();
  for await (const chunk of createReadStream(file)) take(chunk);
  if (count.broken === 0) return 'utf-8';
  return count.letters === 0 ? 'windows-1252' : null;
};

/** Turns what it is given into UTF-8, without a byte order mark. */
export const toUtf8 = (encoding: FeedEncoding): Transform => {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
};
