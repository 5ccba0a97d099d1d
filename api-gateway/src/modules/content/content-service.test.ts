import type { LegalDocument } from '@mahlzeit/contract';
import type { ContentRepository, StoredVersionInfo } from './content-repository';
import { createContentService } from './content-service';

const privacy: LegalDocument = { kind: 'privacy', language: 'de', version: 7, title: 'Datenschutz', html: '<p>…</p>', sample: true };
const english: LegalDocument = { ...privacy, language: 'en', version: 6, title: 'Privacy' };

const serviceOver = ({ infos = [], documents = [] }: { infos?: StoredVersionInfo[]; documents?: LegalDocument[] }) => {
  const content: ContentRepository = {
    findVersionInfo: async (major) => infos.find((info) => info.major === major) ?? null,
    listVersionInfos: async () => infos,
    findLegalDocument: async (kind, language) => documents.find((document) => document.kind === kind && document.language === language) ?? null,
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
  expect(await serviceOver({ documents: [privacy, english] }).legalDocument('privacy', language)).toEqual({ ok: true, value: document });
});

it('does not find a kind that nobody wrote', async () => {
  expect(await serviceOver({ documents: [privacy] }).legalDocument('cookies', 'de')).toEqual({ ok: false, error: 'notFound' });
});

it('lets registrations accept the German privacy policy', async () => {
  expect(await serviceOver({ documents: [english, privacy] }).policyVersion()).toBe(7);
  await expect(serviceOver({ documents: [english] }).policyVersion()).rejects.toThrow('no privacy policy');
});
