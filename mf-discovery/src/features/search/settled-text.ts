import { searchNeedle } from '@mahlzeit/contract/rules';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';

/** S1§9: a search waits that long for the next letter. */
export const SEARCH_DELAY_MS = 800;

/** S1§5, S1§7: trimmed and in lower case; null where that is too short to search. */
export const searchedText = (typed: string): string | null => (searchNeedle(typed) === null ? null : typed.trim().toLocaleLowerCase('de'));

/** What is to be searched for, once nobody types any more; null at once where it became too short. */
export const useSettledText = (typed: string, timers: Timers): string | null => {
  const text = searchedText(typed);
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => (text === null || text === settled ? undefined : timers.after(SEARCH_DELAY_MS, () => setSettled(text))), [text, settled, timers]);
  return text !== null && text === settled ? settled : null;
};
