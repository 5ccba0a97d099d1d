import request from 'supertest';
import { CLOSED_POLICY } from '../../platform';
import { testGateways } from '../../platform/testing/test-gateway';
import { DISH_DRAWINGS } from './dishes';
import { logoArts, menuCardNames, teaserNames } from './draw-prints';
import { ROOM_STYLES } from './draw-room';
import { drawPicture, pictureUrl, readPicture } from './picture';

describe('generated pictures', () => {
  const everyPicturePath = [
    ...Object.keys(DISH_DRAWINGS).flatMap((dishName, index) => [
      `table/${dishName}_herb_${index % 10}`,
      `counter/tavern_${dishName}_sky_${index % 2}`,
    ]),
    ...Object.keys(ROOM_STYLES).flatMap((styleName) =>
      [0, 1, 2, 3].map((layout) => `room/${styleName}_pizza_plum_${layout}`),
    ),
    ...logoArts.map((logoArt, index) => `logo/${logoArt}_cocoa_${index % 6}`),
    ...teaserNames.map((teaserName) => `banner/${teaserName}`),
    ...menuCardNames.map((name) => `menu/${name}`),
  ];

  const readPictureAt = (path: string) => {
    const [pictureKind = '', pictureFile = ''] = path.split('/');
    return readPicture(pictureKind, `${pictureFile}.svg`);
  };

  it.each(everyPicturePath)(
    'draws %s whole, with nothing from elsewhere, and finds it again by its address',
    (path) => {
      const readablePicture = readPictureAt(path);
      expect(readablePicture).not.toBeNull();
      if (readablePicture === null) return;
      const pictureSvg = drawPicture(readablePicture);
      expect(pictureUrl(readablePicture)).toBe(`/media/${path}.svg`);
      expect(pictureSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" /);
      expect(pictureSvg).not.toMatch(/<script|<image|<foreignObject|href|NaN|undefined|\son\w+=/);
      const definedIds = new Set([...pictureSvg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      expect([...pictureSvg.matchAll(/url\(#([^)]+)\)/g)].filter(([, id]) => !definedIds.has(id))).toEqual([]);
      expect(drawPicture(readablePicture)).toBe(pictureSvg);
    },
  );

  it.each([
    ['table', 'pizza_herb_12.svg'],
    ['table', 'pizza_herb_00.svg'],
    ['table', 'pizza_herb_-1.svg'],
    ['table', 'pizza_herb.svg'],
    ['table', 'pizza_herb_1'],
    ['table', 'pizza_herb_1_1.svg'],
    ['table', 'constructor_herb_1.svg'],
    ['table', 'pizza_toString_1.svg'],
    ['table', '../../etc/passwd'],
    ['table', 'pizza_herb_1.svg.svg'],
    ['table', 'pizza_herb_1.png'],
    ['room', 'tavern_pizza_plum_1_2.svg'],
    ['logo', 'pizza_gold_1.svg'],
    ['banner', 'nothing.svg'],
    ['banner', '__proto__.svg'],
    ['menu', 'hasOwnProperty.svg'],
    ['table', ''],
    ['__proto__', 'pizza_herb_1.svg'],
  ])('refuse %s/%s', (kind, file) => expect(readPicture(kind, file)).toBeNull());
});

describe('pictures over HTTP', () => {
  const gateways = testGateways();
  let url = '';
  beforeAll(async () => {
    ({ url } = await gateways.start());
  });

  const getPicture = (path: string, encoding = 'identity') => request(url).get(path).set('Accept-Encoding', encoding);

  it('are SVG that is cached permanently and may not run or load anything', async () => {
    const { status, headers, body } = await getPicture('/media/table/noodleSoup_herb_2.svg');
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'nosniff',
    ]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toBe(`${CLOSED_POLICY}; style-src 'unsafe-inline'; sandbox`);
    expect(headers['x-mahlzeit-now']).toBeUndefined();
    expect(body.toString()).toMatch(/^<svg /);
  });

  it.each(['br', 'gzip'])('are compressed with %s for clients that accept it', async (encoding) => {
    const { headers } = await getPicture('/media/logo/anchor_sky_1.svg', encoding);
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  });

  it.each([
    '/media/table/nothing_herb_2.svg',
    '/media/table/',
    '/media/',
    '/media',
    '/media/table/..%2F..%2Fpackage.json',
    '/media/..%2Flogo/anchor_sky_1.svg',
    '/media/table/%00.svg',
    '/media/logo/anchor_sky_1.svg/',
    '/media/LOGO/anchor_sky_1.svg',
    '/media/logo/anchor_sky_1.SVG',
    '/media/__proto__/anchor_sky_1.svg',
  ])('are 404 for %s', async (path) => expect((await getPicture(path)).status).toBe(404));

  it('are 400 or 404 for a name that cannot be decoded, never an internal error', async () =>
    expect([400, 404]).toContain((await getPicture('/media/table/%E0%A4%A.svg')).status));
});
