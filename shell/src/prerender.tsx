import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { FOCUSED, handOverPresses } from './early-presses';

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
  const view = createObservable(prerenderElement);
  const presses = prerenderElement === null ? null : handOverPresses(prerenderElement);
  return {
    ...view,
    dismiss() {
      presses?.finish();
      const focused = presses?.focused() ?? null;
      prerenderElement?.remove();
      page.getElementById('prerender-style')?.remove();
      view.set(null);
      // Runs after React has made the screen visible, which happens in the same turn of the event loop: hidden elements
      // can't get the focus.
      if (focused !== null) queueMicrotask(() => focused.focus({ preventScroll: true }));
    },
  };
};

/**
 * Renders the prerendered view inside the shell. The view's elements are moved, not recreated, so that nothing
 * flickers.
 */
export const PrerenderPlace = ({ view }: { readonly view: HTMLElement }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(view);
    // Moving the view has removed the focus from its focused element.
    view.querySelector<HTMLElement>(`[${FOCUSED}]`)?.focus({ preventScroll: true });
  }, [view]);
  return <Place ref={ref} />;
};

const Place = styled.div`
  display: contents;
`;
