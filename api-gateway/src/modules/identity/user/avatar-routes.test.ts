import { Avatar, AVATAR_MAX_BYTES, User, UserExport } from '@mahlzeit/contract';
import sharp from 'sharp';
import { CLOSED_POLICY } from '../../../platform';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf, register, visit } from '../testing/people';
import type { TestPerson } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let personNumber = 0;
let portraitPng: Uint8Array = new Uint8Array();
beforeAll(async () => {
  gateway = await gateways.start();
  portraitPng = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});

const registerSomebody = () => register(gateway, `person-${(personNumber += 1)}@mahlzeit.test`);
const uploadAvatar = (
  { browser, idToken }: TestPerson,
  pictureFile: Uint8Array,
  uploadHeaders?: Readonly<Record<string, string>>,
) =>
  browser.call('POST', '/api/users/avatar/', {
    token: idToken,
    file: pictureFile,
    ...(uploadHeaders && { headers: uploadHeaders }),
  });
const photoUrlOf = async (person: TestPerson) => User.parse((await person.call('GET', '/api/users/me')).body).photoURL;
const fetchPicture = (path: string) => fetch(`${gateway.url}${path}`);

it('keeps a picture under an address of our own, which any page of ours may show and a browser keeps', async () => {
  const person = await registerSomebody();
  const { photoURL } = Avatar.parse((await uploadAvatar(person, portraitPng)).body);
  expect(photoURL).toMatch(/^\/media\/avatar\/[A-Za-z0-9_-]{22}\.webp$/);
  expect(await photoUrlOf(person)).toBe(photoURL);
  const pictureAnswer = await fetchPicture(photoURL);
  expect(pictureAnswer.headers.get('Content-Type')).toBe('image/webp');
  expect(pictureAnswer.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
  expect([
    pictureAnswer.headers.get('X-Content-Type-Options'),
    pictureAnswer.headers.get('Content-Security-Policy'),
  ]).toEqual(['nosniff', `${CLOSED_POLICY}; sandbox`]);
  expect((await sharp(Buffer.from(await pictureAnswer.arrayBuffer())).metadata()).format).toBe('webp');
});

it('takes the place of the picture before, whose address shows nothing any more', async () => {
  const person = await registerSomebody();
  const firstPhotoUrl = Avatar.parse((await uploadAvatar(person, portraitPng)).body).photoURL;
  const secondPhotoUrl = Avatar.parse((await uploadAvatar(person, portraitPng)).body).photoURL;
  expect(secondPhotoUrl).not.toBe(firstPhotoUrl);
  expect([(await fetchPicture(firstPhotoUrl)).status, (await fetchPicture(secondPhotoUrl)).status]).toEqual([404, 200]);
});

it('takes a picture away', async () => {
  const person = await registerSomebody();
  const { photoURL } = Avatar.parse((await uploadAvatar(person, portraitPng)).body);
  expect(outcomeOf(await person.call('DELETE', '/api/users/avatar/'))).toEqual([200]);
  expect([await photoUrlOf(person), (await fetchPicture(photoURL)).status]).toEqual([null, 404]);
  expect(outcomeOf(await person.call('DELETE', '/api/users/avatar'))).toEqual([200]);
});

it('updates open pages and adds the picture to the export', async () => {
  const person = await registerSomebody();
  const liveClient = await connectLive(gateway.url, { token: person.idToken });
  liveClient.say({ op: 'sub', id: 'me', topic: 'me' });
  await liveClient.next('live');
  const { photoURL } = Avatar.parse((await uploadAvatar(person, portraitPng)).body);
  expect(await liveClient.next('delta')).toMatchObject({
    ops: [{ kind: 'put', collection: 'user', value: { photoURL } }],
  });
  const { account } = UserExport.parse((await person.call('GET', '/api/users/me/export')).body);
  expect(account).toMatchObject({ picture: expect.stringMatching(/^UklGR/) });
});

it('keeps one picture where the same bytes come twice under one key', async () => {
  const person = await registerSomebody();
  const uploadHeaders = { 'Idempotency-Key': 'picture-1' };
  const firstUpload = await uploadAvatar(person, portraitPng, uploadHeaders);
  const secondUpload = await uploadAvatar(person, portraitPng, uploadHeaders);
  expect(secondUpload.body).toEqual(firstUpload.body);
  expect(secondUpload.headers.get('Idempotent-Replayed')).toBe('true');
  const otherPicture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer();
  expect(outcomeOf(await uploadAvatar(person, otherPicture, uploadHeaders))).toEqual([422, 'idempotencyKeyReused']);
});

it.each([
  ['no bytes', () => new Uint8Array(), [415, 'unsupportedMediaType']],
  [
    'U07 SVG',
    () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    [415, 'unsupportedMediaType'],
  ],
  ['one byte too many', () => new Uint8Array(AVATAR_MAX_BYTES + 1).fill(1), [413, 'payloadTooLarge']],
])(
  'attack: oversize and disguise. Refuses %s and keeps the picture before',
  async (_title, pictureFile, expectedOutcome) => {
    const person = await registerSomebody();
    const { photoURL } = Avatar.parse((await uploadAvatar(person, portraitPng)).body);
    expect(outcomeOf(await uploadAvatar(person, pictureFile()))).toEqual(expectedOutcome);
    expect(await photoUrlOf(person)).toBe(photoURL);
  },
);

it('accepts as many bytes as documented', async () => {
  const person = await registerSomebody();
  const oversizedFile = new Uint8Array(AVATAR_MAX_BYTES);
  oversizedFile.set(portraitPng);
  expect(outcomeOf(await uploadAvatar(person, oversizedFile))).toEqual([200]);
});

it('U07 checks the bytes and not their name', async () => {
  const person = await registerSomebody();
  expect(outcomeOf(await uploadAvatar(person, portraitPng, { 'Content-Type': 'image/svg+xml' }))).toEqual([200]);
});

it('attack: picture after picture. Takes twenty an hour of an account, broken ones included', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const [anna, ben] = [
    await register(limitedGateway, 'anna@mahlzeit.test'),
    await register(limitedGateway, 'ben@mahlzeit.test'),
  ];
  for (let uploadCount = 0; uploadCount < 19; uploadCount += 1)
    expect(outcomeOf(await uploadAvatar(anna, new Uint8Array([1])))).toEqual([415, 'unsupportedMediaType']);
  expect(outcomeOf(await uploadAvatar(anna, portraitPng))).toEqual([200]);
  const uploadAnswer = await uploadAvatar(anna, portraitPng);
  expect(outcomeOf(uploadAnswer)).toEqual([429, 'ErrorTooManyAttempts']);
  expect(Number(uploadAnswer.headers.get('Retry-After'))).toBeGreaterThan(60);
  expect(outcomeOf(await uploadAvatar(ben, portraitPng))).toEqual([200]);
});

it('asks visitors to register', async () => {
  const visitorPerson = await visit(gateway);
  expect(outcomeOf(await uploadAvatar(visitorPerson, portraitPng))).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await visitorPerson.call('DELETE', '/api/users/avatar'))).toEqual([403, 'registrationRequired']);
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
