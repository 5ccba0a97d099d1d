import { parseHash, parseSetting, serializeSetting } from './alone-address';

const defaultSetting = {
  scenario: null,
  session: null,
  latencyMs: 0,
  fault: 'none',
  usesGateway: false,
  panel: 'shut',
} as const;

describe('address of the bare host', () => {
  it.each([
    ['', defaultSetting],
    [
      '?scenario=Liste+leer&session=verified&latency=300&fault=offline&panel=off',
      {
        scenario: 'Liste leer',
        session: 'verified',
        latencyMs: 300,
        fault: 'offline',
        usesGateway: false,
        panel: 'off',
      },
    ],
    ['?gateway=', { ...defaultSetting, usesGateway: true }],
  ] as const)('reads %s and writes it again', (urlSearch, expectedSetting) => {
    expect(parseSetting(urlSearch)).toEqual(expectedSetting);
    expect(serializeSetting(expectedSetting)).toBe(urlSearch);
  });

  it('ignores invalid values', () => {
    expect(parseSetting('?session=king&latency=-3&fault=fire')).toEqual(defaultSetting);
  });

  it.each([
    ['', null],
    ['#', null],
    ['#details', { key: 'details', params: [] }],
    ['#details/a%2Fb/cart', { key: 'details', params: ['a/b', 'cart'] }],
    ['#details/100%', { key: 'details', params: ['100%'] }],
  ])('reads the hash %s', (urlHash, expectedAddress) => {
    expect(parseHash(urlHash)).toEqual(expectedAddress);
  });
});
