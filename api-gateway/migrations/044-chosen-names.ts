import { cleanName, firstCharacters, NAME_MAX_LENGTH, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';

interface NamedRow {
  readonly uid: string;
  readonly email: string;
  readonly display_name: string;
}

/** Name that earlier releases gave a user who had chosen none: the part of the e-mail address before the @. */
const nameOfEmail = (email: string): string =>
  firstCharacters(cleanName(email.slice(0, email.lastIndexOf('@'))), NAME_MAX_LENGTH).trim();

/**
 * Removes names that earlier releases derived from an e-mail address. The column holds chosen names from now on,
 * because other users see it.
 */
export const up = async (knex: Knex): Promise<void> => {
  const rows: NamedRow[] = await knex('user')
    .whereNotNull('email')
    .whereNotNull('display_name')
    .select('uid', 'email', 'display_name');
  for (const { uid, email, display_name } of rows)
    if (display_name === nameOfEmail(email))
      await knex('user').where({ uid }).update({ display_name: null, search_text: '' });
};

/** Gives users without a name the part of their e-mail address before the @ as a name, as earlier releases did. */
export const down = async (knex: Knex): Promise<void> => {
  const rows: NamedRow[] = await knex('user').whereNotNull('email').whereNull('display_name').select('uid', 'email');
  for (const { uid, email } of rows) {
    const name = nameOfEmail(email);
    if (name !== '')
      await knex('user')
        .where({ uid })
        .update({ display_name: name, search_text: searchTextOf(name) });
  }
};
