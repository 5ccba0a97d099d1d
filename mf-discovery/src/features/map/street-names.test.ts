import type { NamedStreet } from '@mahlzeit/basemap';
import { fitsInto, labelBox, labelAreaOf, writeNames } from './street-names';
import type { LabelArea } from './street-names';

const street = (points: NamedStreet['points'], name = 'Lange Straße'): NamedStreet => ({ name, points, isMain: false });
const visibleBox = { left: 0, right: 400, top: 0, bottom: 400 };
const labelAreaWith = (overrides: Partial<LabelArea> = {}): LabelArea => ({
  visible: visibleBox,
  occupied: [],
  metrePx: 1,
  ...overrides,
});
/** Returns the start point and the end point of a name's path. */
const endsOf = (path = ''): readonly [from: readonly number[], to: readonly number[]] => {
  const [startText = '', endText = ''] = path.slice(1).split('L');
  return [startText.split(' ').map(Number), endText.split(' ').map(Number)];
};
const write = (points: NamedStreet['points'], overrides: Partial<LabelArea> = {}) =>
  writeNames(labelAreaWith(overrides), [street(points)])[0]?.path;

it('writes a name along the middle of its street', () => {
  const [[from = 0], [to = 0]] = endsOf(
    write([
      [50, 200],
      [350, 200],
    ]),
  );
  expect(Math.abs((from + to) / 2 - 200)).toBeLessThan(12);
  expect(to - from).toBeGreaterThan('Lange Straße'.length * 5);
});

it('writes from left to right, independent of the street’s direction', () => {
  const [[from = 0], [to = 0]] = endsOf(
    write([
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
    { metrePx: 8 },
  ],
])('does not name %s', (_case, points, overrides) => expect(write(points, overrides)).toBeUndefined());

it('moves a name beside an obstacle on the street', () => {
  const [[from = 0]] = endsOf(
    write(
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
    writeNames(labelAreaWith(), [
      street(
        [
          [50, 200],
          [350, 200],
        ],
        'Die erste',
      ),
      street(
        [
          [200, 50],
          [200, 350],
        ],
        'Die zweite',
      ),
      street(
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
  expect(fitsInto(labelBox('Neustadt', [200, 200], 1), labelAreaWith())).toBe(true);
  expect(fitsInto(labelBox('Neustadt', [10, 200], 1), labelAreaWith())).toBe(false);
  expect(
    fitsInto(
      labelBox('Neustadt', [200, 200], 1),
      labelAreaWith({ occupied: [{ left: 210, right: 300, top: 190, bottom: 230 }] }),
    ),
  ).toBe(false);
});

it('counts metres from Hamburg’s center at every zoom', () => {
  const center = { latitude: 53.55, longitude: 9.99 };
  const { visible: visibleBox, metrePx } = labelAreaOf(
    { zoom: 16, center, width: 400, height: 300, west: 0, east: 0, south: 0, north: 0, diagonal: 0 },
    [],
    [],
  );
  expect(metrePx).toBeCloseTo(1.42, 2);
  expect(visibleBox.right - visibleBox.left).toBeCloseTo(400 * metrePx, 3);
  expect((visibleBox.right + visibleBox.left) / 2).toBeCloseTo(0, 3);
});
