/**
 * Returns the key to go to when the report with the key `leftKey` has left the queue: the next one of those that are
 * still there, else the last one before it; null for an empty queue.
 */
export const neighbourAfter = (
  formerKeys: readonly string[],
  presentKeys: readonly string[],
  leftKey: string,
): string | null => {
  const leftIndex = formerKeys.indexOf(leftKey);
  const isPresent = (key: string): boolean => presentKeys.includes(key);
  return (
    formerKeys.slice(leftIndex + 1).find(isPresent) ??
    formerKeys.slice(0, Math.max(leftIndex, 0)).findLast(isPresent) ??
    presentKeys[0] ??
    null
  );
};

/** Returns the key of the next or previous report; the first one without a chosen report, null for an empty queue. */
export const neighbourOf = (
  keys: readonly string[],
  chosenKey: string | null,
  direction: 'next' | 'previous',
): string | null => {
  const index = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  if (index === -1) return keys[0] ?? null;
  return keys[direction === 'next' ? index + 1 : index - 1] ?? chosenKey;
};

/** Number of characters by which a moderator recognises a text. */
const BEGINNING_LENGTH = 100;

/** Returns the beginning of a reported text in one line. The whole text stands in the details. */
export const beginningOf = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= BEGINNING_LENGTH
    ? characters.join('')
    : `${characters.slice(0, BEGINNING_LENGTH).join('')}…`;
};
