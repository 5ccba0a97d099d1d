import { LegalDocument, LegalItem, VersionInfoItem } from '@mahlzeit/contract';
import { seedContent } from '../../seeds/empty/content';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { contentSource } from '.';
import { createContentRepository } from './content-repository';
import type { ContentRepository, StoredLegalDocument, StoredVersionInfo } from './content-repository';
import { createContentService } from './content-service';

describeOnEachEngine('the content of the empty seed', (databases) => {
  const session = { uid: 'u', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 };

  const openSeededDatabase = async () => {
    const database = await databases.open();
    await database.write((tx) => seedContent(tx.knex));
    return database;
  };

  it('lets version 5 in', async () => {
    const content = createContentRepository((await openSeededDatabase()).knex);
    expect(await content.findVersionInfo('5')).toEqual({ major: '5', maintenance: false, requiredVersion: '5.0.1' });
    expect(await content.findVersionInfo('4')).toBeNull();
  });

  it('holds the four documents in German, as samples', async () => {
    const content = createContentRepository((await openSeededDatabase()).knex);
    const documents = await content.listLegalDocuments();
    expect(documents.map((document) => document.kind)).toEqual(['accessibility', 'imprint', 'privacy', 'terms']);
    for (const document of documents)
      expect(LegalDocument.parse(document)).toEqual(expect.objectContaining({ language: 'de', sample: true }));
    expect(await content.findLegalDocument('imprint', 'de')).toMatchObject({ title: 'Impressum' });
    expect(await content.findLegalDocument('imprint', 'en')).toBeNull();
  });

  it('changes nothing when it is sown again', async () => {
    const database = await openSeededDatabase();
    await database.write(async (tx) => {
      await tx
        .knex('legal_document')
        .where({ kind: 'imprint' })
        .update({ title: 'Unser Impressum', version: 2, is_sample: false });
      await seedContent(tx.knex);
    });
    expect(await createContentRepository(database.knex).findLegalDocument('imprint', 'de')).toMatchObject({
      title: 'Unser Impressum',
      version: 2,
      sample: false,
    });
  });

  it('shows version infos and legal documents in the topic global', async () => {
    const database = await openSeededDatabase();
    const items = await database.read((knex) => contentSource.snapshot(session, null, knex));
    const [info, ...documents] = items;
    expect(info).toEqual({
      collection: 'versionInfos',
      key: '5',
      value: { key: '5', maintenance: false, requiredVersion: '5.0.1' },
    });
    expect(VersionInfoItem.parse(info?.value)).toEqual(info?.value);
    expect(documents.map(({ collection, key }) => [collection, key])).toEqual([
      ['legal', 'accessibilityde'],
      ['legal', 'imprintde'],
      ['legal', 'privacyde'],
      ['legal', 'termsde'],
    ]);
    for (const { value } of documents) expect(LegalItem.parse(value)).toEqual(value);
  });
});

describe('createContentService', () => {
  const privacy: StoredLegalDocument = {
    kind: 'privacy',
    language: 'de',
    version: 7,
    title: 'Datenschutz',
    html: '<p>…</p>',
    sample: true,
  };
  const english: StoredLegalDocument = { ...privacy, language: 'en', version: 6, title: 'Privacy' };

  const serviceOver = ({
    infos = [],
    documents = [],
  }: {
    infos?: StoredVersionInfo[];
    documents?: StoredLegalDocument[];
  }) => {
    const content: ContentRepository = {
      findVersionInfo: async (major) => infos.find((info) => info.major === major) ?? null,
      listVersionInfos: async () => infos,
      findLegalDocument: async (kind, language) =>
        documents.find((document) => document.kind === kind && document.language === language) ?? null,
      listLegalDocuments: async () => documents,
    };
    return createContentService(content);
  };

  it('answers a version info without the name of its row', async () => {
    const service = serviceOver({ infos: [{ major: '5', maintenance: true, requiredVersion: '5.0.1' }] });
    expect(await service.versionInfo('5')).toEqual({ maintenance: true, requiredVersion: '5.0.1' });
  });

  it.each(['4', '05', '5.0', 'five', ''])('requires nothing of the unknown major version %j', async (major) => {
    const service = serviceOver({ infos: [{ major: '5', maintenance: true, requiredVersion: '5.0.1' }] });
    expect(await service.versionInfo(major)).toEqual({ maintenance: false, requiredVersion: null });
  });

  it.each([
    ['de', privacy],
    ['en', english],
    ['fr', privacy],
    ['', privacy],
  ])('answers the language %j', async (language, document) => {
    expect(await serviceOver({ documents: [privacy, english] }).legalDocument('privacy', language)).toEqual({
      ok: true,
      value: { ...document, nodes: [{ tag: 'p', href: null, children: ['…'] }] },
    });
  });

  it('refuses an unknown kind of document', async () => {
    expect(await serviceOver({ documents: [privacy] }).legalDocument('cookies', 'de')).toEqual({
      ok: false,
      error: 'notFound',
    });
  });

  it('lets registrations accept the German privacy policy', async () => {
    expect(await serviceOver({ documents: [english, privacy] }).policyVersion()).toBe(7);
    await expect(serviceOver({ documents: [english] }).policyVersion()).rejects.toThrow('no privacy policy');
  });
});
