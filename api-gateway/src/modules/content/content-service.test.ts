import { LegalDocument, LegalItem, VersionInfoItem } from '@mahlzeit/contract';
import { seedContent } from '../../seeds/empty/content';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { contentSource } from '.';
import { createContentRepository } from './content-repository';
import type { ContentRepository, StoredLegalDocument, StoredVersionInfo } from './content-repository';
import { createContentService } from './content-service';

describeOnEachEngine('the content of the empty seed', (databaseFactory) => {
  const session = { uid: 'u', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 };

  const openSeededDatabase = async () => {
    const database = await databaseFactory.open();
    await database.write((tx) => seedContent(tx.knex));
    return database;
  };

  it('lets version 5 in', async () => {
    const contentRepository = createContentRepository((await openSeededDatabase()).knex);
    expect(await contentRepository.findVersionInfo('5')).toEqual({
      major: '5',
      maintenance: false,
      requiredVersion: '5.0.1',
    });
    expect(await contentRepository.findVersionInfo('4')).toBeNull();
  });

  it('holds the four documents in German, as samples', async () => {
    const contentRepository = createContentRepository((await openSeededDatabase()).knex);
    const documents = await contentRepository.listLegalDocuments();
    expect(documents.map((document) => document.kind)).toEqual(['accessibility', 'imprint', 'privacy', 'terms']);
    for (const document of documents)
      expect(LegalDocument.parse(document)).toEqual(expect.objectContaining({ language: 'de', sample: true }));
    expect(await contentRepository.findLegalDocument('imprint', 'de')).toMatchObject({ title: 'Impressum' });
    expect(await contentRepository.findLegalDocument('imprint', 'en')).toBeNull();
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
    const snapshotItems = await database.read((knex) => contentSource.snapshot(session, null, knex));
    const [versionInfoItem, ...documents] = snapshotItems;
    expect(versionInfoItem).toEqual({
      collection: 'versionInfos',
      key: '5',
      value: { key: '5', maintenance: false, requiredVersion: '5.0.1' },
    });
    expect(VersionInfoItem.parse(versionInfoItem?.value)).toEqual(versionInfoItem?.value);
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
  const germanPrivacy: StoredLegalDocument = {
    kind: 'privacy',
    language: 'de',
    version: 7,
    title: 'Datenschutz',
    html: '<p>…</p>',
    sample: true,
  };
  const englishPrivacy: StoredLegalDocument = { ...germanPrivacy, language: 'en', version: 6, title: 'Privacy' };

  const createServiceOver = ({
    infos = [],
    documents = [],
  }: {
    infos?: StoredVersionInfo[];
    documents?: StoredLegalDocument[];
  }) => {
    const contentRepository: ContentRepository = {
      findVersionInfo: async (major) => infos.find((info) => info.major === major) ?? null,
      listVersionInfos: async () => infos,
      findLegalDocument: async (kind, language) =>
        documents.find((document) => document.kind === kind && document.language === language) ?? null,
      listLegalDocuments: async () => documents,
      putLegalDocument: async () => {},
    };
    return createContentService(contentRepository);
  };

  it('answers a version info without the name of its row', async () => {
    const contentService = createServiceOver({ infos: [{ major: '5', maintenance: true, requiredVersion: '5.0.1' }] });
    expect(await contentService.versionInfo('5')).toEqual({ maintenance: true, requiredVersion: '5.0.1' });
  });

  it.each(['4', '05', '5.0', 'five', ''])('requires nothing of the unknown major version %j', async (major) => {
    const contentService = createServiceOver({ infos: [{ major: '5', maintenance: true, requiredVersion: '5.0.1' }] });
    expect(await contentService.versionInfo(major)).toEqual({ maintenance: false, requiredVersion: null });
  });

  it.each([
    ['de', germanPrivacy],
    ['en', englishPrivacy],
    ['fr', germanPrivacy],
    ['', germanPrivacy],
  ])('answers the language %j', async (language, document) => {
    expect(
      await createServiceOver({ documents: [germanPrivacy, englishPrivacy] }).legalDocument('privacy', language),
    ).toEqual({
      ok: true,
      value: { ...document, nodes: [{ tag: 'p', href: null, children: ['…'] }] },
    });
  });

  it('refuses an unknown kind of document', async () => {
    expect(await createServiceOver({ documents: [germanPrivacy] }).legalDocument('cookies', 'de')).toEqual({
      ok: false,
      error: 'notFound',
    });
  });

  it('lets registrations accept the German privacy policy', async () => {
    expect(await createServiceOver({ documents: [englishPrivacy, germanPrivacy] }).policyVersion()).toBe(7);
    await expect(createServiceOver({ documents: [englishPrivacy] }).policyVersion()).rejects.toThrow(
      'no privacy policy',
    );
  });
});
