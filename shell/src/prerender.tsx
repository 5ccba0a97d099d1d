import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { FOCUSED, handOverPresses } from './early-presses';

/**
 * What the gateway drew of the main screen, and what was pressed on it; null once the screen itself is shown, or where
 * it drew nothing.
 */
export interface Prerender extends Observable<HTMLElement | null> {
  /** Makes room for the screen itself. */
  dismiss(): void;
}

/** Takes over what the page came with. Ask before anything is drawn: drawing clears the page. */
export const createPrerender = (page: Document): Prerender => {
  const drawn = page.getElementById('prerender');
  const view = createObservable(drawn);
  const presses = drawn === null ? null : handOverPresses(drawn);
  return {
    ...view,
    dismiss() {
      presses?.finish();
      const focused = presses?.focused() ?? null;
      drawn?.remove();
      page.getElementById('prerender-style')?.remove();
      view.set(null);
      // Once the screen is shown, which React does in the same turn: what is hidden takes no focus.
      if (focused !== null) queueMicrotask(() => focused.focus({ preventScroll: true }));
    },
  };
};

/** Shows what the gateway drew, moved to where the shell draws: the elements stay the same, so that nothing blinks. */
export const PrerenderPlace = ({ view }: { readonly view: HTMLElement }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(view);
    // Whoever had the focus lost it on the way.
    view.querySelector<HTMLElement>(`[${FOCUSED}]`)?.focus({ preventScroll: true });
  }, [view]);
  return <Place ref={ref} />;
};

const Place = styled.div`
  display: contents;
`;
