/**
 * Returns the key of the report to show when the report `leftKey` has left the list: the next one that is still in the
 * list, otherwise the last one before it; null for an empty list.
 */
export const nextReportAfter = (
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

/** Returns the key of the next or previous report; the first one if no report is chosen, null for an empty list. */
export const neighbourReportOf = (
  keys: readonly string[],
  chosenKey: string | null,
  direction: 'next' | 'previous',
): string | null => {
  const index = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  if (index === -1) return keys[0] ?? null;
  return keys[direction === 'next' ? index + 1 : index - 1] ?? chosenKey;
};

/** Number of characters of a reported text that the list shows, so that a moderator recognises the text. */
const BEGINNING_LENGTH = 100;

/** Returns the beginning of a reported text in one line. The whole text stands in the details. */
export const textBeginningOf = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= BEGINNING_LENGTH
    ? characters.join('')
    : `${characters.slice(0, BEGINNING_LENGTH).join('')}…`;
};
