import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';

/**
 * Encoding of a file in the words of `TextDecoder`. Files in Latin-1 are read as windows-1252, as their authors mean.
 */
export type FeedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Error of an encoding: a mixture, or one that isn't supported. CP850 is the encoding of DOS; CESU-8 looks like UTF-8
 * but writes characters beyond 65,536 as the two surrogates of UTF-16.
 */
export type EncodingError = 'unknownEncoding' | 'cp850' | 'cesu8';

// JSON begins with an ASCII character, so one of the first two bytes is zero in UTF-16, unless a byte order mark comes
// first.
const utf16Of = ([firstByte, secondByte]: Uint8Array): FeedEncoding | null => {
  if ((firstByte === 0xff && secondByte === 0xfe) || (firstByte !== 0 && secondByte === 0)) return 'utf-16le';
  return (firstByte === 0xfe && secondByte === 0xff) || (firstByte === 0 && secondByte !== 0) ? 'utf-16be' : null;
};

/** Returns the number of bytes that follow a lead byte in UTF-8; null for an invalid lead byte. */
const followersOf = (byte: number): number | null => {
  if (byte < 0x80) return 0;
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : null;
};

// Restricted second bytes of some lead bytes; all others allow 0x80 to 0xbf. Other values would be an overlong form or
// no character.
const SECOND_BYTES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

const mayFollow = (byte: number, lead: number | null): boolean => {
  const [least, most] = SECOND_BYTES.get(lead ?? 0) ?? [0x80, 0xbf];
  return byte >= least && byte <= most;
};

const isHalf = (lead: number | null, byte: number): boolean => lead === 0xed && byte >= 0xa0;

/** Counts multi-byte characters of UTF-8, halves of CESU-8 and bytes that can't be UTF-8. */
const createUtf8Counter = () => {
  const count = { letters: 0, halves: 0, broken: 0 };
  let missingBytes = 0;
  let lead: number | null = null;
  const startCharacter = (byte: number): void => {
    const followers = followersOf(byte);
    if (followers === null) count.broken += 1;
    missingBytes = followers ?? 0;
    lead = byte;
  };
  const continueCharacter = (byte: number): void => {
    if (isHalf(lead, byte)) count.halves += 1;
    lead = null;
    missingBytes -= 1;
    if (missingBytes === 0) count.letters += 1;
  };
  return {
    count,
    take(bytes: Uint8Array): void {
      for (const byte of bytes) {
        if (missingBytes > 0 && mayFollow(byte, lead)) continueCharacter(byte);
        else {
          if (missingBytes > 0) count.broken += 1;
          startCharacter(byte);
        }
      }
    },
  };
};

// CP850 letters where Windows has symbols: ä ê ï ö between letters and é behind one; letters that Windows leaves
// undefined, ü first of all; Ä Ö Ü at the start of a word; ß behind its usual letters in German.
const CP850_CHARACTERS =
  /(?<=[a-z])(?:\x82|[\x84\x88\x8b\x94](?=[a-z]))|[\x81\x8d\x8f\x90\x9d]|(?<![a-z])[\x8e\x99\x9a](?=[a-z])|(?<=[ao]|ie|ei)\xe1/gi;

// Windows letters where CP850 has lines and symbols that no word contains: Ä Ö Ü ß ä ö ü and those of neighbouring
// languages.
const WINDOWS_CHARACTERS =
  /(?:(?<=[a-z])[\xc4\xd6\xdc\xdf\xe0\xe4\xe7-\xea\xed\xf1\xf3\xf6\xfa\xfc]|[\xc4\xd6\xdc\xdf\xe0\xe4\xe7-\xea\xed\xf1\xf3\xf6\xfa\xfc](?=[a-z]))/gi;

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** Checks whether bytes make words in CP850 rather than in the Windows encoding, which most files use. */
const isCp850 = async (file: string): Promise<boolean> => {
  let [dos, windows] = [0, 0];
  // Last two characters of the previous chunk, so that matches across the border count.
  let precedingText = '';
  for await (const chunk of createReadStream(file, 'latin1')) {
    const text = precedingText + String(chunk);
    dos += countOf(CP850_CHARACTERS, text);
    windows += countOf(WINDOWS_CHARACTERS, text);
    precedingText = text.slice(-2);
  }
  return dos > windows;
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

/** Detects the encoding of a file. Rejects with the system's error for an unreadable file. */
export const encodingOf = async (file: string): Promise<Result<FeedEncoding, EncodingError>> => {
  const utf16 = utf16Of(await firstBytesOf(file));
  if (utf16 !== null) return ok(utf16);
  const { count, take: takeBytes } = createUtf8Counter();
  for await (const chunk of createReadStream(file)) takeBytes(chunk);
  if (count.broken === 0) return count.halves === 0 ? ok('utf-8') : err('cesu8');
  // UTF-8 characters next to invalid bytes.
  if (count.letters > 0) return err('unknownEncoding');
  return (await isCp850(file)) ? err('cp850') : ok('windows-1252');
};

/** Creates a stream that converts to UTF-8 without a byte order mark. */
export const toUtf8 = (encoding: FeedEncoding): Transform => {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, callback) => callback(null, decoder.decode(chunk, { stream: true })),
    flush: (callback) => callback(null, decoder.decode()),
  });
};
