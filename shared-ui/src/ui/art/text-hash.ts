/** A number that the same text gives everywhere (FNV-1a, 32 bits); picks colours and tables for names. */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.normalize('NFC'))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
};
