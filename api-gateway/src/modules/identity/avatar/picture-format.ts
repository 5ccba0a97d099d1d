/** What a profile picture may be. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean => Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** What the bytes are by their first ones, whatever they are called; null for everything else, SVG and HEIC included. */
export const pictureFormatOf = (bytes: Uint8Array): PictureFormat | null => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') ? 'gif' : null;
};
