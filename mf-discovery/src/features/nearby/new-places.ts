import { PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import { placeCellsAround } from '@mahlzeit/contract/rules';
import { browserTimers, useShell } from '@mahlzeit/shared-ui/platform';
import type { LiveClient, LiveValue, Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import type { SearchArea } from './nearby-rules';

/** An import adds places in hundreds of writes: asked once it has come to rest, */
const QUIET_MS = 2_000;
/** or after this long, so that the first ones show while it is still under way. */
const LONGEST_MS = 15_000;
/** Not all pages ask in the same moment. */
const SPREAD_MS = 2_000;

const collectNews = (ask: () => unknown, timers: Timers) => {
  const spread = Math.random() * SPREAD_MS;
  let cancels: (() => void)[] = [];
  const cancel = (): void => {
    for (const stop of cancels.splice(0)) stop();
  };
  const due = (): void => {
    cancel();
    ask();
  };
  return {
    cancel,
    heard(): void {
      const [quiet, longest] = cancels;
      quiet?.();
      cancels = [timers.after(QUIET_MS + spread, due), longest ?? timers.after(LONGEST_MS + spread, due)];
    },
  };
};

/** Hears of each change of a cell after its first word. */
const followCell = (live: LiveClient, cell: string, heard: () => void): (() => void) => {
  let known: LiveValue | undefined;
  let hasBegun = false;
  return live.subscribe(placesTopic(cell), ({ status, collections }) => {
    if (status !== 'live') return;
    const added = collections.get('places')?.get(PLACES_ADDED);
    // Where it is gone the topic has begun anew, and nobody knows what was missed.
    if (hasBegun && added !== known) heard();
    hasBegun = true;
    known = added;
  });
};

/** Asks again by itself some time after places were added in an area; null follows none. */
export const useNewPlaces = (area: SearchArea | null, ask: () => unknown, timers: Timers = browserTimers): void => {
  const { live } = useShell();
  const cells = area === null ? '' : placeCellsAround(area.location, area.radius).join(' ');
  useEffect(() => {
    if (cells === '') return undefined;
    const news = collectNews(ask, timers);
    const stops = cells.split(' ').map((cell) => followCell(live, cell, news.heard));
    return () => {
      for (const stop of stops) stop();
      news.cancel();
    };
  }, [live, cells, ask, timers]);
};
