import type { ScrollPosition } from './kept-view';
import { createScrollRestoration } from './scroll-back';

/** Scrolls no farther than its content reaches, as elements do. */
const aScroller = (height: number) => {
  let top = 0;
  const scroller = {
    get scrollTop() {
      return top;
    },
    set scrollTop(px: number) {
      top = Math.min(px, height);
    },
  };
  return {
    scroller,
    topOf: (href: string) => (href === '#details/elbkantine' ? 1_000 - top : null),
    grow: (px: number) => {
      height = px;
    },
  };
};

const at = (scroll: number, card: ScrollPosition['card'] = null): ScrollPosition => ({ scroll, card });

it('goes along with a list that grows, and rests where it was left', () => {
  const list = aScroller(300);
  const back = createScrollRestoration();
  expect(back.isPending()).toBe(false);
  back.request(at(900));
  back.restore(list, false);
  expect(list.scroller.scrollTop).toBe(300);
  expect(back.isPending()).toBe(true);
  list.grow(2_000);
  back.restore(list, false);
  expect(list.scroller.scrollTop).toBe(900);
  expect(back.isPending()).toBe(false);
  list.scroller.scrollTop = 50;
  back.restore(list, false);
  expect(list.scroller.scrollTop).toBe(50);
});

it('ends at the foot of a list that has become shorter', () => {
  const list = aScroller(300);
  const back = createScrollRestoration();
  back.request(at(900));
  back.restore(list, true);
  list.grow(2_000);
  back.restore(list, true);
  expect(list.scroller.scrollTop).toBe(300);
});

it('leaves the list to the diner who scrolls meanwhile', () => {
  const list = aScroller(2_000);
  const back = createScrollRestoration();
  back.request(at(900));
  back.cancel();
  back.restore(list, true);
  expect(list.scroller.scrollTop).toBe(0);
});

it('waits while nothing can be scrolled', () => {
  const list = aScroller(2_000);
  const back = createScrollRestoration();
  back.request(at(900));
  back.restore(null, true);
  back.restore(list, true);
  expect(list.scroller.scrollTop).toBe(900);
});

it('puts the card that was in sight where it was, however high those above it are now', () => {
  const list = aScroller(2_000);
  const back = createScrollRestoration();
  back.request(at(900, { href: '#details/elbkantine', top: 40 }));
  back.restore(list, false);
  expect(list.topOf('#details/elbkantine')).toBe(40);
  expect(back.isPending()).toBe(false);
});

it('goes by the distance from the top where that card is no more', () => {
  const list = aScroller(2_000);
  const back = createScrollRestoration();
  back.request(at(900, { href: '#details/geschlossen', top: 40 }));
  back.restore(list, false);
  expect(list.scroller.scrollTop).toBe(900);
});
