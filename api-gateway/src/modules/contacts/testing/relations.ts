import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createBlockRepository } from '../block-repository';
import { createContactRepository } from '../contact-repository';

/** A user of a test, of whom only the uid is needed. */
interface UidHolder {
  readonly uid: string;
}

/** Makes each of these users a contact of all others. */
export const makeContacts = (gateway: TestGateway, people: readonly UidHolder[]): Promise<void> =>
  gateway.database.write(async ({ knex }) => {
    for (const { uid } of people)
      await createContactRepository(knex).add(
        uid,
        people.map((person) => person.uid).filter((otherUid) => otherUid !== uid),
        gateway.clock.now(),
      );
  });

/** Lets the first user block the second one. */
export const blockUser = (gateway: TestGateway, blocker: UidHolder, blockedUser: UidHolder): Promise<void> =>
  gateway.database.write(({ knex }) =>
    createBlockRepository(knex).add(blocker.uid, [blockedUser.uid], gateway.clock.now()),
  );

/** Removes the first user's block of the second one. */
export const unblockUser = async (gateway: TestGateway, blocker: UidHolder, blockedUser: UidHolder): Promise<void> => {
  await gateway.database.write(({ knex }) => createBlockRepository(knex).remove(blocker.uid, [blockedUser.uid]));
};
