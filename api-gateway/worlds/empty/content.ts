import type { Knex } from 'knex';
import { accessibility } from './legal/accessibility';
import { imprint } from './legal/imprint';
import { htmlOfLegalText } from './legal/legal-text';
import type { LegalText } from './legal/legal-text';
import { privacy } from './legal/privacy';
import { terms } from './legal/terms';

const versionInfos = [{ major: '5', is_maintenance: false, required_version: '5.0.1' }];

const rowOf = (text: LegalText) => ({
  kind: text.kind,
  language: 'de',
  version: text.version,
  title: text.title,
  html: htmlOfLegalText(text),
  is_sample: true,
});

/** Version info 5 and the legal documents of a new database; what is there already stays as it is. */
export const seedContent = async (knex: Knex): Promise<void> => {
  await knex('version_info').insert(versionInfos).onConflict('major').ignore();
  await knex('legal_document').insert([imprint, privacy, terms, accessibility].map(rowOf)).onConflict(['kind', 'language']).ignore();
};
