import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { FOCUSED_ATTRIBUTE, forwardEarlyPresses } from './early-presses';

/**
 * Prerendered HTML of the main screen, which records presses on its buttons; null once the main screen itself is
 * visible, or for a page without such HTML.
 */
export interface Prerender extends Observable<HTMLElement | null> {
  /** Removes the prerendered HTML, so that the main screen itself is visible. */
  dismiss(): void;
}

/**
 * Takes the prerendered HTML out of the page, so that the shell can show it until the main screen is visible. Must be
 * called before React's first render, which clears the page.
 */
export const createPrerender = (page: Document): Prerender => {
  const prerenderElement = page.getElementById('prerender');
  const prerenderView = createObservable(prerenderElement);
  const earlyPresses = prerenderElement === null ? null : forwardEarlyPresses(prerenderElement);
  return {
    ...prerenderView,
    dismiss() {
      earlyPresses?.finishForwarding();
      const focusedElement = earlyPresses?.focusedTwin() ?? null;
      prerenderElement?.remove();
      page.getElementById('prerender-style')?.remove();
      prerenderView.set(null);
      // The focus moves in a microtask, after React has made the screen visible in the same turn of the event loop:
      // hidden elements can't get the focus.
      if (focusedElement !== null) queueMicrotask(() => focusedElement.focus({ preventScroll: true }));
    },
  };
};

/**
 * Renders the prerendered HTML inside of the shell. Its elements are moved, not recreated, so that nothing flickers.
 */
export const PrerenderContainer = ({ view }: { readonly view: HTMLElement }) => {
  const containerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    containerRef.current?.append(view);
    // Moving the prerendered HTML has removed the focus from its focused element.
    view.querySelector<HTMLElement>(`[${FOCUSED_ATTRIBUTE}]`)?.focus({ preventScroll: true });
  }, [view]);
  return <ViewContainer ref={containerRef} />;
};

const ViewContainer = styled.div`
  display: contents;
`;
