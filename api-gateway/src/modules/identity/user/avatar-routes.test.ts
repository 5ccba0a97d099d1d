import { Avatar, AVATAR_MAX_BYTES, User, UserExport } from '@mahlzeit/contract';
import sharp from 'sharp';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf, register, visit } from '../testing/people';
import type { Person } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let number = 0;
let portrait: Uint8Array = new Uint8Array();
beforeAll(async () => {
  gateway = await gateways.start();
  portrait = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});

const somebody = () => register(gateway, `person-${(number += 1)}@mahlzeit.test`);
const upload = ({ browser, idToken }: Person, file: Uint8Array, headers?: Readonly<Record<string, string>>) =>
  browser.call('POST', '/api/users/avatar/', { token: idToken, file, ...(headers && { headers }) });
const photoOf = async (person: Person) => User.parse((await person.call('GET', '/api/users/me')).body).photoURL;
const fetchPicture = (path: string) => fetch(`${gateway.url}${path}`);

it('keeps a picture under an address of our own, which any page of ours may show and a browser keeps', async () => {
  const person = await somebody();
  const { photoURL } = Avatar.parse((await upload(person, portrait)).body);
  expect(photoURL).toMatch(/^\/media\/avatar\/[A-Za-z0-9_-]{22}\.webp$/);
  expect(await photoOf(person)).toBe(photoURL);
  const answer = await fetchPicture(photoURL);
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
  expect(answer.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
  expect([answer.headers.get('X-Content-Type-Options'), answer.headers.get('Content-Security-Policy')]).toEqual([
    'nosniff',
    "default-src 'none'; sandbox",
  ]);
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp');
});

it('takes the place of the picture before, whose address shows nothing any more', async () => {
  const person = await somebody();
  const firstUrl = Avatar.parse((await upload(person, portrait)).body).photoURL;
  const secondUrl = Avatar.parse((await upload(person, portrait)).body).photoURL;
  expect(secondUrl).not.toBe(firstUrl);
  expect([(await fetchPicture(firstUrl)).status, (await fetchPicture(secondUrl)).status]).toEqual([404, 200]);
});

it('takes a picture away', async () => {
  const person = await somebody();
  const { photoURL } = Avatar.parse((await upload(person, portrait)).body);
  expect(outcomeOf(await person.call('DELETE', '/api/users/avatar/'))).toEqual([200]);
  expect([await photoOf(person), (await fetchPicture(photoURL)).status]).toEqual([null, 404]);
  expect(outcomeOf(await person.call('DELETE', '/api/users/avatar'))).toEqual([200]);
});

it('updates open pages and adds the picture to the export', async () => {
  const person = await somebody();
  const live = await connectLive(gateway.url, { token: person.idToken });
  live.say({ op: 'sub', id: 'me', topic: 'me' });
  await live.next('live');
  const { photoURL } = Avatar.parse((await upload(person, portrait)).body);
  expect(await live.next('delta')).toMatchObject({ ops: [{ kind: 'put', collection: 'user', value: { photoURL } }] });
  const { account } = UserExport.parse((await person.call('GET', '/api/users/me/export')).body);
  expect(account).toMatchObject({ picture: expect.stringMatching(/^UklGR/) });
});

it('keeps one picture where the same bytes come twice under one key', async () => {
  const person = await somebody();
  const headers = { 'Idempotency-Key': 'picture-1' };
  const firstUpload = await upload(person, portrait, headers);
  const secondUpload = await upload(person, portrait, headers);
  expect(secondUpload.body).toEqual(firstUpload.body);
  expect(secondUpload.headers.get('Idempotent-Replayed')).toBe('true');
  const otherPicture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer();
  expect(outcomeOf(await upload(person, otherPicture, headers))).toEqual([422, 'idempotencyKeyReused']);
});

it.each([
  ['no bytes', () => new Uint8Array(), [415, 'unsupportedMediaType']],
  [
    'U07 SVG',
    () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    [415, 'unsupportedMediaType'],
  ],
  ['one byte too many', () => new Uint8Array(AVATAR_MAX_BYTES + 1).fill(1), [413, 'payloadTooLarge']],
])('attack: oversize and disguise. Refuses %s and keeps the picture before', async (_title, file, outcome) => {
  const person = await somebody();
  const { photoURL } = Avatar.parse((await upload(person, portrait)).body);
  expect(outcomeOf(await upload(person, file()))).toEqual(outcome);
  expect(await photoOf(person)).toBe(photoURL);
});

it('accepts as many bytes as documented', async () => {
  const person = await somebody();
  const paddedFile = new Uint8Array(AVATAR_MAX_BYTES);
  paddedFile.set(portrait);
  expect(outcomeOf(await upload(person, paddedFile))).toEqual([200]);
});

it('U07 checks the bytes and not their name', async () => {
  const person = await somebody();
  expect(outcomeOf(await upload(person, portrait, { 'Content-Type': 'image/svg+xml' }))).toEqual([200]);
});

it('attack: picture after picture. Takes twenty an hour of an account, broken ones included', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const [anna, ben] = [
    await register(limitedGateway, 'anna@mahlzeit.test'),
    await register(limitedGateway, 'ben@mahlzeit.test'),
  ];
  for (let count = 0; count < 19; count += 1)
    expect(outcomeOf(await upload(anna, new Uint8Array([1])))).toEqual([415, 'unsupportedMediaType']);
  expect(outcomeOf(await upload(anna, portrait))).toEqual([200]);
  const answer = await upload(anna, portrait);
  expect(outcomeOf(answer)).toEqual([429, 'ErrorTooManyAttempts']);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(60);
  expect(outcomeOf(await upload(ben, portrait))).toEqual([200]);
});

it('asks visitors to register', async () => {
  const visitor = await visit(gateway);
  expect(outcomeOf(await upload(visitor, portrait))).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await visitor.call('DELETE', '/api/users/avatar'))).toEqual([403, 'registrationRequired']);
});

it.each([
  '/media/avatar/',
  '/media/avatar/unknown.webp',
  '/media/avatar/unknown',
  '/media/avatar/..%2F..%2Fmahlzeit.db.webp',
  '/media/avatar/.webp',
  '/media/avatar/a.webp.webp',
])('has nothing at %s', async (path) => {
  expect((await fetchPicture(path)).status).toBe(404);
});
