import type { Observable } from '../observable';
import { createObservable } from '../observable';

/** What the gateway drew of the main screen; null once the screen itself stands, or where it drew nothing. */
export interface FirstView extends Observable<HTMLElement | null> {
  /** Makes room for the screen itself. */
  giveWay(): void;
}

/** Takes over what the page came with. Ask before anything is drawn: drawing clears the page. */
export const createFirstView = (page: Document): FirstView => {
  const view = createObservable(page.getElementById('first-view'));
  return {
    ...view,
    giveWay() {
      view.get()?.remove();
      page.getElementById('first-view-style')?.remove();
      view.set(null);
    },
  };
};
