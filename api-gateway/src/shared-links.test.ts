import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { outcomeOf, visit } from './modules/identity/testing/people';
import { aMainManifest, aShellManifest, createTemporaryFronts } from './modules/releases/fakes/fake-releases';
import { registerCompanion, type Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import {
  sendAnswer,
  inHours,
  invite,
  joinByLink,
  insertRestaurant,
  RESTAURANT_KEY,
  tokenOf,
} from './modules/invitations/testing/meetups';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

jest.setTimeout(60_000);

describe('pages of shared links', () => {
  const gateways = testGateways();
  const temporaryFronts = createTemporaryFronts();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;

  beforeAll(async () => {
    temporaryFronts.build({ name: 'shell', manifest: aShellManifest() });
    temporaryFronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
    gateway = await gateways.start({ folder: temporaryFronts.root });
    [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
  });
  afterAll(() => temporaryFronts.remove());

  /**
   * Requests the page of a shared link like a search engine's crawler: returns its status, title, meta tags and the
   * headers that concern crawlers.
   */
  const readLinkPage = async (path: string) => {
    const page = await fetch(gateway.url + path);
    const headHtml = (await page.text()).replace(/<\/head>[^]*/, '');
    const metaTags = Object.fromEntries(
      [...headHtml.matchAll(/<meta (?:property|name)="(og:[^"]*|robots|description)" content="([^"]*)">/g)].map(
        ([, tagName, tagContent]) => [tagName, tagContent],
      ),
    );
    return {
      status: page.status,
      title: /<title>([^<]*)/.exec(headHtml)?.[1],
      tags: metaTags,
      robots: page.headers.get('x-robots-tag'),
      referrer: page.headers.get('referrer-policy'),
    };
  };

  it('say of a meetup where and when, with a picture that can be had, and nothing of anybody', async () => {
    const { key } = await invite(gateway, anna, [ben], { date: '2026-06-24T13:30:00+02:00' });
    const { status, title, tags, robots, referrer } = await readLinkPage(`/i/${await tokenOf(anna, key)}`);
    expect([status, title, robots, referrer]).toEqual([
      200,
      'Kommst du mit zum Essen? Elbkantine, Mittwoch, 24. Juni, 13:30 Uhr',
      'noindex, nofollow',
      'no-referrer',
    ]);
    expect(tags).toMatchObject({
      robots: 'noindex, nofollow',
      'og:title': title,
      'og:description': 'Große Elbstraße 14a, 22767 Hamburg · Vor Ort · Noch 8 Plätze',
      'og:url': `${gateway.url}/i/${await tokenOf(anna, key)}`,
    });
    expect(JSON.stringify(tags)).not.toMatch(/anna|ben|@/i);
    const sharedImage = await fetch((tags['og:image'] ?? '').replaceAll('&amp;', '&'));
    expect([sharedImage.status, sharedImage.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\/(?:png|jpeg|webp)$/),
    ]);
  });

  it('say of a place what it is called and where it is; searches may find it', async () => {
    const { status, title, tags, robots, referrer } = await readLinkPage('/r/elbkantine');
    expect([status, title, robots, referrer]).toEqual([200, 'Elbkantine', null, 'strict-origin']);
    expect(tags['og:description']).toMatch(/^Große Elbstraße 14a, 22767 Hamburg\. Was es heute gibt/);
    expect(tags['og:image']).toMatch(/^http/);
  });

  it('say that all seats are taken', async () => {
    const guests = await Promise.all(
      Array.from({ length: 8 }, (_, index) => registerCompanion(gateway, `guest${index}`)),
    );
    const { key } = await invite(gateway, anna, [ben], { date: inHours(gateway, 5), isTakeAway: true });
    const token = await tokenOf(anna, key);
    for (const [index, guest] of guests.entries()) {
      if (index === 7)
        expect((await readLinkPage(`/i/${token}`)).tags['og:description']).toMatch(/ · Zum Mitnehmen · Noch 1 Platz$/);
      await joinByLink(guest, token);
    }
    expect((await readLinkPage(`/i/${token}`)).tags['og:description']).toMatch(/ · Alle Plätze vergeben$/);
  });

  it('say nothing that every page doesn’t say where a link is unknown, revoked, cancelled or over', async () => {
    const generalTags = { 'og:title': 'Mahlzeit', 'og:url': `${gateway.url}/restaurants` };
    const expectGeneralPage = async (path: string) => {
      const { status, title, tags } = await readLinkPage(path);
      expect([path, status, title]).toEqual([path, 200, 'Mahlzeit']);
      expect(tags).toMatchObject(generalTags);
      expect(tags).not.toHaveProperty('og:image');
    };
    const [revokedInvitation, canceledInvitation, pastInvitation] = [
      await invite(gateway, anna, [ben], { date: inHours(gateway, 3) }),
      await invite(gateway, anna, [ben], { date: inHours(gateway, 4) }),
      await invite(gateway, anna, [ben], { date: inHours(gateway, 1) }),
    ];
    const [revokedToken, canceledToken, pastToken] = [
      await tokenOf(anna, revokedInvitation.key),
      await tokenOf(anna, canceledInvitation.key),
      await tokenOf(anna, pastInvitation.key),
    ];
    await anna.call('DELETE', `/api/invitations/${revokedInvitation.key}/share`);
    await sendAnswer(anna, canceledInvitation.key, 'canceled');
    gateway.clock.advance(61 * 60_000);
    for (const path of [
      `/i/${revokedToken}`,
      `/i/${canceledToken}`,
      `/i/${pastToken}`,
      '/i/unknown',
      '/i/%00',
      '/i/%E0%A4%A',
      '/r/unknown',
      '/r/%E0%A4%A',
    ])
      await expectGeneralPage(path);
  });
});

describe('whoever tries many links', () => {
  const gateways = testGateways();

  it('learns no more than thirty a minute, from the page and from the route, which a page asks for as well', async () => {
    const fronts = createTemporaryFronts();
    fronts.build({ name: 'shell', manifest: aShellManifest() });
    const gateway = await gateways.start({ folder: fronts.root, environment: { RATE_LIMITS: 'default' } });
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
    const [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    const token = await tokenOf(anna, (await invite(gateway, anna, [ben])).key);
    const visitor = await visit(gateway);
    const titleOf = async (path: string) => /<title>([^<,]*)/.exec(await (await fetch(gateway.url + path)).text())?.[1];
    const lookupResults: unknown[] = [];
    for (let lookupIndex = 0; lookupIndex < 31; lookupIndex += 1)
      lookupResults.push([
        await titleOf('/r/elbkantine'),
        await titleOf(`/i/${token}`),
        ...outcomeOf(await visitor.call('GET', `/api/invitations/shared/${token}`)),
      ]);
    expect(lookupResults).toEqual([
      ...Array.from({ length: 30 }, () => ['Elbkantine', 'Kommst du mit zum Essen? Elbkantine', 200]),
      ['Mahlzeit', 'Mahlzeit', 429, 'ErrorTooManyAttempts'],
    ]);
    fronts.remove();
  });
});
