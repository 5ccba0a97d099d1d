import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import { placeCellsAround } from '@mahlzeit/contract/rules';
import { browserTimers, useShell } from '@mahlzeit/shared-ui/platform';
import type { LiveClient, LiveValue, Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import type { SearchArea } from './nearby-rules';

/**
 * An import of restaurants consists of hundreds of writes. It counts as finished after this time in ms without a write.
 */
const QUIET_PERIOD_MS = 2_000;
/**
 * Maximum time in ms before the list is loaded again during a long import, so that the first new restaurants appear
 * early.
 */
const MAX_REQUEST_DELAY_MS = 15_000;
/** Maximum of a random delay in ms, so that not all pages send their request at the same time. */
const MAX_RANDOM_DELAY_MS = 2_000;

const createListRefresher = (requestList: () => unknown, timers: Timers) => {
  const randomDelayMs = Math.random() * MAX_RANDOM_DELAY_MS;
  let cancelTimers: (() => void)[] = [];
  const cancelScheduledRequest = (): void => {
    for (const cancelTimer of cancelTimers.splice(0)) cancelTimer();
  };
  const requestListNow = (): void => {
    cancelScheduledRequest();
    requestList();
  };
  return {
    cancel: cancelScheduledRequest,
    onNewPlaces(): void {
      const [cancelQuietTimer, cancelLongestTimer] = cancelTimers;
      cancelQuietTimer?.();
      cancelTimers = [
        timers.after(QUIET_PERIOD_MS + randomDelayMs, requestListNow),
        cancelLongestTimer ?? timers.after(MAX_REQUEST_DELAY_MS + randomDelayMs, requestListNow),
      ];
    },
  };
};

/**
 * Subscribes to the live topic of a cell (one area of the map). Calls back on each change of the topic, but not for its
 * first value. Returns an unsubscribe function.
 */
const subscribePlaceCell = (liveClient: LiveClient, cellName: string, onPlacesAdded: () => void): (() => void) => {
  let lastAddedRow: LiveValue | undefined;
  let hasFirstRow = false;
  return liveClient.subscribe(placesTopic(cellName), ({ status, collections }) => {
    if (status !== 'live') return;
    const addedRows = collections.get('places')?.get(PLACES_ADDED_KEY);
    // A live topic that lost its value has started again, and the page can't know which changes it missed. The missing
    // value therefore counts as a change.
    if (hasFirstRow && addedRows !== lastAddedRow) onPlacesAdded();
    hasFirstRow = true;
    lastAddedRow = addedRows;
  });
};

/**
 * Loads the list again some time after restaurants were added in the search area. Does nothing while `searchArea` is
 * null.
 */
export const useNewPlaces = (
  searchArea: SearchArea | null,
  requestList: () => unknown,
  timers: Timers = browserTimers,
): void => {
  const { live } = useShell();
  const cellNames = searchArea === null ? '' : placeCellsAround(searchArea.location, searchArea.radius).join(' ');
  useEffect(() => {
    if (cellNames === '') return undefined;
    const listRefresher = createListRefresher(requestList, timers);
    const unsubscribers = cellNames
      .split(' ')
      .map((cellName) => subscribePlaceCell(live, cellName, listRefresher.onNewPlaces));
    return () => {
      for (const unsubscribeCell of unsubscribers) unsubscribeCell();
      listRefresher.cancel();
    };
  }, [live, cellNames, requestList, timers]);
};
