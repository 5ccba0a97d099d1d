import { findDoubleProblems, findDoubles, formatDoubles } from './doubled-contents';

const doubledContents = findDoubles([
  { name: 'shell', contents: { 'node_modules/react/index.js': 30_000, 'src/a.ts': 100 } },
  {
    name: 'mf-a',
    contents: {
      'node_modules/icons/bell.js': 700,
      'node_modules/icons/cart.js': 80,
      'contract/order.ts': 300,
      'mf-a/src/a.ts': 900,
    },
  },
  {
    name: 'mf-b',
    contents: { 'node_modules/icons/bell.js': 500, 'contract/order.ts': 200, 'contract/chat.ts': 50 },
  },
  { name: 'mf-c', contents: { 'node_modules/icons/bell.js': 400, 'contract/chat.ts': 60 } },
]);

const acceptedDoubleOf = (content: string, maxExtraBytes: number) => ({ content, maxExtraBytes, reason: 'small' });

describe('doubled contents', () => {
  it('are the modules that more than one release contains, with the bytes that one copy would save', () => {
    expect(formatDoubles(doubledContents).split('\n')).toEqual([
      expect.stringMatching(/^ +900 {2}icons +mf-a 700, mf-b 500, mf-c 400$/),
      expect.stringMatching(/^ +200 {2}contract\/order\.ts +mf-a 300, mf-b 200$/),
      expect.stringMatching(/^ +50 {2}contract\/chat\.ts +mf-b 50, mf-c 60$/),
    ]);
  });

  it.each([
    [
      'each is accepted, a folder by its path',
      [acceptedDoubleOf('icons', 900), acceptedDoubleOf('contract/', 250)],
      [],
    ],
    [
      'nobody has accepted one',
      [acceptedDoubleOf('contract/', 250)],
      [
        'icons is in mf-a, mf-b, mf-c (900 bytes too many): share it by shared-policy.ts, or accept it with a reason in accepted-doubles.ts',
      ],
    ],
    [
      'more is doubled than was accepted',
      [acceptedDoubleOf('icons', 899), acceptedDoubleOf('contract/', 250)],
      ['icons has 900 bytes too many, accepted are 899'],
    ],
    [
      'one was accepted that is doubled no more',
      [acceptedDoubleOf('icons', 900), acceptedDoubleOf('contract/', 250), acceptedDoubleOf('react', 1)],
      ['react is in one release at most: take it out of accepted-doubles.ts'],
    ],
  ])('are judged where %s', (_, acceptedDoubles, problems) => {
    expect(findDoubleProblems(doubledContents, acceptedDoubles)).toEqual(problems);
  });
});
