import { browserTimers } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';

/**
 * Delay in ms: an open dialog hides the page from screen readers until it has closed, and quick changes are announced
 * together.
 */
const ANNOUNCE_DELAY_MS = 1_000;

interface ResultCountProps {
  /** Identifies filters and search area. */
  readonly query: string;
  /** Text of the announcement; null while the list is loading. */
  readonly text: string | null;
  readonly timers?: Timers;
}

/** Announces to screen readers the number of results after each change of the query. The first list is read anyway. */
export const ResultCount = ({ query, text, timers = browserTimers }: ResultCountProps) => {
  const [announcement, setAnnounced] = useState({ query, text: '' });
  useEffect(() => {
    if (text === null || (announcement.query === query && (announcement.text === '' || announcement.text === text)))
      return undefined;
    return timers.after(ANNOUNCE_DELAY_MS, () => setAnnounced({ query, text }));
  }, [query, text, timers, announcement]);
  return (
    <VisuallyHidden role="status">
      {announcement.text !== '' && <span key={announcement.query}>{announcement.text}</span>}
    </VisuallyHidden>
  );
};
