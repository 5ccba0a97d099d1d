import type { Timers } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';

/** A dialog that was open hides the page from screen readers until it has gone; and a few changes in a row are one. */
const ANNOUNCE_DELAY_MS = 1_000;

interface ResultCountProps {
  /** Changes with the filters and the search area. */
  readonly query: string;
  /** What to announce; null while the list is loading. */
  readonly text: string | null;
  readonly timers?: Timers;
}

/** Announces to screen readers what each change of the query has left. The first list is read anyway. */
export const ResultCount = ({ query, text, timers = browserTimers }: ResultCountProps) => {
  const [announced, setAnnounced] = useState({ query, text: '' });
  useEffect(() => {
    if (text === null || (announced.query === query && (announced.text === '' || announced.text === text))) return undefined;
    return timers.after(ANNOUNCE_DELAY_MS, () => setAnnounced({ query, text }));
  }, [query, text, timers, announced]);
  return <VisuallyHidden role="status">{announced.text !== '' && <span key={announced.query}>{announced.text}</span>}</VisuallyHidden>;
};
