import type { Observable } from '../observable';
import { createObservable } from '../observable';

/** What the gateway drew of the main screen; null once the screen itself is shown, or where it drew nothing. */
export interface PrerenderResult extends Observable<HTMLElement | null> {
  /** Makes room for the screen itself. */
  dismiss(): void;
}

/** Takes over what the page came with. Ask before anything is drawn: drawing clears the page. */
export const createPrerender = (page: Document): PrerenderResult => {
  const view = createObservable(page.getElementById('prerender'));
  return {
    ...view,
    dismiss() {
      view.get()?.remove();
      page.getElementById('prerender-style')?.remove();
      view.set(null);
    },
  };
};
