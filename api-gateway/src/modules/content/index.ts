import { getLegalDocument, getVersionInfo, globalTopic, ok } from '@mahlzeit/contract';
import type { VersionInfoItem } from '@mahlzeit/contract';
import { everybodyMayRead, openRoute } from '../../platform';
import type { BoundRoute, GatewayModule, ModuleDeps, TopicSource } from '../../platform';
import { createContentRepository } from './content-repository';
import type { StoredVersionInfo } from './content-repository';
import { createContentService } from './content-service';
import type { ContentService } from './content-service';
import { presentLegalItem } from './legal-texts';

export { createLegalTexts, findSampleLegalKinds, type LegalTextError, type LegalTexts } from './legal-texts';

/** Converts a version info to an item of the live topic `global`. */
const presentVersionInfoItem = ({ major, maintenance, requiredVersion }: StoredVersionInfo): VersionInfoItem => ({
  key: major,
  maintenance,
  requiredVersion,
});

/** Source of version infos and of the versions of legal documents in the live topic `global`. */
export const contentSource: TopicSource = {
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,

  async snapshot(_session, _param, knex) {
    const contentRepository = createContentRepository(knex);
    const versionInfoItems = (await contentRepository.listVersionInfos()).map(presentVersionInfoItem);
    const legalItems = (await contentRepository.listLegalDocuments()).map(presentLegalItem);
    return [
      ...versionInfoItems.map((value) => ({ collection: 'versionInfos', key: value.key, value })),
      ...legalItems.map((value) => ({ collection: 'legal', key: value.key, value })),
    ];
  },
};

/** Creates the routes of version infos and legal documents, which need no session. */
const contentRoutes = (contentService: ContentService): readonly BoundRoute[] => [
  openRoute(getVersionInfo, async ({ params }) => ok(await contentService.versionInfo(params.major))),
  openRoute(getLegalDocument, async ({ params, query }) => contentService.legalDocument(params.kind, query.language)),
];

/**
 * Content module: its routes, its part of the live topic `global`, and a function that returns the version of the
 * privacy policy.
 */
type ContentModule = GatewayModule & { readonly policyVersion: () => Promise<number> };

/** Creates the module of version infos and legal documents. */
export const createContentModule = ({ database }: Pick<ModuleDeps, 'database'>): ContentModule => {
  const contentService = createContentService(createContentRepository(database.knex));
  return {
    routes: contentRoutes(contentService),
    topics: [contentSource],
    personalData: {
      storesNothingBecause: 'its texts are everybody’s',
      impersonalTables: ['version_info', 'legal_document'],
    },
    policyVersion: () => contentService.policyVersion(),
  };
};
