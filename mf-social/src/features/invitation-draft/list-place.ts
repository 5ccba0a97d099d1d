import type { SheetPlace } from '@mahlzeit/shared-ui/ui/dialog';
import { useLayoutEffect, useState } from 'react';

// Minimum width of a list over which a sheet may lie. It fits the narrowest phone sheet with some content between
// header and footer, and grows with the user's font size.
const MIN_PANE_WIDTH_REM = 20;
const MIN_PANE_HEIGHT_REM = 28;
const DEFAULT_FONT_SIZE_PX = 16;

// Selector of the list by an attribute that the design system sets. The list is measured here and not in the design
// system, because there every dialog would load this code although only one screen needs it.
const LIST_PANE_SELECTOR = '[data-list-pane]';

// Returns the visible list. While the page starts, two lists exist for a moment, of which one is hidden.
const findVisibleListPane = (): Element | undefined =>
  [...document.querySelectorAll(LIST_PANE_SELECTOR)].find(({ clientHeight }) => clientHeight > 0);

const isPaneBesideMap = (pane: Element): boolean =>
  pane.nextElementSibling !== null && pane.nextElementSibling.clientWidth > 0;

const measurePane = (pane: Element | undefined): SheetPlace | null => {
  if (pane === undefined || !isPaneBesideMap(pane)) return null;
  const { top, left, width, height } = pane.getBoundingClientRect();
  const fontSizePx = parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_FONT_SIZE_PX;
  return width < MIN_PANE_WIDTH_REM * fontSizePx || height < MIN_PANE_HEIGHT_REM * fontSizePx
    ? null
    : { top, left, width };
};

const isSamePanePosition = (a: SheetPlace | null, b: SheetPlace | null): boolean =>
  a === b || (a !== null && b !== null && a.top === b.top && a.left === b.left && a.width === b.width);

/**
 * Returns the position of the list beside the map. Null when list and map aren't side by side, or when the list is too
 * small for a sheet.
 */
export const useListPanePosition = (): SheetPlace | null => {
  const [panePosition, setPanePosition] = useState(() => measurePane(findVisibleListPane()));
  useLayoutEffect(() => {
    // If the page was opened without a list, none appears while a screen covers the page. There is then nothing to
    // observe.
    if (document.querySelector(LIST_PANE_SELECTOR) === null) return undefined;
    let observedPane: Element | undefined;
    const resizeObserver = new ResizeObserver(() => updatePanePosition());
    const updatePanePosition = (): void => {
      const pane = findVisibleListPane();
      if (pane !== observedPane) {
        if (observedPane !== undefined) resizeObserver.unobserve(observedPane);
        if (pane !== undefined) resizeObserver.observe(pane);
        observedPane = pane;
      }
      const measuredPosition = measurePane(pane);
      setPanePosition((currentPosition) =>
        isSamePanePosition(currentPosition, measuredPosition) ? currentPosition : measuredPosition,
      );
    };
    resizeObserver.observe(document.documentElement);
    return () => resizeObserver.disconnect();
  }, []);
  return panePosition;
};
