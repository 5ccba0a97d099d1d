import { searchNeedle } from '@mahlzeit/contract/rules';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';

/** S1§9: a search waits that long for the next key. */
const SEARCH_DELAY_MS = 800;

/** S1§5, S1§7: trimmed and in lower case; null where that is too short to search. */
export const searchedText = (typed: string): string | null => (searchNeedle(typed) === null ? null : typed.trim().toLocaleLowerCase('de'));

/** The debounced text to search for; null at once where it became too short. */
export const useDebouncedText = (typed: string, timers: Timers): string | null => {
  const text = searchedText(typed);
  const [debounced, setDebounced] = useState<string | null>(null);
  useEffect(() => (text === null || text === debounced ? undefined : timers.after(SEARCH_DELAY_MS, () => setDebounced(text))), [text, debounced, timers]);
  return text !== null && text === debounced ? debounced : null;
};
