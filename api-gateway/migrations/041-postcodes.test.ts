import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createStreetRepository } from '../src/modules/discovery/gazetteer/street-repository';
import { createRestaurantRepository } from '../src/modules/discovery/restaurants/restaurant-repository';
import { knexOf } from '../src/platform/database/knex-of';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as postcodes from './041-postcodes';

describeOnEachEngine('restaurants from before the search for streets', (databaseFactory) => {
  it('are found by their streets, also after their address has changed', async () => {
    const database = await databaseFactory.open();
    await database.write(async (tx) => {
      const restaurants = createRestaurantRepository(tx.knex);
      const { address } = aRestaurant();
      const restaurant = aRestaurant({ address: { ...address, street: 'Große Bleichen' } });
      await restaurants.insert(restaurant, { source: 'test', sourceId: '1' });
      await postcodes.down(knexOf(tx.knex));
      await postcodes.up(knexOf(tx.knex));
      const streetsNamed = async (needle: string) =>
        (await createStreetRepository(tx.knex).findByName(needle, null)).map(({ street }) => street);
      expect(await streetsNamed('grosse blei')).toEqual(['Große Bleichen']);
      await restaurants.update(aRestaurant({ address: { ...address, street: 'Neuer Wall' } }));
      expect([await streetsNamed('bleichen'), await streetsNamed('neuer wall')]).toEqual([[], ['Neuer Wall']]);
    });
  });
});
