import type { Page } from '@playwright/test';

/** Returns texts and controls that reach beyond the window and can't be scrolled into it. */
const findCutOffElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A text for screen readers alone lies in a box one pixel wide, so it isn't checked.
    const isForScreenReader = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width === 1 || isForScreenReader(element.parentElement));
    const isElementHidden = (element: Element): boolean =>
      element.closest('[aria-hidden=true]') !== null ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      isForScreenReader(element);
    // An element that the user can scroll sideways, such as a row of tabs, or drag, such as a map, cuts nothing off.
    const isInScroller = (element: Element): boolean => {
      for (
        let parent = element.parentElement;
        parent !== null && parent !== document.body;
        parent = parent.parentElement
      ) {
        const { overflowX } = getComputedStyle(parent);
        if (
          (overflowX === 'auto' || overflowX === 'scroll') &&
          parent.scrollWidth > parent.clientWidth &&
          parent.matches('[role=tablist], [data-scrolls]')
        )
          return true;
        if (parent.matches('section[aria-label="Karte"]')) return true;
      }
      return false;
    };
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const isRectDrawn = ({ width, height }: DOMRect): boolean => width > 1 && height > 1;
    return [...document.querySelectorAll('body *:not([inert] *, svg *)')]
      .filter((element) => hasText(element) || element.matches('button, a, input'))
      .filter((element) => !isElementHidden(element) && !isInScroller(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => isRectDrawn(box) && box.bottom > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
      .map(
        ({ element, box }) =>
          `${element.tagName} „${element.textContent.slice(0, 40)}“ ${Math.round(box.left)}–${Math.round(box.right)}`,
      );
  });

/** Returns the elements that scroll sideways although they aren't meant to. */
const findSidewaysScrollers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *, main, main *')]
      .filter((element) => element.closest('[inert]') === null)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter(
        (element) =>
          element === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
      )
      .filter((element) => !element.matches('[role=tablist], [data-scrolls]'))
      .map(
        (element) => `${element.tagName}.${element.className} is ${element.scrollWidth} wide in ${element.clientWidth}`,
      ),
  );

/** Returns words in a box that hides a part of them. Previews are cut on purpose: their row leads to the whole text. */
const findClippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hidesOverflow = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((overflowValue) => overflowValue === 'hidden' || overflowValue === 'clip');
    };
    // Words must not be cut off at the edge of their box. Dotted lines and other ornaments may.
    const isTextCut = (element: Element): boolean => {
      const elementBox = element.getBoundingClientRect();
      return [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .some((node) => {
          const textRange = document.createRange();
          textRange.selectNodeContents(node);
          return [...textRange.getClientRects()].some(
            ({ right, bottom }) => right > elementBox.right + 2 || bottom > elementBox.bottom + 4,
          );
        });
    };
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    // A text for screen readers alone lies in a box one pixel wide on purpose, so it isn't checked.
    const isDrawn = ({ clientWidth, clientHeight }: Element): boolean => clientWidth > 1 && clientHeight > 1;
    return [...document.querySelectorAll('body *:not([inert] *, svg *)')]
      .filter(
        (element) =>
          hasText(element) && element.closest('[aria-hidden=true], [data-preview]') === null && isDrawn(element),
      )
      .filter((element) => hidesOverflow(element) && isTextCut(element))
      .map((element) => `${element.tagName} hides a part of „${element.textContent.slice(0, 40)}“`);
  });

/** Returns words that touch the edge of the window, without a gutter. */
const findTextsAtEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN_GUTTER_PX = 6;
    const isExemptFromGutter = (element: Element): boolean =>
      element.closest(
        '[role=tablist], [data-scrolls], [data-preview], [aria-hidden=true], [inert], section[aria-label="Karte"]',
      ) !== null || !element.checkVisibility({ visibilityProperty: true });
    // A text for screen readers alone lies in a box one pixel wide, so it isn't checked.
    const isForScreenReader = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width === 1 || isForScreenReader(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const edgeFindings: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (
        node.textContent?.trim() === '' ||
        node.parentElement === null ||
        isExemptFromGutter(node.parentElement) ||
        isForScreenReader(node.parentElement)
      )
        continue;
      const textRange = document.createRange();
      textRange.selectNodeContents(node);
      const textBox = textRange.getBoundingClientRect();
      if (
        textBox.width > 1 &&
        textBox.height > 1 &&
        (textBox.left < MIN_GUTTER_PX || textBox.right > innerWidth - MIN_GUTTER_PX)
      )
        edgeFindings.push(
          `„${String(node.textContent).slice(0, 40)}“ stands at the edge: ${Math.round(textBox.left)}–${Math.round(textBox.right)} of ${innerWidth}`,
        );
    }
    return edgeFindings;
  });

/** Returns the elements that are cut off, scroll sideways or touch the edge of the window. */
export const findLayoutProblems = async (page: Page): Promise<string[]> => [
  ...(await findCutOffElements(page)),
  ...(await findClippedTexts(page)),
  ...(await findSidewaysScrollers(page)),
  ...(await findTextsAtEdge(page)),
];

/** Returns a problem if fixed bars leave less than half of the window for the scrolled content. */
export const findCrampedContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const PROBE_STEP_PX = 8;
    // A sheet that isn't modal leaves the page usable, so it doesn't count as the front dialog.
    const modalSelector = '[role=dialog]:not([data-low-sheet] *), [role=alertdialog], dialog';
    const frontDialog = [...document.querySelectorAll(modalSelector)]
      .filter((element) => element.checkVisibility())
      .at(-1);
    const isScrollable = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
    const rootElement = document.scrollingElement ?? document.documentElement;
    // An open search covers the page, so the page needs no space for its own content.
    const searchBox = document.querySelector('[role=combobox]:focus')?.getBoundingClientRect();
    if (frontDialog === undefined && searchBox !== undefined)
      return innerHeight - searchBox.bottom >= innerHeight / 2
        ? []
        : [`the search leaves ${innerHeight - searchBox.bottom} of ${innerHeight} px`];
    const scrollerCandidates =
      frontDialog === undefined
        ? []
        : [frontDialog.parentElement, frontDialog, ...frontDialog.querySelectorAll('*')].filter(
            (element) => element !== null,
          );
    const scrolledElement =
      frontDialog === undefined
        ? rootElement
        : scrollerCandidates
            .filter(isScrollable)
            .sort((firstCandidate, secondCandidate) => secondCandidate.clientHeight - firstCandidate.clientHeight)[0];
    // The whole content is visible without scrolling.
    if (scrolledElement === undefined || scrolledElement.scrollHeight <= scrolledElement.clientHeight + 1) return [];
    const scrollTopBefore = scrolledElement.scrollTop;
    scrolledElement.scrollTop = (scrolledElement.scrollHeight - scrolledElement.clientHeight) / 2;
    const isFixedElement = (element: Element | null): boolean => {
      for (let ancestor = element; ancestor !== scrolledElement; ancestor = ancestor.parentElement) {
        if (ancestor === null || ['fixed', 'sticky'].includes(getComputedStyle(ancestor).position)) return true;
      }
      return false;
    };
    const probeHeights = Array.from(
      { length: Math.floor(innerHeight / PROBE_STEP_PX) },
      (_, index) => index * PROBE_STEP_PX + PROBE_STEP_PX / 2,
    );
    const scrollableProbeCount = probeHeights.filter(
      (probeY) => !isFixedElement(document.elementFromPoint(innerWidth / 2, probeY)),
    ).length;
    scrolledElement.scrollTop = scrollTopBefore;
    return scrollableProbeCount / probeHeights.length >= 0.5
      ? []
      : [
          `${scrollableProbeCount * PROBE_STEP_PX} of ${innerHeight} px are left for ${scrolledElement.tagName}.${scrolledElement.className}`,
        ];
  });
