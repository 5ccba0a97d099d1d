import type { ListPlace } from './kept-view';

/** A list as it stands on the screen. */
export interface ListOnScreen {
  /** What scrolls it. */
  readonly scroller: Pick<Element, 'scrollTop'>;
  /** Px from the screen's top to the card that leads there; null where the list has none. */
  topOf(href: string): number | null;
}

/** Brings a list back to where it was left. */
interface ScrollBack {
  /** From now on the list belongs there. */
  want(place: ListPlace): void;
  /** It has not arrived yet. */
  isDue(): boolean;
  /** Scrolls as far as the list is there; once it has arrived, or the list grows no more, it rests. Null: nothing can be scrolled yet. */
  go(list: ListOnScreen | null, isComplete: boolean): void;
  /** The diner scrolls: nothing moves by itself any more. */
  giveUp(): void;
}

/** Brings a list back that comes page after page. */
export const createScrollBack = (): ScrollBack => {
  let wanted: ListPlace | null = null;
  return {
    want: (place) => {
      wanted = place.scroll > 0 ? place : null;
    },
    isDue: () => wanted !== null,
    go(list, isComplete) {
      if (wanted === null || list === null) return;
      const { scroll, card } = wanted;
      list.scroller.scrollTop = scroll;
      // A browser rounds to its device's pixels.
      if (!isComplete && Math.abs(list.scroller.scrollTop - scroll) >= 1) return;
      wanted = null;
      const top = card === null ? null : list.topOf(card.href);
      if (card !== null && top !== null) list.scroller.scrollTop += top - card.top;
    },
    giveUp: () => {
      wanted = null;
    },
  };
};
