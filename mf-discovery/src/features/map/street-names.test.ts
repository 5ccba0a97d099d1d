import type { NamedStreet } from '@mahlzeit/basemap';
import { fitsIntoArea, labelBox, labelAreaOf, placeStreetNames } from './street-names';
import type { LabelArea } from './street-names';

const createStreet = (points: NamedStreet['points'], name = 'Lange Straße'): NamedStreet => ({
  name,
  points,
  isMain: false,
});
const visibleBox = { left: 0, right: 400, top: 0, bottom: 400 };
const labelAreaWith = (overrides: Partial<LabelArea> = {}): LabelArea => ({
  visible: visibleBox,
  occupied: [],
  metresPerPx: 1,
  ...overrides,
});
/** Returns the start point and the end point of a name's path. */
const endPointsOf = (path = ''): readonly [from: readonly number[], to: readonly number[]] => {
  const [startText = '', endText = ''] = path.slice(1).split('L');
  return [startText.split(' ').map(Number), endText.split(' ').map(Number)];
};
const writtenPath = (points: NamedStreet['points'], overrides: Partial<LabelArea> = {}) =>
  placeStreetNames(labelAreaWith(overrides), [createStreet(points)])[0]?.path;

it('writes a name along the middle of its street', () => {
  const [[startX = 0], [endX = 0]] = endPointsOf(
    writtenPath([
      [50, 200],
      [350, 200],
    ]),
  );
  expect(Math.abs((startX + endX) / 2 - 200)).toBeLessThan(12);
  expect(endX - startX).toBeGreaterThan('Lange Straße'.length * 5);
});

it('writes from left to right, independent of the street’s direction', () => {
  const [[from = 0], [to = 0]] = endPointsOf(
    writtenPath([
      [350, 200],
      [50, 250],
    ]),
  );
  expect(from).toBeLessThan(to);
});

it.each<[string, NamedStreet['points'], Partial<LabelArea>]>([
  [
    'a street that is too short for its name',
    [
      [100, 200],
      [150, 200],
    ],
    {},
  ],
  [
    'one of which too little is in sight',
    [
      [350, 200],
      [900, 200],
    ],
    {},
  ],
  [
    'one that lies below a pin all along',
    [
      [50, 200],
      [350, 200],
    ],
    { occupied: [{ left: 0, right: 400, top: 190, bottom: 210 }] },
  ],
  [
    'one that turns a corner',
    [
      [150, 200],
      [200, 200],
      [200, 260],
    ],
    {},
  ],
  [
    'one from so far above that there is no room',
    [
      [50, 200],
      [350, 200],
    ],
    { metresPerPx: 8 },
  ],
])('does not name %s', (_case, points, overrides) => expect(writtenPath(points, overrides)).toBeUndefined());

it('moves a name beside an obstacle on the street', () => {
  const [[from = 0]] = endPointsOf(
    writtenPath(
      [
        [20, 200],
        [390, 200],
      ],
      { occupied: [{ left: 120, right: 260, top: 180, bottom: 210 }] },
    ),
  );
  expect(from).toBeGreaterThanOrEqual(260);
});

it('never writes two names over each other', () => {
  expect(
    placeStreetNames(labelAreaWith(), [
      createStreet(
        [
          [50, 200],
          [350, 200],
        ],
        'Die erste',
      ),
      createStreet(
        [
          [200, 50],
          [200, 350],
        ],
        'Die zweite',
      ),
      createStreet(
        [
          [50, 201],
          [350, 201],
        ],
        'Lange lange lange lange lange Straße',
      ),
    ]).map(({ name }) => name),
  ).toEqual(['Die erste', 'Die zweite']);
});

it('shows a label whole or not at all', () => {
  expect(fitsIntoArea(labelBox('Neustadt', [200, 200], 1), labelAreaWith())).toBe(true);
  expect(fitsIntoArea(labelBox('Neustadt', [10, 200], 1), labelAreaWith())).toBe(false);
  expect(
    fitsIntoArea(
      labelBox('Neustadt', [200, 200], 1),
      labelAreaWith({ occupied: [{ left: 210, right: 300, top: 190, bottom: 230 }] }),
    ),
  ).toBe(false);
});

it('counts metres from Hamburg’s center at every zoom', () => {
  const center = { latitude: 53.55, longitude: 9.99 };
  const { visible: visibleBox, metresPerPx } = labelAreaOf(
    { zoom: 16, center, width: 400, height: 300, west: 0, east: 0, south: 0, north: 0, diagonal: 0 },
    [],
    [],
  );
  expect(metresPerPx).toBeCloseTo(1.42, 2);
  expect(visibleBox.right - visibleBox.left).toBeCloseTo(400 * metresPerPx, 3);
  expect((visibleBox.right + visibleBox.left) / 2).toBeCloseTo(0, 3);
});
