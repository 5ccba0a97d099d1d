import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { FOCUSED, handOverPresses } from './early-presses';

/**
 * Prerendered view of the main screen, with the presses on it; null once the screen itself shows, or without a view.
 */
export interface Prerender extends Observable<HTMLElement | null> {
  /** Removes the view in favour of the screen itself. */
  dismiss(): void;
}

/** Takes over the prerendered view of the page. Must run before the first render, which clears the page. */
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
      // Runs after React has made the screen visible in the same turn: hidden elements can't be focused.
      if (focused !== null) queueMicrotask(() => focused.focus({ preventScroll: true }));
    },
  };
};

/** Renders the prerendered view at the shell's place: its elements stay the same, so that nothing flickers. */
export const PrerenderPlace = ({ view }: { readonly view: HTMLElement }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(view);
    // Moving the view has taken its focus.
    view.querySelector<HTMLElement>(`[${FOCUSED}]`)?.focus({ preventScroll: true });
  }, [view]);
  return <Place ref={ref} />;
};

const Place = styled.div`
  display: contents;
`;
