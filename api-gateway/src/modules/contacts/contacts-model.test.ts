import fc from 'fast-check';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { contactsOf, dinerNamed, openPage, type Diner, type OpenPage } from './testing/diners';

const KINDS = ['add', 'remove', 'connect', 'block', 'unblock', 'unblockAndAdd', 'mark', 'unmark'] as const;

interface Command {
  readonly kind: (typeof KINDS)[number];
  readonly actor: number;
  /** Offset from the acting person to the other person, in the list of people. */
  readonly step: number;
}

const commands = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), who: fc.nat({ max: 2 }), step: fc.integer({ min: 1, max: 2 }) }),
  { minLength: 1, maxLength: 12 },
);

/** Expected contacts, blocks and favorites, each as a set of `uid>otherUid`. */
interface Model {
  readonly contacts: Set<string>;
  readonly blocks: Set<string>;
  readonly marks: Set<string>;
}

const perform = (
  { contacts, blocks, marks }: Model,
  kind: Command['kind'],
  [a, b]: readonly [string, string],
): void => {
  const [forward, backward] = [`${a}>${b}`, `${b}>${a}`];
  const isFree = (): boolean => !blocks.has(forward) && !blocks.has(backward);
  const wasBlocked = blocks.has(forward);
  if (kind === 'remove') contacts.delete(forward);
  if (kind === 'block') blocks.add(forward);
  if (kind === 'unblock' || kind === 'unblockAndAdd') blocks.delete(forward);
  if (kind === 'mark') marks.add(forward);
  if (kind === 'unmark') marks.delete(forward);
  if (isFree() && (kind === 'add' || kind === 'connect' || (kind === 'unblockAndAdd' && wasBlocked)))
    contacts.add(forward);
  if (isFree() && kind === 'connect') contacts.add(backward);
};

const requestOf = (kind: Command['kind'], otherUid: string): readonly [method: string, path: string, body: object] => {
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

const expectedOf = ({ contacts, blocks, marks }: Model, uid: string, otherUids: readonly string[]) => ({
  contacts: otherUids
    .filter((otherUid) => contacts.has(`${uid}>${otherUid}`))
    .map((otherUid) => [
      otherUid,
      marks.has(`${uid}>${otherUid}`),
      blocks.has(`${uid}>${otherUid}`) || blocks.has(`${otherUid}>${uid}`),
    ]),
  blockedUsers: otherUids.filter((otherUid) => blocks.has(`${uid}>${otherUid}`)),
  isBlockedBy: otherUids.filter((otherUid) => blocks.has(`${otherUid}>${uid}`)),
});

describe('three people who add, remove, connect, block, unblock and mark each other', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let people: readonly Diner[] = [];

  beforeAll(async () => {
    gateway = await gateways.start();
    const requestedUids = [];
    for (const name of ['Anna', 'Ben', 'Cem']) requestedUids.push(await dinerNamed(gateway, name));
    people = requestedUids.sort((a, b) => (a.uid < b.uid ? -1 : 1));
  });

  it('have the same contacts by request, on an open page and on a new page, exactly as the model', async () => {
    // One model for all runs of the property: each run continues with the state that the previous run left.
    const model: Model = { contacts: new Set(), blocks: new Set(), marks: new Set() };
    const pages: OpenPage[] = [];
    for (const person of people) pages.push(await openPage(gateway, person));

    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        for (const { kind, who: actor, step } of sequence) {
          const [a, b] = [people[actor], people[(actor + step) % 3]];
          if (a === undefined || b === undefined) throw new Error('The command names none of the three people');
          await a.request(...requestOf(kind, b.uid));
          perform(model, kind, [a.uid, b.uid]);
        }
        for (const [index, person] of people.entries()) {
          const freshPage = await openPage(gateway, person);
          const views = [pages[index], freshPage].map(async (page) => ({
            contacts: await page?.items('contacts'),
            blockedUsers: await page?.items('blockedUsers'),
            isBlockedBy: await page?.items('isBlockedBy'),
          }));
          const [followedView, freshView] = await Promise.all(views);
          expect(followedView).toEqual(freshView);
          const listedContacts = (await contactsOf(person)).sort((left, right) => (left.key < right.key ? -1 : 1));
          expect(Object.values(freshView?.contacts ?? {})).toEqual(listedContacts);
          const expected = expectedOf(
            model,
            person.uid,
            people.filter((otherDiner) => otherDiner !== person).map(({ uid }) => uid),
          );
          expect(listedContacts.map(({ key, isFavorite, uninvitable }) => [key, isFavorite, uninvitable])).toEqual(
            expected.contacts,
          );
          expect([Object.keys(freshView?.blockedUsers ?? {}), Object.keys(freshView?.isBlockedBy ?? {})]).toEqual([
            expected.blockedUsers,
            expected.isBlockedBy,
          ]);
          freshPage.client.cut();
        }
      }),
      { numRuns: 30 },
    );
    for (const { client } of pages) client.cut();
  }, 120_000);
});
