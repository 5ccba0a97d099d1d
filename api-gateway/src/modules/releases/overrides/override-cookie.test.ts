import { createHmac } from 'node:crypto';
import { createOverrideCookie, OVERRIDES_LIFETIME_MS } from './override-cookie';
import type { OverrideValues } from './override-values';

const ORIGIN = 'http://127.0.0.1:4000';
const key = new Uint8Array(32).fill(7);
const formerKey = new Uint8Array(32).fill(6);
const values: OverrideValues = new Map([['mf-social', '5.0.1+0123456789ab']]);

const cookieAt = (realNow: number, { publicUrl = ORIGIN, cookieKey = key } = {}) =>
  createOverrideCookie({
    publicUrl,
    secrets: {
      current: () => ({ id: 'present', bytes: cookieKey }),
      accepted: () => [
        { id: 'present', bytes: cookieKey },
        { id: 'former', bytes: formerKey },
      ],
    },
    realNow: () => realNow,
  });

const START = Date.parse('2026-06-24T09:30:00Z');
/** Returns a cookie's name and value from the header `Set-Cookie`, as the browser sends them back. */
const cookieHeaderOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';
const signed = (content: unknown, signingKey = key): string => {
  const encoded = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
  const signature = createHmac('sha256', signingKey).update(`${ORIGIN} ${encoded}`).digest('base64url');
  return `mahlzeit_overrides_4000=${encoded}.${signature}`;
};

it('keeps the overrides for an hour, out of reach of scripts and of other sites', () => {
  const setCookie = cookieAt(START).write(values);
  expect(setCookie.replace(/=[^;]*/, '=…')).toBe(
    'mahlzeit_overrides_4000=…; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax',
  );
  const sent = `other=1; ${cookieHeaderOf(setCookie)}`;
  expect(cookieAt(START + OVERRIDES_LIFETIME_MS - 1).read(sent)).toEqual({
    values,
    expiresAt: START + OVERRIDES_LIFETIME_MS,
  });
  expect(cookieAt(START + OVERRIDES_LIFETIME_MS).read(sent)).toBeNull();
});

it('is sent over HTTPS alone where the gateway is reached by it', () =>
  expect(cookieAt(START, { publicUrl: 'https://mahlzeit.test' }).write(values)).toMatch(
    /^__Host-mahlzeit_overrides_443=.*; Secure/,
  ));

it('is deleted when no override is left', () =>
  expect(cookieAt(START).write(new Map())).toBe('mahlzeit_overrides_4000=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'));

const inTime = { expiresAt: START + 1, values: [['mf-social', '1']] };

it('reads a cookie that this gateway could have signed', () =>
  expect(cookieAt(START).read(signed(inTime))).toEqual({
    values: new Map([['mf-social', '1']]),
    expiresAt: START + 1,
  }));

it('reads a cookie that was signed before the keys were rotated', () =>
  expect(cookieAt(START).read(signed(inTime, formerKey))).not.toBeNull());

it.each([
  ['no cookie', undefined],
  ['an empty cookie', 'mahlzeit_overrides_4000='],
  [
    'a cookie without a signature',
    `mahlzeit_overrides_4000=${Buffer.from(JSON.stringify(inTime)).toString('base64url')}`,
  ],
  ['a short signature', signed(inTime).slice(0, -4)],
  ['a changed content', signed(inTime).replace('=e', '=f')],
  ['the key of another database', signed(inTime, new Uint8Array(32).fill(8))],
  ['the name of another gateway', signed(inTime).replace('_4000', '_4001')],
  ['an end later than an hour from now', signed({ ...inTime, expiresAt: START + OVERRIDES_LIFETIME_MS + 1 })],
  ['an end in the past', signed({ ...inTime, expiresAt: START })],
  ['a name that no remote has', signed({ ...inTime, values: [['shell', '1']] })],
  ['a value that no override has', signed({ ...inTime, values: [['mf-social', 'a b']] })],
  ['another form', signed({})],
])('ignores %s', (_name, cookieHeader) => expect(cookieAt(START).read(cookieHeader)).toBeNull());

it('ignores a cookie that a gateway of another origin signed with the same key', () => {
  const foreign = cookieAt(START, { publicUrl: 'http://mahlzeit.test:4000' }).write(values);
  expect(cookieAt(START).read(cookieHeaderOf(foreign))).toBeNull();
});
