import { PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import { placeCellsAround } from '@mahlzeit/contract/rules';
import { browserTimers, useShell } from '@mahlzeit/shared-ui/platform';
import type { LiveClient, LiveValue, Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import type { SearchArea } from './nearby-rules';

/** Time in ms without a write after which an import counts as finished. An import consists of hundreds of writes. */
const QUIET_PERIOD_MS = 2_000;
/** Maximum waiting time in ms, so that the first restaurants appear while the import is still running. */
const MAX_WAIT_MS = 15_000;
/** Maximum of a random delay in ms, so that not all pages send their request at the same time. */
const MAX_RANDOM_DELAY_MS = 2_000;

const createListRefresher = (requestList: () => unknown, timers: Timers) => {
  const randomDelayMs = Math.random() * MAX_RANDOM_DELAY_MS;
  let cancelTimers: (() => void)[] = [];
  const cancelRequest = (): void => {
    for (const cancelTimer of cancelTimers.splice(0)) cancelTimer();
  };
  const requestNow = (): void => {
    cancelRequest();
    requestList();
  };
  return {
    cancel: cancelRequest,
    onNewPlaces(): void {
      const [quietTimer, longestTimer] = cancelTimers;
      quietTimer?.();
      cancelTimers = [
        timers.after(QUIET_PERIOD_MS + randomDelayMs, requestNow),
        longestTimer ?? timers.after(MAX_WAIT_MS + randomDelayMs, requestNow),
      ];
    },
  };
};

/** Calls back on each change of a cell's topic, but not for its first value. */
const subscribeCell = (liveClient: LiveClient, cell: string, onChange: () => void): (() => void) => {
  let lastValue: LiveValue | undefined;
  let hasFirstValue = false;
  return liveClient.subscribe(placesTopic(cell), ({ status, collections }) => {
    if (status !== 'live') return;
    const addedRows = collections.get('places')?.get(PLACES_ADDED_KEY);
    // A topic without a value has started again, and the missed changes are unknown. The missing value therefore counts
    // as a change.
    if (hasFirstValue && addedRows !== lastValue) onChange();
    hasFirstValue = true;
    lastValue = addedRows;
  });
};

/** Loads the list again some time after restaurants were added in the area. Does nothing while the area is null. */
export const useNewPlaces = (
  area: SearchArea | null,
  requestList: () => unknown,
  timers: Timers = browserTimers,
): void => {
  const { live } = useShell();
  const cellNames = area === null ? '' : placeCellsAround(area.location, area.radius).join(' ');
  useEffect(() => {
    if (cellNames === '') return undefined;
    const listRefresher = createListRefresher(requestList, timers);
    const unsubscribers = cellNames.split(' ').map((cell) => subscribeCell(live, cell, listRefresher.onNewPlaces));
    return () => {
      for (const stop of unsubscribers) stop();
      listRefresher.cancel();
    };
  }, [live, cellNames, requestList, timers]);
};
