import type { Timers } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';

/** A dialog that was open hides the page from screen readers until it has gone; and a few changes in a row are one. */
const SAY_AFTER_MS = 1_000;

interface ResultCountProps {
  /** Another one: the diner narrowed the list down differently. */
  readonly asked: string;
  /** What is to be said of the list; null while it is on its way. */
  readonly words: string | null;
  readonly timers?: Timers;
}

/** Tells who can't see the list what became of it, after each change of what was asked for. The list that one starts with is read anyway. */
export const ResultCount = ({ asked, words, timers = browserTimers }: ResultCountProps) => {
  const [told, setTold] = useState({ asked, words: '' });
  useEffect(() => {
    if (words === null || (told.asked === asked && (told.words === '' || told.words === words))) return undefined;
    return timers.after(SAY_AFTER_MS, () => setTold({ asked, words }));
  }, [asked, words, timers, told]);
  return <VisuallyHidden role="status">{told.words !== '' && <span key={told.asked}>{told.words}</span>}</VisuallyHidden>;
};
