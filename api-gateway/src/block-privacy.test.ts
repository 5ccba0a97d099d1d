import { aRestaurant } from '@mahlzeit/contract/fixtures';
import fc from 'fast-check';
import { insertRestaurant } from './modules/invitations/testing/meetups';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { socialRows } from './testing/access/social-rows';
import { circleRequests } from './testing/block-privacy/circle-requests';
import { openCircle, type Circle, type CirclePerson } from './testing/block-privacy/circle';

jest.setTimeout(600_000);

const PERSON_COUNT = 5;

/**
 * Routes by which a generated step lets one of the two people of a block act. Only routes that concern a single person
 * can be used here.
 */
const ROUTES_OF_THE_TWO = ['sendChatMessage', 'readChat', 'answerInvitation', 'joinSharedInvitation'] as const;

const PAIRS = [0, 1, 2, 3, 4].flatMap((first) =>
  [1, 2, 3, 4].flatMap((second) => (first < second ? [[first, second]] : [])),
);

const steps = fc.array(
  fc.record({
    who: fc.nat({ max: PERSON_COUNT - 1 }),
    route: fc.nat(),
    others: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    pick: fc.nat({ max: 11 }),
  }),
  { minLength: 1, maxLength: 20 },
);

/**
 * Generates blocks between the last two people of the test, each as the indexes of the blocking and of the blocked
 * person.
 */
const blocks = fc.constantFrom(
  [[3, 4]],
  [[4, 3]],
  [
    [3, 4],
    [4, 3],
  ],
);

let runCount = 0;

type FivePeople = readonly [CirclePerson, CirclePerson, CirclePerson, CirclePerson, CirclePerson];

const peopleOfRun = (): FivePeople => {
  runCount += 1;
  const personOf = (name: string): CirclePerson => ({
    uid: `run-${runCount}-${name.toLowerCase()}`,
    name: `${name} Run${runCount}`,
    email: `${name.toLowerCase()}-${runCount}@mahlzeit.test`,
    connectionCode: `${name}${runCount}`.toUpperCase(),
  });
  return [personOf('Anna'), personOf('Ben'), personOf('Cem'), personOf('Xaver'), personOf('Yara')];
};

/** A request that the test sends in both groups of people (with and without a block), and the people that it names. */
interface CircleRequest {
  readonly by: CirclePerson;
  readonly routeName: string;
  readonly people: readonly CirclePerson[];
  readonly pick: number;
}

describe('a block between two people', () => {
  const gatewayFactory = testGateways();
  let gateways: readonly TestGateway[] = [];
  const routeNames = Object.keys(circleRequests);

  beforeAll(async () => {
    const environment = { PUBLIC_URL: 'https://mahlzeit.example' };
    gateways = [await gatewayFactory.start({ environment }), await gatewayFactory.start({ environment })];
    for (const gateway of gateways)
      await insertRestaurant(gateway, aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }));
  });

  it('has a request for each route that names people', () =>
    expect([...routeNames].sort()).toEqual([...Object.keys(socialRows), 'getNotifications', 'exportUser'].sort()));

  it('changes no answer, no change of an open page and no mail to anybody else', async () => {
    await fc.assert(
      fc.asyncProperty(steps, blocks, fc.subarray(PAIRS), fc.nat({ max: 19 }), async (run, blockPairs, pairs, at) => {
        const people = peopleOfRun();
        const [anna, ben, cem, xaver, yara] = people;
        const peopleOfBlock = [xaver, yara];
        const personAt = (index: number): CirclePerson => people[index % people.length] ?? anna;
        const pairOf = ([first = 0, second = 0]: readonly number[]) => [personAt(first), personAt(second)] as const;
        const circles: Circle[] = [];
        for (const gateway of gateways)
          circles.push(await openCircle(gateway, people, [...pairs, [0, 1], [0, 3], [0, 4]].map(pairOf)));
        const [unblockedCircle, blockedCircle] = circles;
        if (unblockedCircle === undefined || blockedCircle === undefined) throw new Error('There are two circles');

        const askInBoth = async ({ by, routeName, ...choice }: CircleRequest): Promise<void> => {
          const answers: string[] = [];
          for (const circle of circles)
            answers.push(await circle.ask(by, routeName, circleRequests[routeName]?.(choice, circle.content) ?? {}));
          if (!peopleOfBlock.includes(by)) expect([routeName, answers[1]]).toEqual([routeName, answers[0]]);
        };

        for (const [index, { who, route, others, pick }] of run.entries()) {
          if (index === at % run.length)
            for (const [blocker, blocked] of blockPairs.map(pairOf)) {
              await blockedCircle.ask(blocker, 'blockUsers', { body: { users: [blocked.uid] } });
              // Sends the same request in the group without a block, because each request moves the clock, and both
              // clocks must agree.
              await unblockedCircle.ask(blocker, 'getBlockedUsers', {});
            }
          const by = personAt(who);
          const ownRouteNames = peopleOfBlock.includes(by) ? ROUTES_OF_THE_TWO : routeNames;

          await askInBoth({
            by,
            routeName: ownRouteNames[route % ownRouteNames.length] ?? 'getChats',
            people: others.map((distance) => personAt(who + distance)),
            pick,
          });
        }

        // Sends each route at least once in each run, with both people of the block in one request.
        for (const pick of [0, 1])
          for (const routeName of routeNames.filter((name) => name !== 'revokeInvitationLink'))
            await askInBoth({ by: anna, routeName, people: [xaver, yara], pick });
        // Anna and Ben both join one meetup by its link.
        await askInBoth({ by: anna, routeName: 'putInvitation', people: [ben], pick: 1 });
        const pick = unblockedCircle.content.invitations.length - 1;
        await askInBoth({ by: anna, routeName: 'shareInvitation', people: [ben], pick });
        for (const by of peopleOfBlock)
          for (const [routeName, linkPick] of [
            ...ROUTES_OF_THE_TWO.map((name) => [name, 0] as const),
            ['joinSharedInvitation', unblockedCircle.content.linkTokens.length - 1] as const,
          ])
            await askInBoth({ by, routeName, people: [anna], pick: linkPick });
        await askInBoth({ by: anna, routeName: 'revokeInvitationLink', people: [ben], pick });
        for (const by of [anna, ben, cem]) {
          for (const routeName of routeNames.filter((name) => name.startsWith('get')))
            await askInBoth({ by, routeName, people: [xaver, yara], pick: 0 });
          expect([by.name, await blockedCircle.newsOf(by)]).toEqual([by.name, await unblockedCircle.newsOf(by)]);
        }
        for (const circle of circles) circle.leave();
      }),
      { numRuns: 50 },
    );
  });
});
