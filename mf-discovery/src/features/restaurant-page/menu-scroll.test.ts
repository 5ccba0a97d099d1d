import { currentPartIndexAt, pressedPartAfterScroll } from './menu-scroll';

describe('the current part', () => {
  // The menu has three parts (meal types) of 400 px each. Its scrolling box is 600 px high and scrolls by up to 1,000
  // px.
  const partIndexAt = (scrollTop: number): number =>
    currentPartIndexAt(
      [0, 400, 800].map((partStart) => partStart + 100 - scrollTop),
      { scrollTop, maxScrollTop: 1000, visibleHeight: 600 },
    );

  it.each([
    [0, 0],
    [99, 0],
    [499, 1],
    [500, 1],
    [899, 2],
    [1000, 2],
  ])('at %i px is part %i', (scrollTop, expectedPartIndex) => expect(partIndexAt(scrollTop)).toBe(expectedPartIndex));

  it('is the first one before any part has started', () => {
    expect(currentPartIndexAt([300, 700], { scrollTop: 0, maxScrollTop: 5000, visibleHeight: 600 })).toBe(0);
  });

  it('is each of the short parts at the end in turn, and the last one at the end', () => {
    const partIndexAtShortEnd = (scrollTop: number): number =>
      currentPartIndexAt(
        [0, 1000, 1080, 1160].map((partStart) => partStart - scrollTop),
        { scrollTop, maxScrollTop: 640, visibleHeight: 600 },
      );
    expect([0, 530, 565, 640].map(partIndexAtShortEnd)).toEqual([0, 1, 2, 3]);
  });

  it('stays the first one when everything fits', () => {
    expect(currentPartIndexAt([0, 200], { scrollTop: 0, maxScrollTop: 0, visibleHeight: 600 })).toBe(0);
  });

  it('passes through all parts when little can be scrolled', () => {
    const upperPartIndexAt = (scrollTop: number): number =>
      currentPartIndexAt([10 - scrollTop, 210 - scrollTop, 410 - scrollTop], {
        scrollTop,
        maxScrollTop: 100,
        visibleHeight: 600,
      });
    expect([0, 40, 100].map(upperPartIndexAt)).toEqual([0, 1, 2]);
  });
});

describe('a pressed part', () => {
  const pressedPart = { target: 800, distance: 500 };

  it('stays current while the box scrolls to it, and afterwards', () => {
    const remainingPressedPart = [400, 650, 800, 800].reduce<ReturnType<typeof pressedPartAfterScroll>>(
      (pressedPartSoFar, scrollTop) => pressedPartSoFar && pressedPartAfterScroll(pressedPartSoFar, scrollTop),
      pressedPart,
    );
    expect(remainingPressedPart).toEqual({ target: 800, distance: 0 });
  });

  it.each([[[800, 780]], [[800, 820]], [[400, 380]]])(
    'is no longer current when the box moves elsewhere: %j',
    (scrollPositions) => {
      expect(
        scrollPositions.reduce<ReturnType<typeof pressedPartAfterScroll>>(
          (pressedPartSoFar, scrollTop) => pressedPartSoFar && pressedPartAfterScroll(pressedPartSoFar, scrollTop),
          pressedPart,
        ),
      ).toBeNull();
    },
  );
});
