import type { SheetPlace } from '@mahlzeit/shared-ui/ui/dialog';
import { useLayoutEffect, useState } from 'react';

// Smallest list over which a sheet may lie. It is as large as the narrowest phone sheet with some content between
// header and footer, and grows with the reader's font size.
const LEAST_WIDTH_REM = 20;
const LEAST_HEIGHT_REM = 28;
const USUAL_REM = 16;

// Attribute that the design system sets on its `ListPane`. This file measures the list, because in the design system
// every dialog would load this code although only one screen needs it.
const LIST_PANE = '[data-list-pane]';

// While the page starts, two list panes exist for a moment; one of them is hidden.
const shownPane = (): Element | undefined =>
  [...document.querySelectorAll(LIST_PANE)].find(({ clientHeight }) => clientHeight > 0);

const isBesideMap = (pane: Element): boolean =>
  pane.nextElementSibling !== null && pane.nextElementSibling.clientWidth > 0;

const measure = (pane: Element | undefined): SheetPlace | null => {
  if (pane === undefined || !isBesideMap(pane)) return null;
  const { top, left, width, height } = pane.getBoundingClientRect();
  const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_REM;
  return width < LEAST_WIDTH_REM * remPx || height < LEAST_HEIGHT_REM * remPx ? null : { top, left, width };
};

const isSame = (a: SheetPlace | null, b: SheetPlace | null): boolean =>
  a === b || (a !== null && b !== null && a.top === b.top && a.left === b.left && a.width === b.width);

/**
 * Returns the position of the list beside the map. Null when list and map aren't side by side, or when the list is too
 * small for a sheet.
 */
export const useListPlace = (): SheetPlace | null => {
  const [place, setPlace] = useState(() => measure(shownPane()));
  useLayoutEffect(() => {
    // A page that opens without a list shows none while a screen covers the page, so that there is nothing to observe.
    if (document.querySelector(LIST_PANE) === null) return undefined;
    let watchedPane: Element | undefined;
    const resizeObserver = new ResizeObserver(() => update());
    const update = (): void => {
      const pane = shownPane();
      if (pane !== watchedPane) {
        if (watchedPane !== undefined) resizeObserver.unobserve(watchedPane);
        if (pane !== undefined) resizeObserver.observe(pane);
        watchedPane = pane;
      }
      const next = measure(pane);
      setPlace((current) => (isSame(current, next) ? current : next));
    };
    resizeObserver.observe(document.documentElement);
    return () => resizeObserver.disconnect();
  }, []);
  return place;
};
