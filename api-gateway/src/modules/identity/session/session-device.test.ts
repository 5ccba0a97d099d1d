import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCountryOf } from './geo-ip';
import { createDescribeDevice } from './session-device';

const describeBrowser = (userAgent: string | undefined) =>
  createDescribeDevice(() => null)({ ip: '192.0.2.7', headers: { 'user-agent': userAgent } });

it.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ['Chrome', 'Android', 'phone'],
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ['Firefox', 'Windows', 'computer'],
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ['Safari', 'iPad', 'tablet'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ['Safari', 'iPhone', 'phone'],
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    ['Microsoft Edge', 'macOS', 'computer'],
  ],
  ['', [null, null, null]],
  [undefined, [null, null, null]],
  ['('.repeat(100_000), [null, null, null]],
])('describes the browser of %j', (userAgent, [browser, system, kind]) => {
  expect(describeBrowser(userAgent)).toEqual({ browser, system, kind, country: null });
});

/** Encodes a value in the data format of MaxMind's country database, as far as this test needs it. */
const encodeValue = (value: string | number | object): Buffer => {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
  if (typeof value === 'number')
    return Buffer.from([0xc4, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([0xe0 | entries.length]),
    ...entries.flatMap(([key, entry]) => [encodeValue(key), encodeValue(entry)]),
  ]);
};

const NETWORK_BITS = 24;

/** Creates a country database with one network: 192.0.2.0/24 in Germany. */
const countryDatabase = (): Buffer => {
  const networkBits = [192, 0, 2].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  const record = (value: number): number[] => [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  const nodes = networkBits.flatMap((bit, node) => {
    const nextNode = node === NETWORK_BITS - 1 ? NETWORK_BITS + 16 : node + 1;
    return bit === 0 ? [...record(nextNode), ...record(NETWORK_BITS)] : [...record(NETWORK_BITS), ...record(nextNode)];
  });
  return Buffer.concat([
    Buffer.from(nodes),
    Buffer.alloc(16),
    encodeValue({ country: { iso_code: 'DE' } }),
    Buffer.from([0xab, 0xcd, 0xef]),
    Buffer.from('MaxMind.com'),
    encodeValue({
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 0,
      database_type: 'Test-Country',
      ip_version: 4,
      node_count: NETWORK_BITS,
      record_size: 24,
    }),
  ]);
};

describe('the country of an address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geo-ip-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (content: Buffer): string => {
    const file = join(folder, `${content.length}.mmdb`);
    writeFileSync(file, content);
    return file;
  };

  it('is that of its network', () => {
    const countryOf = openCountryOf(fileWith(countryDatabase()));
    expect(['192.0.2.7', '198.51.100.7', '2001:db8::1', 'unknown'].map(countryOf)).toEqual(['DE', null, null, null]);
  });

  it('is unknown without a file', () => {
    expect(openCountryOf(null)('192.0.2.7')).toBeNull();
  });

  it('is looked up in a file that can be read, else the gateway doesn’t start', () => {
    expect(() => openCountryOf(join(folder, 'missing.mmdb'))).toThrow(/^GEOIP_FILE: .*missing\.mmdb can't be read/);
    expect(() => openCountryOf(fileWith(Buffer.from('nothing')))).toThrow(/^GEOIP_FILE: /);
  });
});
