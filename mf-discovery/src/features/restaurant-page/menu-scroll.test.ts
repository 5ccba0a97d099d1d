import { readPartIndex, stillPressed } from './menu-scroll';

describe('the current part', () => {
  // Three parts of 400 px in a box that shows 600 px and scrolls by up to 1,000.
  const at = (scrolled: number): number =>
    readPartIndex(
      [0, 400, 800].map((start) => start + 100 - scrolled),
      { scrolled, max: 1000, visible: 600 },
    );

  it.each([
    [0, 0],
    [99, 0],
    [499, 1],
    [500, 1],
    [899, 2],
    [1000, 2],
  ])('at %i px is part %i', (scrolled, part) => expect(at(scrolled)).toBe(part));

  it('is the first one before any part has started', () => {
    expect(readPartIndex([300, 700], { scrolled: 0, max: 5000, visible: 600 })).toBe(0);
  });

  it('is each of the short parts at the end in turn, and the last one at the end', () => {
    const shortEnd = (scrolled: number): number =>
      readPartIndex(
        [0, 1000, 1080, 1160].map((start) => start - scrolled),
        { scrolled, max: 640, visible: 600 },
      );
    expect([0, 530, 565, 640].map(shortEnd)).toEqual([0, 1, 2, 3]);
  });

  it('stays the first one when everything fits', () => {
    expect(readPartIndex([0, 200], { scrolled: 0, max: 0, visible: 600 })).toBe(0);
  });

  it('passes through all parts when little can be scrolled', () => {
    const little = (scrolled: number): number =>
      readPartIndex([10 - scrolled, 210 - scrolled, 410 - scrolled], { scrolled, max: 100, visible: 600 });
    expect([0, 40, 100].map(little)).toEqual([0, 1, 2]);
  });
});

describe('a pressed part', () => {
  const press = { target: 800, distance: 500 };

  it('stays current while the box scrolls to it, and afterwards', () => {
    const coming = [400, 650, 800, 800].reduce<ReturnType<typeof stillPressed>>(
      (pressed, scrolled) => pressed && stillPressed(pressed, scrolled),
      press,
    );
    expect(coming).toEqual({ target: 800, distance: 0 });
  });

  it.each([[[800, 780]], [[800, 820]], [[400, 380]]])(
    'is no longer current when the box moves elsewhere: %j',
    (positions) => {
      expect(
        positions.reduce<ReturnType<typeof stillPressed>>(
          (pressed, scrolled) => pressed && stillPressed(pressed, scrolled),
          press,
        ),
      ).toBeNull();
    },
  );
});
