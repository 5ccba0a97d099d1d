import type { PersonalDataProvider } from '../../../platform';
import { forgetChanges, userLogName } from '../../../platform';
import { createAvatarRepository } from '../avatar/avatar-repository';
import { createSessionRepository } from '../session-repository';
import { createThirdPartyRepository } from '../third-party/third-party-repository';
import { createUserRepository } from '../user-repository';

const base64Of = (picture: Uint8Array | null): string | null => (picture === null ? null : Buffer.from(picture).toString('base64'));

/** What this module stores of a user beside their document: all of it goes with the row of the user. */
export const identityPersonalData: PersonalDataProvider = {
  name: 'account',

  async export(knex, { uid }) {
    const user = await createUserRepository(knex).find(uid);
    const sessions = await createSessionRepository(knex).listOf(uid);
    return {
      createdAt: user?.createdAt ?? null,
      deletedAt: user?.deletedAt ?? null,
      connectionCode: user?.connectionCode ?? null,
      thirdParty: user?.thirdParty ?? null,
      thirdPartySubject: await createThirdPartyRepository(knex).findSubject(uid),
      sessions: sessions.map(({ authTime, expiresAt, endedAt }) => ({ signedInAt: authTime, expiresAt, endedAt })),
      picture: base64Of(await createAvatarRepository(knex).findOf(uid)),
    };
  },

  async erase(tx, { uid }) {
    await createUserRepository(tx.knex).remove(uid);
    // The log would keep their documents for days.
    await forgetChanges(tx.knex, userLogName(uid));
    tx.record(userLogName(uid), { kind: 'del', collection: 'user', key: uid });
  },
};
