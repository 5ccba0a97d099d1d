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
    user: {
      purpose: 'the account: signing in, and what others may see of the person',
      kept: 'until the erasure, 30 days after the user deleted the account; anonymous users as long as a session',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: 'user.uid',
        email: 'user.email',
        pending_email: 'user.pendingEmail',
        pending_email_until: 'account.pendingEmailUntil',
        password_hash: { omittedBecause: 'a secret' },
        is_email_verified: 'user.verificationCode',
        display_name: 'user.displayName',
        photo_url: 'user.photoURL',
        phone_number: 'user.phoneNumber',
        first_name: 'user.firstName',
        last_name: 'user.lastName',
        favorites: 'user.favorites',
        taste_keys: 'user.tasteKeys',
        selected_discount_id: 'user.selectedDiscountId',
        connection_code: 'account.connectionCode',
        meetup_mails: 'user.meetupMails',
        release_channel: 'user.releaseChannel',
        mail_token: { omittedBecause: 'a secret' },
        mail_token_hash: { omittedBecause: 'a secret' },
        mail_token_sealed: { omittedBecause: 'a secret' },
      },
    },
    session: {
      purpose: 'staying signed in, and showing the owner which devices are',
      kept: '30 days without a visit, or until the user signs out',
      deletedBy: ['identity/session-cleanup'],
      columns: {
        uid: 'account.sessions[].signedInAt',
        browser: 'account.devices[].browser',
        system: 'account.devices[].system',
        device_kind: 'account.devices[].kind',
        country: 'account.devices[].country',
        last_seen_at: 'account.devices[].lastSeenAt',
      },
    },
    refresh_token: {
      purpose: 'noticing a stolen token',
      kept: 'an hour after its use, at most as long as its session',
      deletedBy: [],
      columns: { session_id: { omittedBecause: 'leads to a secret' } },
    },
    verification_code: {
      purpose: 'proving that an e-mail address belongs to the user',
      kept: 'a day',
      deletedBy: ['identity/proof-cleanup'],
      columns: {
        uid: { omittedBecause: 'leads to a secret' },
        email: { omittedBecause: 'the address, which the user document has' },
      },
    },
    password_reset: {
      purpose: 'setting a new password by a mailed link',
      kept: 'an hour',
      deletedBy: ['identity/proof-cleanup'],
      columns: { uid: { omittedBecause: 'leads to a secret' } },
    },
    email_undo: {
      purpose: 'giving an account back to its former e-mail address',
      kept: '72 hours after the change of the address',
      deletedBy: ['identity/proof-cleanup'],
      columns: {
        uid: { omittedBecause: 'leads to a secret' },
        email: { omittedBecause: 'a former address, which the user knows from the e-mails about the change' },
      },
    },
    avatar: {
      purpose: 'the picture that others see',
      kept: 'until the user replaces or removes it, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { uid: { omittedBecause: 'the uid, which the user document has' }, picture: 'account.picture' },
    },
    passkey_account: {
      purpose: 'the random name under which authenticators know the account',
      kept: 'until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: { omittedBecause: 'the uid, which the user document has' },
        handle: { omittedBecause: 'a random number that says nothing about the person' },
      },
    },
    passkey: {
      purpose: 'signing in without a password',
      kept: 'until the user removes it, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: 'account.passkeys[].createdAt',
        credential_id: { omittedBecause: 'a random number that says nothing about the person' },
        name: 'account.passkeys[].name',
      },
    },
    passkey_challenge: {
      purpose: 'a use of a passkey that has not ended yet',
      kept: 'five minutes',
      deletedBy: ['identity/proof-cleanup'],
      columns: { uid: { omittedBecause: 'leads to a secret' } },
    },
    second_step: {
      purpose: 'asking for a code after the password',
      kept: 'until the user turns it off, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { uid: 'account.secondStepSince', secret: { omittedBecause: 'a secret' } },
    },
    recovery_code: {
      purpose: 'signing in without the authenticator app',
      kept: 'until its use, or until the user turns the second step off',
      deletedBy: ['identity/erasure'],
      columns: { uid: { omittedBecause: 'leads to a secret' } },
    },
    second_step_ticket: {
      purpose: 'a login that waits for its code',
      kept: 'five minutes',
      deletedBy: ['identity/proof-cleanup'],
      columns: {
        uid: { omittedBecause: 'leads to a secret' },
        password_fingerprint: { omittedBecause: 'a secret' },
      },
    },
    third_party_identity: {
      purpose: 'signing in with Google, Facebook or Apple',
      kept: 'until the user unlinks it, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: 'account.thirdParty',
        subject: 'account.thirdPartyAccounts[].subject',
        linked_at: 'account.thirdPartyAccounts[].linkedAt',
      },
    },
    sign_in_attempt: {
      purpose: 'a sign-in with a third party that has not ended yet, with what the third party told of the person',
      kept: 'ten minutes, and half an hour after it has expired',
      deletedBy: ['identity/sign-in-cleanup'],
      columns: { person: { omittedBecause: 'belongs to no account before the sign-in ends' } },
    },
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
      pendingEmailUntil: user?.emailChange?.expiresAt ?? null,
      thirdParty: user?.thirdParty ?? null,
      thirdPartyAccounts: await createProviderLinkRepository(knex).listOf(uid),
      sessions: storedSessions.map(({ authTime, expiresAt, endedAt }) => ({
        signedInAt: authTime,
        expiresAt,
        endedAt,
      })),
      passkeys: storedPasskeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
      secondStepSince: secondStep?.confirmedAt ?? null,
      devices: openDevices.map(({ rowId: _rowId, ...device }) => device),
      picture: base64Of(await createAvatarRepository(knex).findOf(uid)),
    };
  },

  async erase(tx, { uid }) {
    await createUserRepository(tx.knex).remove(uid);
    // Deletes the recorded changes of the user's document; otherwise the change log would store them for days.
    await forgetChanges(tx.knex, userLogName(uid));
    tx.record(userLogName(uid), { kind: 'del', collection: 'user', key: uid });
  },
};

export interface ExportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Providers of the personal data of all modules, including identity. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

/** Service that exports all data that is stored about a user (Art. 15 and 20 GDPR). */
export interface ExportService {
  exportUser(uid: string): Promise<Result<UserExport, 'unauthenticated'>>;
}

/**
 * Creates the service that exports a user's data. An export is read in one transaction, so that a change during the
 * export can't make its parts contradict each other.
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
