import { browserTimers } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';

/**
 * Delay in ms before an announcement. An open dialog hides the page from screen readers until it has closed, and
 * changes in quick succession are announced together.
 */
const ANNOUNCE_DELAY_MS = 1_000;

interface ResultCountProps {
  /** Text that identifies the filters and the search area; it changes with them. */
  readonly query: string;
  /** Text that screen readers announce; null while the list is loading. */
  readonly text: string | null;
  readonly timers?: Timers;
}

/**
 * Announces the number of results to screen readers after each change of filters or search area. The first list isn't
 * announced, because screen readers read it anyway.
 */
export const ResultCount = ({ query, text, timers = browserTimers }: ResultCountProps) => {
  const [announcement, setAnnouncement] = useState({ query, text: '' });
  useEffect(() => {
    if (text === null || (announcement.query === query && (announcement.text === '' || announcement.text === text)))
      return undefined;
    return timers.after(ANNOUNCE_DELAY_MS, () => setAnnouncement({ query, text }));
  }, [query, text, timers, announcement]);
  return (
    <VisuallyHidden role="status">
      {announcement.text !== '' && <span key={announcement.query}>{announcement.text}</span>}
    </VisuallyHidden>
  );
};
