import type { Page } from '@playwright/test';

/** Text and controls that stick out of the window and can't be scrolled to. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isHidden = (element: Element): boolean => element.closest('[aria-hidden=true], [inert]') !== null || !element.checkVisibility({ visibilityProperty: true });
    // A strip that scrolls sideways by itself, as tabs do, cuts nothing off; neither does a map that is dragged.
    const isMovable = (element: Element): boolean => {
      for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
        const { overflowX } = getComputedStyle(parent);
        if ((overflowX === 'auto' || overflowX === 'scroll') && parent.scrollWidth > parent.clientWidth && parent.matches('[role=tablist], [data-scrolls]')) return true;
        if (parent.matches('section[aria-label="Karte"]')) return true;
      }
      return false;
    };
    const hasWords = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    // What only screen readers get is a pixel wide on purpose.
    const isDrawn = ({ width, height }: DOMRect): boolean => width > 1 && height > 1;
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasWords(element) || element.matches('button, a, input'))
      .filter((element) => !isHidden(element) && !isMovable(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => isDrawn(box) && box.bottom > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
      .map(({ element, box }) => `${element.tagName} „${element.textContent.slice(0, 40)}“ ${Math.round(box.left)}–${Math.round(box.right)}`);
  });

/** Places that scroll sideways although nothing in them is meant to. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *, main, main *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => element === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.matches('[role=tablist], [data-scrolls]'))
      .map((element) => `${element.tagName}.${element.className} is ${element.scrollWidth} wide in ${element.clientWidth}`));

/** Words in a box that hides a part of them. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hidesOverflow = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
    };
    // Leaders and other ornaments may run on behind the edge; words may not.
    const isCut = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).some((node) => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return [...words.getClientRects()].some(({ right, bottom }) => right > box.right + 2 || bottom > box.bottom + 4);
      });
    };
    const hasWords = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    // What only screen readers get is a pixel wide on purpose.
    const isDrawn = ({ clientWidth, clientHeight }: Element): boolean => clientWidth > 1 && clientHeight > 1;
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasWords(element) && isDrawn(element) && element.closest('[aria-hidden=true], [inert]') === null)
      .filter((element) => hidesOverflow(element) && isCut(element))
      .map((element) => `${element.tagName} hides a part of „${element.textContent.slice(0, 40)}“`);
  });

/** What is cut off, and what scrolls sideways, as the page stands. */
export const tightSpots = async (page: Page): Promise<string[]> => [...(await cutOff(page)), ...(await clipped(page)), ...(await sideways(page))];
