import { Coordinate, Day, EndTime, IsoInstant, Key, Lang, Ms, StartTime, Texts } from '.';

const schemaAccepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

describe('Key', () => {
  it.each(['a', 'Elb-Kantine_01', 'x'.repeat(64)])('accepts %j', (key) => expect(schemaAccepts(Key, key)).toBe(true));
  it.each(['', 'x'.repeat(65), 'a b', 'a/b', 'käse', 'a.b', 'a\n', 7, null])('refuses %j', (key) =>
    expect(schemaAccepts(Key, key)).toBe(false),
  );
});

describe('Day', () => {
  it.each(['2026-06-24', '2028-02-29', '2000-02-29', '2026-12-31'])('accepts %j', (day) =>
    expect(schemaAccepts(Day, day)).toBe(true),
  );
  it.each([
    '9999-12-31',
    '0000-01-01',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-06-31',
    '24.06.2026',
    '2026-6-24',
    '2026-06-24T00:00',
    '',
    20260624,
  ])('refuses %j, which is no real day', (day) => expect(schemaAccepts(Day, day)).toBe(false));
});

describe('times of day', () => {
  it.each(['00:00', '09:30', '23:59'])('accept %s at both ends', (time) => {
    expect(schemaAccepts(StartTime, time)).toBe(true);
    expect(schemaAccepts(EndTime, time)).toBe(true);
  });

  it('accept 24:00 at the end only', () => {
    expect(schemaAccepts(EndTime, '24:00')).toBe(true);
    expect(schemaAccepts(StartTime, '24:00')).toBe(false);
  });

  it.each(['24:01', '25:00', '9:30', '09:60', '0930', '09:30:00', ''])('refuse %j', (time) => {
    expect(schemaAccepts(StartTime, time)).toBe(false);
    expect(schemaAccepts(EndTime, time)).toBe(false);
  });
});

describe('Ms', () => {
  it.each([0, 1_782_293_400_000, -1, Date.parse('9999-12-30T00:00:00Z')])('accepts %p', (instant) =>
    expect(schemaAccepts(Ms, instant)).toBe(true),
  );
  it.each([NaN, Infinity, -Infinity, 1.5, 2 ** 60, '1', null, 8.64e15, -8.64e15, Date.parse('9999-12-31T00:00:00Z')])(
    'refuses %p',
    (instant) => expect(schemaAccepts(Ms, instant)).toBe(false),
  );
});

describe('IsoInstant', () => {
  it.each(['2026-06-24T12:30:00+02:00', '2026-06-24T10:30:00.000Z', '9999-12-29T23:59:59Z'])('accepts %j', (instant) =>
    expect(schemaAccepts(IsoInstant, instant)).toBe(true),
  );
  it.each(['9999-12-31T23:59:59Z', '0000-01-01T00:00:00+02:00', '+275760-09-13T00:00:00Z', '2026-06-24T12:30:00', ''])(
    'refuses %j',
    (instant) => expect(schemaAccepts(IsoInstant, instant)).toBe(false),
  );
});

describe('Coordinate', () => {
  it.each([
    [53.55, 9.99],
    [-90, 180],
    [90, -180],
  ])('accepts %p, %p', (latitude, longitude) => expect(schemaAccepts(Coordinate, { latitude, longitude })).toBe(true));

  it.each([
    [NaN, 9.99],
    [53.55, Infinity],
    [90.0001, 0],
    [0, -180.0001],
    ['53.55', '9.99'],
    [null, 0],
  ])('refuses %p, %p', (latitude, longitude) => expect(schemaAccepts(Coordinate, { latitude, longitude })).toBe(false));
});

describe('Texts', () => {
  it('keeps every language and requires German', () => {
    expect(Texts.parse({ de: 'Suppe', en: 'Soup' })).toEqual({ de: 'Suppe', en: 'Soup' });
    expect(schemaAccepts(Texts, { en: 'Soup' })).toBe(false);
    expect(schemaAccepts(Texts, { de: 'Suppe', en: 1 })).toBe(false);
  });
});

describe('Lang', () => {
  it.each([
    ['de', true],
    ['DE', false],
    ['deu', false],
    ['d', false],
  ])('%s: %s', (lang, isLang) => expect(schemaAccepts(Lang, lang)).toBe(isLang));
});
