import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { validateEmail } from '@mahlzeit/contract/rules';
import { recordRightsChange } from '../../../platform';
import type { Clock, Connection, Database } from '../../../platform';
import { createSessionRepository, createUserRepository, listSessionOwners } from '../store';
import type { StoredUser } from '../store';

/** Ends sessions by an operator's command, with or without running gateways. */
export interface SessionEnding {
  /**
   * Ends all sessions of one person. `person` is an e-mail address in any spelling, or a uid as logs name it. Returns
   * the number of sessions that were open.
   */
  endOf(person: string): Promise<Result<number, 'notFound'>>;
  /**
   * Ends all sessions of all members. Returns the number of sessions that were open. The sessions of visitors go on,
   * because they open nothing but public places.
   */
  endAll(): Promise<number>;
}

/** Members whose sessions one transaction ends, so that it stays short. */
const MEMBERS_PER_WRITE = 200;

const findPerson = (knex: Connection, person: string): Promise<StoredUser | null> => {
  const users = createUserRepository(knex);
  const email = validateEmail(person);
  return email.ok ? users.findByEmail(email.value) : users.find(person);
};

/**
 * Creates the service. A gateway refuses the next request of an ended session, and closes its sockets when it reads the
 * change from the log.
 */
export const createSessionEnding = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
}): SessionEnding => {
  /** Ends the sessions of the next members after a uid. Returns null as the uid once there are no more. */
  const endNext = (afterUid: string): Promise<{ readonly count: number; readonly lastUid: string | null }> =>
    database.write(async (tx) => {
      const realNow = clock.realNow();
      const owners = await listSessionOwners(tx.knex, { afterUid, realNow, limit: MEMBERS_PER_WRITE });
      for (const { uid } of owners) {
        await createSessionRepository(tx.knex).endAllOf(uid, realNow);
        recordRightsChange(tx, uid);
      }
      return {
        count: owners.reduce((sum, { sessionCount }) => sum + sessionCount, 0),
        lastUid: owners.length < MEMBERS_PER_WRITE ? null : (owners.at(-1)?.uid ?? null),
      };
    });

  return {
    endOf: (person) =>
      database.write(async (tx) => {
        const user = await findPerson(tx.knex, person);
        if (user === null) return err('notFound');
        const [sessions, realNow] = [createSessionRepository(tx.knex), clock.realNow()];
        const openSessions = (await sessions.listOf(user.uid)).filter(
          ({ endedAt, expiresAt }) => endedAt === null && expiresAt > realNow,
        );
        await sessions.endAllOf(user.uid, realNow);
        recordRightsChange(tx, user.uid);
        return ok(openSessions.length);
      }),

    async endAll() {
      let count = 0;
      let afterUid: string | null = '';
      while (afterUid !== null) {
        const ended = await endNext(afterUid);
        count += ended.count;
        afterUid = ended.lastUid;
      }
      return count;
    },
  };
};
