import { err, ok } from '@mahlzeit/contract';
import type { Result, UserExport } from '@mahlzeit/contract';
import type { Clock, Database, PersonalDataProvider } from '../../../platform';
import { presentUser } from '../user-presenter';
import { createUserRepository } from '../user-repository';

export interface ExportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** All modules that store personal data, this one included. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

/** Everything that is stored of a user (Art. 15 and 20 GDPR). */
export interface ExportService {
  of(uid: string): Promise<Result<UserExport, 'unauthenticated'>>;
}

/** Puts exports together, each of one instant. */
export const createExportService = ({ database, clock, dataProviders }: ExportServiceDeps): ExportService => ({
  of: (uid) => database.read(async (knex) => {
    const user = await createUserRepository(knex).find(uid);
    if (user === null) return err('unauthenticated');
    const parts: [string, unknown][] = [];
    for (const provider of dataProviders()) parts.push([provider.name, await provider.export(knex, { uid, email: user.email })]);
    return ok({ ...Object.fromEntries(parts), exportedAt: clock.now(), user: presentUser(user) });
  }),
});
