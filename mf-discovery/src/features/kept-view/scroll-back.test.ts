import { createScrollBack } from './scroll-back';

/** Scrolls no farther than its content reaches, as elements do. */
const aScroller = (reach: number) => {
  let top = 0;
  return {
    get scrollTop() {
      return top;
    },
    set scrollTop(px: number) {
      top = Math.min(px, reach);
    },
    grow: (px: number) => {
      reach = px;
    },
  };
};

it('goes along with a list that grows, and rests where it was left', () => {
  const list = aScroller(300);
  const back = createScrollBack();
  expect(back.isDue()).toBe(false);
  back.want(900);
  back.go(list, false);
  expect(list.scrollTop).toBe(300);
  expect(back.isDue()).toBe(true);
  list.grow(2_000);
  back.go(list, false);
  expect(list.scrollTop).toBe(900);
  expect(back.isDue()).toBe(false);
  list.scrollTop = 50;
  back.go(list, false);
  expect(list.scrollTop).toBe(50);
});

it('ends at the foot of a list that has become shorter', () => {
  const list = aScroller(300);
  const back = createScrollBack();
  back.want(900);
  back.go(list, true);
  list.grow(2_000);
  back.go(list, true);
  expect(list.scrollTop).toBe(300);
});

it('leaves the list to the diner who scrolls meanwhile', () => {
  const list = aScroller(2_000);
  const back = createScrollBack();
  back.want(900);
  back.giveUp();
  back.go(list, true);
  expect(list.scrollTop).toBe(0);
});

it('waits while nothing can be scrolled', () => {
  const list = aScroller(2_000);
  const back = createScrollBack();
  back.want(900);
  back.go(null, true);
  back.go(list, true);
  expect(list.scrollTop).toBe(900);
});
