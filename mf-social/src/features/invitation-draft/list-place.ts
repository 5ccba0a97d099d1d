import type { SheetPlace } from '@mahlzeit/shared-ui/ui/dialog';
import { useLayoutEffect, useState } from 'react';

// Smallest list over which a sheet may lie. It is as large as the narrowest phone sheet with some content between
// header and footer, and grows with the reader's font size.
const MIN_WIDTH_REM = 20;
const MIN_HEIGHT_REM = 28;
const DEFAULT_REM_PX = 16;

// Attribute that the design system sets on its `ListPane`. This file measures the list, because in the design system
// every dialog would load this code although only one screen needs it.
const LIST_PANE_SELECTOR = '[data-list-pane]';

// While the page starts, two list panes exist for a moment; one of them is hidden.
const findVisiblePane = (): Element | undefined =>
  [...document.querySelectorAll(LIST_PANE_SELECTOR)].find(({ clientHeight }) => clientHeight > 0);

const isBesideMap = (pane: Element): boolean =>
  pane.nextElementSibling !== null && pane.nextElementSibling.clientWidth > 0;

const measurePane = (pane: Element | undefined): SheetPlace | null => {
  if (pane === undefined || !isBesideMap(pane)) return null;
  const { top, left, width, height } = pane.getBoundingClientRect();
  const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
  return width < MIN_WIDTH_REM * remPx || height < MIN_HEIGHT_REM * remPx ? null : { top, left, width };
};

const isSamePosition = (a: SheetPlace | null, b: SheetPlace | null): boolean =>
  a === b || (a !== null && b !== null && a.top === b.top && a.left === b.left && a.width === b.width);

/**
 * Returns the position of the list beside the map. Null when list and map aren't side by side, or when the list is too
 * small for a sheet.
 */
export const useListPanePosition = (): SheetPlace | null => {
  const [position, setPosition] = useState(() => measurePane(findVisiblePane()));
  useLayoutEffect(() => {
    // A page that opens without a list shows none while a screen covers the page, so that there is nothing to observe.
    if (document.querySelector(LIST_PANE_SELECTOR) === null) return undefined;
    let watchedPane: Element | undefined;
    const resizeObserver = new ResizeObserver(() => updatePosition());
    const updatePosition = (): void => {
      const pane = findVisiblePane();
      if (pane !== watchedPane) {
        if (watchedPane !== undefined) resizeObserver.unobserve(watchedPane);
        if (pane !== undefined) resizeObserver.observe(pane);
        watchedPane = pane;
      }
      const nextPosition = measurePane(pane);
      setPosition((current) => (isSamePosition(current, nextPosition) ? current : nextPosition));
    };
    resizeObserver.observe(document.documentElement);
    return () => resizeObserver.disconnect();
  }, []);
  return position;
};
