import request from 'supertest';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createFirstList } from '../listing/first-list';

const gateways = testGateways();

const teaserRow = (teaserKey: string, teaserFields: object = {}) => ({
  key: teaserKey,
  image_url: `/media/${teaserKey}.webp`,
  video_url: null,
  action_url: null,
  days_of_week: null,
  latitude: null,
  longitude: null,
  distance: null,
  priority: 1,
  ...teaserFields,
});

it('shows all teasers, the highest priority first, over HTTP and in the topic of everybody', async () => {
  const gateway = await gateways.start();
  await gateway.database.write((tx) =>
    tx.knex('teaser').insert([
      teaserRow('low'),
      teaserRow('high', {
        priority: 9,
        words: '{"title":"Suppentag","text":""}',
        days_of_week: '[0,6]',
        latitude: 53.55,
        longitude: 9.99,
        distance: 1000,
      }),
    ]),
  );
  const token = (await request(gateway.url).post('/api/auth/anonymous').send({})).body.idToken;
  const { body } = await request(gateway.url).get('/api/teasers').set('Authorization', `Bearer ${token}`);
  expect(body).toEqual([
    {
      key: 'high',
      imageUrl: '/media/high.webp',
      videoUrl: null,
      words: { title: 'Suppentag', text: '' },
      actionUrl: null,
      daysOfWeek: [0, 6],
      location: { latitude: 53.55, longitude: 9.99, distance: 1000 },
      priority: 9,
    },
    {
      key: 'low',
      imageUrl: '/media/low.webp',
      videoUrl: null,
      actionUrl: null,
      daysOfWeek: null,
      location: null,
      priority: 1,
    },
  ]);
  const liveClient = await connectLive(gateway.url, { token });
  liveClient.say({ op: 'sub', id: 'global', topic: 'global' });
  await liveClient.next('live');
  const snapshotItems = liveClient.frames.flatMap((liveFrame) => (liveFrame.op === 'snap' ? liveFrame.items : []));
  expect(
    snapshotItems.filter(({ collection }) => collection === 'teasers').map(({ key, value }) => [key, value]),
  ).toEqual(body.map((teaser: { key: string }) => [teaser.key, teaser]));
  liveClient.terminate();
});

it('begins the page’s list with the teaser for its place', async () => {
  const gateway = await gateways.start();
  await gateway.database.write((tx) =>
    tx
      .knex('teaser')
      .insert([
        teaserRow('far', { priority: 9, latitude: 48.1, longitude: 11.5, distance: 1000 }),
        teaserRow('near', { latitude: 53.55, longitude: 9.99, distance: 1000 }),
      ]),
  );
  const loadFirstList = createFirstList({
    ...gateway,
    listing: { nearby: async () => [] },
    discounts: { available: async () => [] },
  });
  const chosenTeaserAt = async (latitude: number, longitude: number) =>
    (await loadFirstList({ coordinate: { latitude, longitude }, kind: 'last', name: null })).teaser?.key;
  expect([await chosenTeaserAt(53.55, 9.99), await chosenTeaserAt(48.1, 11.5), await chosenTeaserAt(50, 8)]).toEqual([
    'near',
    'far',
    undefined,
  ]);
});
