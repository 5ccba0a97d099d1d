import fc from 'fast-check';

const LONE_SURROGATE = '\uD83D';

const nested = (depth: number): unknown => (depth === 0 ? 'tief' : [nested(depth - 1)]);

/** Values for fuzz tests: of a wrong type or size, and texts that often make programs fail. */
export const brokenValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, '', [], {}, [[]], [null], { nonsense: true }, nested(60)),
  fc.constantFrom<unknown>(
    0,
    -1,
    1.5,
    -0,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    1e21,
    Number.MIN_VALUE,
  ),
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-1',
    '1e309',
    '0x10',
    '٣',
    '9'.repeat(30),
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
  ),
  fc.constantFrom(
    '\u0000',
    'sup\u0000pe',
    '\u0007',
    '\r\nX-Evil: 1',
    '\u202Etxt',
    LONE_SURROGATE,
    `a${LONE_SURROGATE}b`,
  ),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', '../../etc/passwd', '%00', '%', '\uFFFF'),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"isPolluted":true}}'), { constructor: { prototype: { a: 1 } } }),
  fc.constantFrom('x'.repeat(5000), 'ä'.repeat(70_000), '\u0301'.repeat(300), '👨‍👩‍👧‍👦'.repeat(200), ' '.repeat(300)),
  fc.jsonValue({ maxDepth: 1 }),
);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Invalid value that replaces one part of a valid value. */
export interface BrokenValue {
  /** Number of the part to replace, counted through the value and everything in it; larger numbers begin again. */
  readonly place: number;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

const placesIn = (value: unknown, path: Path = []): Path[] => {
  const children: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return [path, ...children.flatMap(([name, child]) => placesIn(child, [...path, name]))];
};

const withValueAt = (value: unknown, [name, ...path]: Path, replacement: unknown): unknown => {
  if (name === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((element: unknown, index) => (index === name ? withValueAt(element, path, replacement) : element));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, key === name ? withValueAt(field, path, replacement) : field]),
  );
};

/** Returns a copy of a valid value in which another value replaces the part with this number. */
export const withBrokenValue = (validValue: unknown, { place, value }: BrokenValue): unknown => {
  const places = placesIn(validValue);
  return withValueAt(validValue, places[place % places.length] ?? [], value);
};
