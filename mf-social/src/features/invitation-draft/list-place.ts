import type { SheetPlace } from '@mahlzeit/shared-ui/ui/dialog';
import { useLayoutEffect, useState } from 'react';

// Smallest list over which a sheet may lie. It is as large as the narrowest phone sheet with some content between
// header and footer, and grows with the reader's font size.
const MIN_PANE_WIDTH_REM = 20;
const MIN_PANE_HEIGHT_REM = 28;
const DEFAULT_FONT_SIZE_PX = 16;

// Attribute that the design system sets on its `ListPane`. This file measures the list, because in the design system
// every dialog would load this code although only one screen needs it.
const LIST_PANE_SELECTOR = '[data-list-pane]';

// While the page starts, two list panes exist for a moment; one of them is hidden.
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
    // When the page was opened without a list, no list appears while a screen covers the page. There is then nothing to
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
