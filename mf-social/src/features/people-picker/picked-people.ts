/** Keys of people in the order in which they were chosen. */
export type PickedKeys = readonly string[];

/**
 * With these people as well: a person alone, or everybody of a group, each counted once (S05). What would exceed `max` is
 * refused as a whole: null.
 */
export const withPeople = (picked: PickedKeys, keys: readonly string[], max: number): PickedKeys | null => {
  const all = [...new Set([...picked, ...keys])];
  return all.length > max ? null : all;
};

/** Without somebody. */
export const withoutPerson = (picked: PickedKeys, key: string): PickedKeys => picked.filter((other) => other !== key);

/** Takes somebody in, or out again; the same as before where that would exceed `max`. */
export const togglePerson = (picked: PickedKeys, key: string, max: number): PickedKeys =>
  (picked.includes(key) ? withoutPerson(picked, key) : withPeople(picked, [key], max) ?? picked);
