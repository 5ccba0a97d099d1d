import type { ScrollPosition } from './kept-view';

/** A list on the screen. */
export interface ListOnScreen {
  /** What scrolls it. */
  readonly scroller: Pick<Element, 'scrollTop'>;
  /** Px from the screen's top to the card that leads there; null where the list has none. */
  topOf(href: string): number | null;
}

/** Scrolls a list back to where it was left. */
interface ScrollRestoration {
  /** From now on the list is to be scrolled there. */
  request(place: ScrollPosition): void;
  /** It has not arrived yet. */
  isPending(): boolean;
  /** Scrolls as far as the list is there; once it has arrived, or the list grows no more, it rests. Null: nothing can be scrolled yet. */
  restore(list: ListOnScreen | null, isComplete: boolean): void;
  /** The diner scrolls: nothing moves by itself any more. */
  cancel(): void;
}

/** Restores the position of a list that loads page after page. */
export const createScrollRestoration = (): ScrollRestoration => {
  let requested: ScrollPosition | null = null;
  return {
    request: (place) => {
      requested = place.scroll > 0 ? place : null;
    },
    isPending: () => requested !== null,
    restore(list, isComplete) {
      if (requested === null || list === null) return;
      const { scroll, card } = requested;
      list.scroller.scrollTop = scroll;
      // A browser rounds to its device's pixels.
      if (!isComplete && Math.abs(list.scroller.scrollTop - scroll) >= 1) return;
      requested = null;
      const top = card === null ? null : list.topOf(card.href);
      if (card !== null && top !== null) list.scroller.scrollTop += top - card.top;
    },
    cancel: () => {
      requested = null;
    },
  };
};
