import { readHash, readSetting, writeSetting } from './alone-address';

const plainSetting = {
  scenario: null,
  session: null,
  latencyMs: 0,
  fault: 'none',
  usesGateway: false,
  panel: 'shut',
} as const;

describe('address of the bare host', () => {
  it.each([
    ['', plainSetting],
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
    ['?gateway=', { ...plainSetting, usesGateway: true }],
  ] as const)('reads %s and writes it again', (search, setting) => {
    expect(readSetting(search)).toEqual(setting);
    expect(writeSetting(setting)).toBe(search);
  });

  it('ignores invalid values', () => {
    expect(readSetting('?session=king&latency=-3&fault=fire')).toEqual(plainSetting);
  });

  it.each([
    ['', null],
    ['#', null],
    ['#details', { key: 'details', params: [] }],
    ['#details/a%2Fb/cart', { key: 'details', params: ['a/b', 'cart'] }],
    ['#details/100%', { key: 'details', params: ['100%'] }],
  ])('reads the hash %s', (hash, expected) => {
    expect(readHash(hash)).toEqual(expected);
  });
});
