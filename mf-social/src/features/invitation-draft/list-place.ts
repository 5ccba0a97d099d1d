import type { SheetPlace } from '@mahlzeit/shared-ui/ui/dialog';
import { useLayoutEffect, useState } from 'react';

// In the reader's own letters: the phone's narrowest sheet, with some of its content in sight between head and dock.
const LEAST_WIDTH_REM = 20;
const LEAST_HEIGHT_REM = 28;
const USUAL_REM = 16;

// What `ListPane` of the design system marks itself by. Measured here and not in there, where every dialog would carry
// it for one screen.
const LIST_PANE = '[data-list-pane]';

// While the page begins there are two of them, of which one is hidden.
const shownPane = (): Element | undefined =>
  [...document.querySelectorAll(LIST_PANE)].find(({ clientHeight }) => clientHeight > 0);

const isBesideMap = (pane: Element): boolean =>
  pane.nextElementSibling !== null && pane.nextElementSibling.clientWidth > 0;

const measure = (pane: Element | undefined): SheetPlace | null => {
  if (pane === undefined || !isBesideMap(pane)) return null;
  const { top, left, width, height } = pane.getBoundingClientRect();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_REM;
  return width < LEAST_WIDTH_REM * rem || height < LEAST_HEIGHT_REM * rem ? null : { top, left, width };
};

const isSame = (a: SheetPlace | null, b: SheetPlace | null): boolean =>
  a === b || (a !== null && b !== null && a.top === b.top && a.left === b.left && a.width === b.width);

/**
 * The place of the list beside the map; null where the two don't stand beside each other, or there is too little room.
 */
export const useListPlace = (): SheetPlace | null => {
  const [place, setPlace] = useState(() => measure(shownPane()));
  useLayoutEffect(() => {
    // A page without a list gets none while a screen stands over it.
    if (document.querySelector(LIST_PANE) === null) return undefined;
    let watched: Element | undefined;
    const watch = new ResizeObserver(() => update());
    const update = (): void => {
      const pane = shownPane();
      if (pane !== watched) {
        if (watched !== undefined) watch.unobserve(watched);
        if (pane !== undefined) watch.observe(pane);
        watched = pane;
      }
      const next = measure(pane);
      setPlace((last) => (isSame(last, next) ? last : next));
    };
    watch.observe(document.documentElement);
    return () => watch.disconnect();
  }, []);
  return place;
};
