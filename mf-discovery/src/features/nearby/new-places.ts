import { PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import { placeCellsAround } from '@mahlzeit/contract/rules';
import { browserTimers, useShell } from '@mahlzeit/shared-ui/platform';
import type { LiveClient, LiveValue, Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import type { SearchArea } from './nearby-rules';

/** Time in ms without a write after which an import counts as finished. An import consists of hundreds of writes. */
const QUIET_MS = 2_000;
/** Maximum waiting time in ms, so that the first restaurants appear while the import is still running. */
const LONGEST_MS = 15_000;
/** Maximum of a random delay in ms, so that not all pages send their request at the same time. */
const SPREAD_MS = 2_000;

const collectNews = (requestList: () => unknown, timers: Timers) => {
  const spread = Math.random() * SPREAD_MS;
  let cancels: (() => void)[] = [];
  const cancel = (): void => {
    for (const stop of cancels.splice(0)) stop();
  };
  const onDue = (): void => {
    cancel();
    requestList();
  };
  return {
    cancel,
    onNewPlaces(): void {
      const [quietTimer, longest] = cancels;
      quietTimer?.();
      cancels = [timers.after(QUIET_MS + spread, onDue), longest ?? timers.after(LONGEST_MS + spread, onDue)];
    },
  };
};

/** Calls back on each change of a cell's topic, but not for its first value. */
const followCell = (liveClient: LiveClient, cell: string, onChange: () => void): (() => void) => {
  let lastValue: LiveValue | undefined;
  let hasBegun = false;
  return liveClient.subscribe(placesTopic(cell), ({ status, collections }) => {
    if (status !== 'live') return;
    const addedRows = collections.get('places')?.get(PLACES_ADDED);
    // A topic without a value has started again, and the missed changes are unknown. The missing value therefore counts
    // as a change.
    if (hasBegun && addedRows !== lastValue) onChange();
    hasBegun = true;
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
  const cells = area === null ? '' : placeCellsAround(area.location, area.radius).join(' ');
  useEffect(() => {
    if (cells === '') return undefined;
    const news = collectNews(requestList, timers);
    const stops = cells.split(' ').map((cell) => followCell(live, cell, news.onNewPlaces));
    return () => {
      for (const stop of stops) stop();
      news.cancel();
    };
  }, [live, cells, requestList, timers]);
};
