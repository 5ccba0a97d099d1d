import { getLegalDocument, getVersionInfo, ok } from '@mahlzeit/contract';
import { openRoute } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { ContentService } from './content-service';

/** The routes of version infos and legal documents. */
export const contentRoutes = (content: ContentService): readonly BoundRoute[] => [
  openRoute(getVersionInfo, async ({ params }) => ok(await content.versionInfo(params.major))),
  openRoute(getLegalDocument, async ({ params, query }) => content.legalDocument(params.kind, query.language)),
];
