import { aRestaurant } from '@mahlzeit/contract/fixtures';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { registerCompanion, type Companion } from '../../chat/testing/companions';
import { insertRestaurant, registerContacts, RESTAURANT_KEY } from './meetups';

/** Gateway of a test file, and the people of one test. Wanda is nobody's contact. */
interface MeetupPeople {
  readonly gateway: TestGateway;
  readonly anna: Companion;
  readonly ben: Companion;
  readonly cem: Companion;
  readonly wanda: Companion;
}

/** Starts a gateway for a test file about meetups, with one restaurant, and closes each test's pages after it. */
export const meetupPeople = () => {
  const gateways = testGateways();
  const openPages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let testCount = 0;

  beforeAll(async () => {
    gateway = await gateways.start();
    const restaurant = aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' });
    await insertRestaurant(gateway, restaurant);
  });

  afterEach(() => {
    for (const page of openPages.splice(0)) page.terminate();
  });

  return {
    /** Starts further gateways for a test, on the same database if they get its folder. */
    gateways,
    /** Registers the people of the next test. Anna, Ben and Cem are contacts of each other. */
    async register(): Promise<MeetupPeople> {
      testCount += 1;
      const [anna, ben, cem] = await registerContacts(gateway, testCount);
      return { gateway, anna, ben, cem, wanda: await registerCompanion(gateway, `wanda${testCount}`) };
    },
    /** Opens a live connection of a user that follows a topic, until the end of the test. */
    async follow(companion: Companion, topicName = 'me'): Promise<LiveTestClient> {
      const page = await companion.follow(topicName);
      openPages.push(page);
      return page;
    },
  };
};
