/** What scrolls the list. */
type Scroller = Pick<Element, 'scrollTop'>;

/** Brings a list back to where it was left. */
interface ScrollBack {
  /** From now on the list belongs so many px from its top. */
  want(scroll: number): void;
  /** It has not arrived yet. */
  isDue(): boolean;
  /** Scrolls as far as the list is there; once it has arrived, or the list grows no more, it rests. Null: nothing can be scrolled yet. */
  go(scroller: Scroller | null, isComplete: boolean): void;
  /** The diner scrolls: nothing moves by itself any more. */
  giveUp(): void;
}

/** Brings a list back that comes page after page. */
export const createScrollBack = (): ScrollBack => {
  let wanted: number | null = null;
  return {
    want: (scroll) => {
      wanted = scroll > 0 ? scroll : null;
    },
    isDue: () => wanted !== null,
    go(scroller, isComplete) {
      if (wanted === null || scroller === null) return;
      scroller.scrollTop = wanted;
      // A browser rounds to its device's pixels.
      if (isComplete || Math.abs(scroller.scrollTop - wanted) < 1) wanted = null;
    },
    giveUp: () => {
      wanted = null;
    },
  };
};
