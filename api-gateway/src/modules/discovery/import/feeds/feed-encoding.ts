import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';

/**
 * Encoding of a file, named as `TextDecoder` names it. A Latin-1 file is read as windows-1252, which its author
 * normally means.
 */
export type FeedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Error for a file whose encoding is mixed or not supported. CP850 is the encoding of DOS. CESU-8 resembles UTF-8 but
 * encodes a character above U+FFFF as the two surrogates of UTF-16.
 */
export type EncodingError = 'unknownEncoding' | 'cp850' | 'cesu8';

// Detects UTF-16. A JSON file begins with an ASCII character, so in UTF-16 one of the first two bytes is zero, unless
// the file begins with a byte order mark.
const detectUtf16 = ([firstByte, secondByte]: Uint8Array): FeedEncoding | null => {
  if ((firstByte === 0xff && secondByte === 0xfe) || (firstByte !== 0 && secondByte === 0)) return 'utf-16le';
  return (firstByte === 0xfe && secondByte === 0xff) || (firstByte === 0 && secondByte !== 0) ? 'utf-16be' : null;
};

/** Returns how many bytes follow a lead byte in UTF-8; null if the byte is no valid lead byte. */
const followerCountOf = (byte: number): number | null => {
  if (byte < 0x80) return 0;
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : null;
};

// Lead bytes of UTF-8 after which only some second bytes are valid, with the range of these bytes. After all other lead
// bytes, 0x80 to 0xbf are valid. Other second bytes would make an overlong encoding or no character at all.
const SECOND_BYTE_RANGES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

const isValidFollower = (byte: number, leadByte: number | null): boolean => {
  const [minByte, maxByte] = SECOND_BYTE_RANGES.get(leadByte ?? 0) ?? [0x80, 0xbf];
  return byte >= minByte && byte <= maxByte;
};

const isSurrogateHalf = (leadByte: number | null, byte: number): boolean => leadByte === 0xed && byte >= 0xa0;

/**
 * Creates a counter of multi-byte UTF-8 characters (`letters`), surrogates of CESU-8 (`halves`) and bytes that are
 * invalid in UTF-8 (`broken`).
 */
const createUtf8Counter = () => {
  const sequenceCounts = { letters: 0, halves: 0, broken: 0 };
  let missingBytes = 0;
  let leadByte: number | null = null;
  const startSequence = (byte: number): void => {
    const followerCount = followerCountOf(byte);
    if (followerCount === null) sequenceCounts.broken += 1;
    missingBytes = followerCount ?? 0;
    leadByte = byte;
  };
  const continueSequence = (byte: number): void => {
    if (isSurrogateHalf(leadByte, byte)) sequenceCounts.halves += 1;
    leadByte = null;
    missingBytes -= 1;
    if (missingBytes === 0) sequenceCounts.letters += 1;
  };
  return {
    count: sequenceCounts,
    take(bytes: Uint8Array): void {
      for (const byte of bytes) {
        if (missingBytes > 0 && isValidFollower(byte, leadByte)) continueSequence(byte);
        else {
          if (missingBytes > 0) sequenceCounts.broken += 1;
          startSequence(byte);
        }
      }
    },
  };
};

// Bytes that are letters in CP850 but symbols or undefined in windows-1252: ä ê ï ö between letters, é after a letter,
// letters such as ü that windows-1252 leaves undefined, Ä Ö Ü at the start of a word, and ß after the letters that
// precede it in German.
const CP850_CHARACTER_PATTERN =
  /(?<=[a-z])(?:\x82|[\x84\x88\x8b\x94](?=[a-z]))|[\x81\x8d\x8f\x90\x9d]|(?<![a-z])[\x8e\x99\x9a](?=[a-z])|(?<=[ao]|ie|ei)\xe1/gi;

// Bytes that are letters in windows-1252 but lines and symbols in CP850, which no word contains: Ä Ö Ü ß ä ö ü and
// letters of neighbouring languages.
const WINDOWS_CHARACTER_PATTERN =
  /(?:(?<=[a-z])[\xc4\xd6\xdc\xdf\xe0\xe4\xe7-\xea\xed\xf1\xf3\xf6\xfa\xfc]|[\xc4\xd6\xdc\xdf\xe0\xe4\xe7-\xea\xed\xf1\xf3\xf6\xfa\xfc](?=[a-z]))/gi;

const countMatches = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** Checks whether the bytes form more words in CP850 than in windows-1252, the more frequent encoding. */
const isCp850 = async (feedPath: string): Promise<boolean> => {
  let [cp850Count, windowsCount] = [0, 0];
  // Last two characters of the previous chunk of the file, so that a match across two chunks is found.
  let precedingText = '';
  for await (const fileChunk of createReadStream(feedPath, 'latin1')) {
    const text = precedingText + String(fileChunk);
    cp850Count += countMatches(CP850_CHARACTER_PATTERN, text);
    windowsCount += countMatches(WINDOWS_CHARACTER_PATTERN, text);
    precedingText = text.slice(-2);
  }
  return cp850Count > windowsCount;
};

const firstBytesOf = async (feedPath: string): Promise<Uint8Array> => {
  const fileHandle = await open(feedPath);
  try {
    const { buffer, bytesRead } = await fileHandle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await fileHandle.close();
  }
};

/** Detects the encoding of a file. Rejects with the system's error if the file can't be read. */
export const detectEncoding = async (feedPath: string): Promise<Result<FeedEncoding, EncodingError>> => {
  const utf16Encoding = detectUtf16(await firstBytesOf(feedPath));
  if (utf16Encoding !== null) return ok(utf16Encoding);
  const { count, take: takeBytes } = createUtf8Counter();
  for await (const fileChunk of createReadStream(feedPath)) takeBytes(fileChunk);
  if (count.broken === 0) return count.halves === 0 ? ok('utf-8') : err('cesu8');
  // The file contains UTF-8 characters and also bytes that are invalid in UTF-8, so its encoding is unknown.
  if (count.letters > 0) return err('unknownEncoding');
  return (await isCp850(feedPath)) ? err('cp850') : ok('windows-1252');
};

/** Creates a stream that converts the bytes of a file to UTF-8 and removes a byte order mark. */
export const createUtf8Converter = (encoding: FeedEncoding): Transform => {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform: (fileChunk: Uint8Array, _encoding, callback) =>
      callback(null, decoder.decode(fileChunk, { stream: true })),
    flush: (callback) => callback(null, decoder.decode()),
  });
};
