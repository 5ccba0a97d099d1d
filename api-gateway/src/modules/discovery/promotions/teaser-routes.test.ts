import request from 'supertest';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createFirstList } from '../listing/first-list';

const gateways = testGateways();

const row = (key: string, fields: object = {}) => ({
  key,
  image_url: `/media/${key}.webp`,
  video_url: null,
  action_url: null,
  days_of_week: null,
  latitude: null,
  longitude: null,
  distance: null,
  priority: 1,
  ...fields,
});

it('shows all teasers, the highest priority first, over HTTP and in the topic of everybody', async () => {
  const gateway = await gateways.start();
  await gateway.database.write((tx) =>
    tx.knex('teaser').insert([
      row('low'),
      row('high', {
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
  const client = await connectLive(gateway.url, { token });
  client.say({ op: 'sub', id: 'global', topic: 'global' });
  await client.next('live');
  const items = client.frames.flatMap((frame) => (frame.op === 'snap' ? frame.items : []));
  expect(items.filter(({ collection }) => collection === 'teasers').map(({ key, value }) => [key, value])).toEqual(
    body.map((teaser: { key: string }) => [teaser.key, teaser]),
  );
  client.terminate();
});

it('begins the page’s list with the teaser for its place', async () => {
  const gateway = await gateways.start();
  await gateway.database.write((tx) =>
    tx
      .knex('teaser')
      .insert([
        row('far', { priority: 9, latitude: 48.1, longitude: 11.5, distance: 1000 }),
        row('near', { latitude: 53.55, longitude: 9.99, distance: 1000 }),
      ]),
  );
  const firstList = createFirstList({
    ...gateway,
    listing: { nearby: async () => [] },
    discounts: { available: async () => [] },
  });
  const teaserAt = async (latitude: number, longitude: number) =>
    (await firstList({ coordinate: { latitude, longitude }, kind: 'last', name: null })).teaser?.key;
  expect([await teaserAt(53.55, 9.99), await teaserAt(48.1, 11.5), await teaserAt(50, 8)]).toEqual([
    'near',
    'far',
    undefined,
  ]);
});
