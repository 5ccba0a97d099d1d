import fc from 'fast-check';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { contactsOf, storeDinerNamed, openPage, type Diner, type OpenPage } from './testing/diners';

const COMMAND_KINDS = ['add', 'remove', 'connect', 'block', 'unblock', 'unblockAndAdd', 'mark', 'unmark'] as const;

interface ContactCommand {
  readonly kind: (typeof COMMAND_KINDS)[number];
  readonly actor: number;
  /** Position of the other person in the list of people, counted from the acting person. */
  readonly step: number;
}

const commandSequences = fc.array(
  fc.record({ kind: fc.constantFrom(...COMMAND_KINDS), who: fc.nat({ max: 2 }), step: fc.integer({ min: 1, max: 2 }) }),
  { minLength: 1, maxLength: 12 },
);

/** Expected contacts, blocks and favourites, each as a set of `uid>otherUid`. */
interface ExpectedContacts {
  readonly contacts: Set<string>;
  readonly blocks: Set<string>;
  readonly favoriteMarks: Set<string>;
}

const performCommand = (
  { contacts, blocks, favoriteMarks }: ExpectedContacts,
  kind: ContactCommand['kind'],
  [actorUid, targetUid]: readonly [string, string],
): void => {
  const [actorToTarget, targetToActor] = [`${actorUid}>${targetUid}`, `${targetUid}>${actorUid}`];
  const hasNoBlocks = (): boolean => !blocks.has(actorToTarget) && !blocks.has(targetToActor);
  const wasBlocked = blocks.has(actorToTarget);
  if (kind === 'remove') contacts.delete(actorToTarget);
  if (kind === 'block') blocks.add(actorToTarget);
  if (kind === 'unblock' || kind === 'unblockAndAdd') blocks.delete(actorToTarget);
  if (kind === 'mark') favoriteMarks.add(actorToTarget);
  if (kind === 'unmark') favoriteMarks.delete(actorToTarget);
  const isHeldByTarget = contacts.has(targetToActor);
  if (
    hasNoBlocks() &&
    (kind === 'add' || (kind === 'connect' && isHeldByTarget) || (kind === 'unblockAndAdd' && wasBlocked))
  )
    contacts.add(actorToTarget);
};

const commandRequestOf = (
  kind: ContactCommand['kind'],
  otherUid: string,
): readonly [method: string, path: string, body: object] => {
  switch (kind) {
    case 'add':
      return ['PATCH', '/api/contacts/add', { contacts: [otherUid] }];
    case 'remove':
      return ['PATCH', '/api/contacts/remove', { contacts: [otherUid] }];
    case 'connect':
      return ['PUT', '/api/users/connect', { users: [otherUid] }];
    case 'block':
      return ['PATCH', '/api/users/block', { users: [otherUid] }];
    case 'unblock':
      return ['PATCH', '/api/users/unblock', { users: [otherUid] }];
    case 'unblockAndAdd':
      return ['PATCH', '/api/users/unblock', { users: [otherUid], addAsContacts: true }];
    case 'mark':
      return ['PATCH', '/api/users/me', { favorites: { add: [otherUid], remove: [] } }];
    case 'unmark':
      return ['PATCH', '/api/users/me', { favorites: { add: [], remove: [otherUid] } }];
  }
};

const expectedListsOf = (
  { contacts, blocks, favoriteMarks }: ExpectedContacts,
  uid: string,
  otherUids: readonly string[],
) => ({
  contacts: otherUids
    .filter((otherUid) => contacts.has(`${uid}>${otherUid}`))
    .map((otherUid) => [
      otherUid,
      favoriteMarks.has(`${uid}>${otherUid}`),
      blocks.has(`${uid}>${otherUid}`) || blocks.has(`${otherUid}>${uid}`),
    ]),
  blockedUsers: otherUids.filter((otherUid) => blocks.has(`${uid}>${otherUid}`)),
  isBlockedBy: otherUids.filter((otherUid) => blocks.has(`${otherUid}>${uid}`)),
});

describe('three people who add, remove, connect, block, unblock and mark each other', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let people: readonly Diner[] = [];

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
    const diners = [];
    for (const name of ['Anna', 'Ben', 'Cem']) diners.push(await storeDinerNamed(gateway, name));
    people = diners.sort((a, b) => (a.uid < b.uid ? -1 : 1));
  });

  it('have the same contacts by request, on an open page and on a new page, exactly as the model', async () => {
    // Model that all runs of the property test share: each run continues with the state that the previous run left.
    const model: ExpectedContacts = { contacts: new Set(), blocks: new Set(), favoriteMarks: new Set() };
    const openPages: OpenPage[] = [];
    for (const person of people) openPages.push(await openPage(gateway, person));

    await fc.assert(
      fc.asyncProperty(commandSequences, async (commandSequence) => {
        for (const { kind, who: actorIndex, step } of commandSequence) {
          const [actorDiner, targetDiner] = [people[actorIndex], people[(actorIndex + step) % 3]];
          if (actorDiner === undefined || targetDiner === undefined)
            throw new Error('The command names none of the three people');
          await actorDiner.request(...commandRequestOf(kind, targetDiner.uid));
          performCommand(model, kind, [actorDiner.uid, targetDiner.uid]);
        }
        for (const [index, person] of people.entries()) {
          const freshPage = await openPage(gateway, person);
          const pageViews = [openPages[index], freshPage].map(async (page) => ({
            contacts: await page?.items('contacts'),
            blockedUsers: await page?.items('blockedUsers'),
            isBlockedBy: await page?.items('isBlockedBy'),
          }));
          const [followedView, freshView] = await Promise.all(pageViews);
          expect(followedView).toEqual(freshView);
          const listedContacts = (await contactsOf(person)).sort((left, right) => (left.key < right.key ? -1 : 1));
          expect(Object.values(freshView?.contacts ?? {})).toEqual(listedContacts);
          const expectedLists = expectedListsOf(
            model,
            person.uid,
            people.filter((otherDiner) => otherDiner !== person).map(({ uid }) => uid),
          );
          expect(listedContacts.map(({ key, isFavorite, uninvitable }) => [key, isFavorite, uninvitable])).toEqual(
            expectedLists.contacts,
          );
          expect([Object.keys(freshView?.blockedUsers ?? {}), Object.keys(freshView?.isBlockedBy ?? {})]).toEqual([
            expectedLists.blockedUsers,
            expectedLists.isBlockedBy,
          ]);
          freshPage.client.terminate();
        }
      }),
      { numRuns: 30 },
    );
    for (const { client } of openPages) client.terminate();
  }, 120_000);
});
