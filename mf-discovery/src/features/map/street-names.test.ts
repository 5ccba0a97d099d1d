import type { NamedStreet } from '@mahlzeit/basemap';
import { doesBoxFitArea, labelBoxAround, labelAreaOf, placeStreetNames } from './street-names';
import type { LabelArea } from './street-names';

const createStreet = (streetPoints: NamedStreet['points'], name = 'Lange Straße'): NamedStreet => ({
  name,
  points: streetPoints,
  isMain: false,
});
const visibleBox = { left: 0, right: 400, top: 0, bottom: 400 };
const createLabelArea = (overrides: Partial<LabelArea> = {}): LabelArea => ({
  visible: visibleBox,
  occupied: [],
  metresPerPx: 1,
  ...overrides,
});
/** Returns the start point and the end point of a name's path. */
const endPointsOfPath = (pathText = ''): readonly [from: readonly number[], to: readonly number[]] => {
  const [startText = '', endText = ''] = pathText.slice(1).split('L');
  return [startText.split(' ').map(Number), endText.split(' ').map(Number)];
};
const placeNameAlongStreet = (streetPoints: NamedStreet['points'], overrides: Partial<LabelArea> = {}) =>
  placeStreetNames(createLabelArea(overrides), [createStreet(streetPoints)])[0]?.path;

it('writes a name along the middle of its street', () => {
  const [[startX = 0], [endX = 0]] = endPointsOfPath(
    placeNameAlongStreet([
      [50, 200],
      [350, 200],
    ]),
  );
  expect(Math.abs((startX + endX) / 2 - 200)).toBeLessThan(12);
  expect(endX - startX).toBeGreaterThan('Lange Straße'.length * 5);
});

it('writes from left to right, independent of the street’s direction', () => {
  const [[startX = 0], [endX = 0]] = endPointsOfPath(
    placeNameAlongStreet([
      [350, 200],
      [50, 250],
    ]),
  );
  expect(startX).toBeLessThan(endX);
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
])('does not name %s', (_case, streetPoints, overrides) =>
  expect(placeNameAlongStreet(streetPoints, overrides)).toBeUndefined(),
);

it('moves a name beside an obstacle on the street', () => {
  const [[startX = 0]] = endPointsOfPath(
    placeNameAlongStreet(
      [
        [20, 200],
        [390, 200],
      ],
      { occupied: [{ left: 120, right: 260, top: 180, bottom: 210 }] },
    ),
  );
  expect(startX).toBeGreaterThanOrEqual(260);
});

it('never writes two names over each other', () => {
  expect(
    placeStreetNames(createLabelArea(), [
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
  expect(doesBoxFitArea(labelBoxAround('Neustadt', [200, 200], 1), createLabelArea())).toBe(true);
  expect(doesBoxFitArea(labelBoxAround('Neustadt', [10, 200], 1), createLabelArea())).toBe(false);
  expect(
    doesBoxFitArea(
      labelBoxAround('Neustadt', [200, 200], 1),
      createLabelArea({ occupied: [{ left: 210, right: 300, top: 190, bottom: 230 }] }),
    ),
  ).toBe(false);
});

it('counts metres from Hamburg’s center at every zoom', () => {
  const hamburgCenter = { latitude: 53.55, longitude: 9.99 };
  const { visible: visibleBox, metresPerPx } = labelAreaOf(
    { zoom: 16, center: hamburgCenter, width: 400, height: 300, west: 0, east: 0, south: 0, north: 0, diagonal: 0 },
    [],
    [],
  );
  expect(metresPerPx).toBeCloseTo(1.42, 2);
  expect(visibleBox.right - visibleBox.left).toBeCloseTo(400 * metresPerPx, 3);
  expect((visibleBox.right + visibleBox.left) / 2).toBeCloseTo(0, 3);
});
