import { err, ok } from '@mahlzeit/contract';
import type { Result, UserExport } from '@mahlzeit/contract';
import { forgetChanges, userLogName } from '../../../platform';
import type { Clock, Database, PersonalDataProvider } from '../../../platform';
import {
  createAvatarRepository,
  createDeviceRepository,
  createPasskeyRepository,
  createProviderLinkRepository,
  createSecondStepRepository,
  createSessionRepository,
  createUserRepository,
} from '../store';
import { presentUser } from './user-document';

const base64Of = (avatarPicture: Uint8Array | null): string | null =>
  avatarPicture === null ? null : Buffer.from(avatarPicture).toString('base64');

/** Personal data of the identity module, apart from the user document. All of it is deleted with the user's row. */
export const identityPersonalData: PersonalDataProvider = {
  name: 'account',
  personalTables: {
    user: [
      'uid',
      'email',
      'pending_email',
      'pending_email_until',
      'password_hash',
      'is_email_verified',
      'display_name',
      'photo_url',
      'phone_number',
      'first_name',
      'last_name',
      'favorites',
      'taste_keys',
      'selected_discount_id',
      'connection_code',
      'meetup_mails',
      'release_channel',
      'mail_token',
    ],
    session: ['uid', 'browser', 'system', 'device_kind', 'country', 'last_seen_at'],
    refresh_token: ['session_id'],
    verification_code: ['uid', 'email'],
    password_reset: ['uid'],
    email_undo: ['uid', 'email'],
    avatar: ['uid', 'picture'],
    passkey_account: ['uid', 'handle'],
    passkey: ['uid', 'credential_id', 'name'],
    passkey_challenge: ['uid'],
    second_step: ['uid', 'secret'],
    recovery_code: ['uid'],
    second_step_ticket: ['uid', 'password_fingerprint'],
    third_party_identity: ['uid', 'subject', 'linked_at'],
    // A sign-in attempt stores the person from the third party; it is removed half an hour after it expires.
    sign_in_attempt: ['person'],
  },
  impersonalTables: ['identity_secret'],

  async export(knex, { uid }) {
    const user = await createUserRepository(knex).find(uid);
    const storedSessions = await createSessionRepository(knex).listOf(uid);
    const storedPasskeys = await createPasskeyRepository(knex).listOf(uid);
    const secondStep = await createSecondStepRepository(knex).find(uid);
    const openDevices = await createDeviceRepository(knex).listOf(uid, 0);
    return {
      createdAt: user?.createdAt ?? null,
      deletedAt: user?.deletedAt ?? null,
      connectionCode: user?.connectionCode ?? null,
      thirdParty: user?.thirdParty ?? null,
      thirdPartyAccounts: await createProviderLinkRepository(knex).listOf(uid),
      sessions: storedSessions.map(({ authTime, expiresAt, endedAt }) => ({
        signedInAt: authTime,
        expiresAt,
        endedAt,
      })),
      passkeys: storedPasskeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
      secondStepSince: secondStep?.confirmedAt ?? null,
      devices: openDevices.map(({ sessionId: _sessionId, ...device }) => device),
      picture: base64Of(await createAvatarRepository(knex).findOf(uid)),
    };
  },

  async erase(tx, { uid }) {
    await createUserRepository(tx.knex).remove(uid);
    // Without this call the change log would keep versions of the user's document for days.
    await forgetChanges(tx.knex, userLogName(uid));
    tx.record(userLogName(uid), { kind: 'del', collection: 'user', key: uid });
  },
};

export interface ExportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Providers of all modules that store personal data, including identity. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

/** Export of all data that is stored about a user (Art. 15 and 20 GDPR). */
export interface ExportService {
  exportUser(uid: string): Promise<Result<UserExport, 'unauthenticated'>>;
}

/**
 * Creates the export service. An export is read in one transaction, so that a change during the export can't make its
 * parts contradict each other.
 */
export const createExportService = ({ database, clock, dataProviders }: ExportServiceDeps): ExportService => ({
  exportUser: (uid) =>
    database.read(async (knex) => {
      const user = await createUserRepository(knex).find(uid);
      if (user === null) return err('unauthenticated');
      const exportEntries: [string, unknown][] = [];
      for (const dataProvider of dataProviders())
        exportEntries.push([dataProvider.name, await dataProvider.export(knex, { uid, email: user.email })]);
      return ok({ ...Object.fromEntries(exportEntries), exportedAt: clock.now(), user: presentUser(user) });
    }),
});
