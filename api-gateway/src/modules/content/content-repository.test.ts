import { LegalDocument, LegalItem, VersionInfoItem } from '@mahlzeit/contract';
import { seedContent } from '../../../worlds/empty/content';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createContentRepository } from './content-repository';
import { contentSource } from './content-topic';

const session = { uid: 'u', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 };

describeOnEachEngine('content of the empty seed', (databases) => {
  const seeded = async () => {
    const database = await databases.open();
    await database.write((tx) => seedContent(tx.knex));
    return database;
  };

  it('lets version 5 in', async () => {
    const content = createContentRepository((await seeded()).knex);
    expect(await content.findVersionInfo('5')).toEqual({ major: '5', maintenance: false, requiredVersion: '5.0.1' });
    expect(await content.findVersionInfo('4')).toBeNull();
  });

  it('holds the four documents in German, as samples', async () => {
    const content = createContentRepository((await seeded()).knex);
    const documents = await content.listLegalDocuments();
    expect(documents.map((document) => document.kind)).toEqual(['accessibility', 'imprint', 'privacy', 'terms']);
    for (const document of documents) expect(LegalDocument.parse(document)).toEqual(expect.objectContaining({ language: 'de', sample: true }));
    expect(await content.findLegalDocument('imprint', 'de')).toMatchObject({ title: 'Impressum' });
    expect(await content.findLegalDocument('imprint', 'en')).toBeNull();
  });

  it('changes nothing when it is sown again', async () => {
    const database = await seeded();
    await database.write(async (tx) => {
      await tx.knex('legal_document').where({ kind: 'imprint' }).update({ title: 'Unser Impressum', version: 2, is_sample: false });
      await seedContent(tx.knex);
    });
    expect(await createContentRepository(database.knex).findLegalDocument('imprint', 'de')).toMatchObject({ title: 'Unser Impressum', version: 2, sample: false });
  });

  it('tells the topic global what is required and which texts hold', async () => {
    const database = await seeded();
    const items = await database.read((knex) => contentSource.snapshot(session, null, knex));
    const [info, ...documents] = items;
    expect(info).toEqual({ collection: 'versionInfos', key: '5', value: { key: '5', maintenance: false, requiredVersion: '5.0.1' } });
    expect(VersionInfoItem.parse(info?.value)).toEqual(info?.value);
    expect(documents.map(({ collection, key }) => [collection, key])).toEqual([['legal', 'accessibilityde'], ['legal', 'imprintde'], ['legal', 'privacyde'], ['legal', 'termsde']]);
    for (const { value } of documents) expect(LegalItem.parse(value)).toEqual(value);
  });
});
