import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { FOCUSED_ATTRIBUTE, forwardEarlyPresses } from './early-presses';

/**
 * Prerendered view of the main screen, which records presses on its buttons; null once the main screen itself is
 * visible, or for a page without such a view.
 */
export interface Prerender extends Observable<HTMLElement | null> {
  /** Removes the view, so that the main screen itself is visible. */
  dismiss(): void;
}

/**
 * Takes over the prerendered view, so that the shell can show it until the main screen is visible. Must be called
 * before React's first render, which clears the page.
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
      // Runs after React has made the screen visible, which happens in the same turn of the event loop: hidden elements
      // can't get the focus.
      if (focusedElement !== null) queueMicrotask(() => focusedElement.focus({ preventScroll: true }));
    },
  };
};

/**
 * Renders the prerendered view inside the shell. The view's elements are moved, not recreated, so that nothing
 * flickers.
 */
export const PrerenderContainer = ({ view }: { readonly view: HTMLElement }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(view);
    // Moving the view has removed the focus from its focused element.
    view.querySelector<HTMLElement>(`[${FOCUSED_ATTRIBUTE}]`)?.focus({ preventScroll: true });
  }, [view]);
  return <ViewContainer ref={ref} />;
};

const ViewContainer = styled.div`
  display: contents;
`;
