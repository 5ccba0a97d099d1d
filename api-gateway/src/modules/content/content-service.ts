import { err, ok } from '@mahlzeit/contract';
import type { LegalDocument, Result, VersionInfo } from '@mahlzeit/contract';
import type { ContentRepository } from './content-repository';
import { createLegalReader } from './legal-nodes';

/** Language in which every legal document exists. */
const FALLBACK_LANGUAGE = 'de';

/** Version infos and legal documents for everybody. */
export interface ContentService {
  /** Returns the requirements of a major version; an unknown version has none. */
  versionInfo(major: string): Promise<VersionInfo>;
  /** Finds a legal document; an unknown language gets German. */
  legalDocument(kind: string, language: string): Promise<Result<LegalDocument, 'notFound'>>;
  /** Version of the privacy policy that a registration accepts. */
  policyVersion(): Promise<number>;
}

/** Creates the content service. */
export const createContentService = (content: ContentRepository): ContentService => {
  const nodesOf = createLegalReader();
  return {
    async versionInfo(major) {
      const storedVersionInfo = await content.findVersionInfo(major);
      return {
        maintenance: storedVersionInfo?.maintenance ?? false,
        requiredVersion: storedVersionInfo?.requiredVersion ?? null,
      };
    },

    async legalDocument(kind, language) {
      const storedDocument =
        (await content.findLegalDocument(kind, language)) ?? (await content.findLegalDocument(kind, FALLBACK_LANGUAGE));
      return storedDocument === null ? err('notFound') : ok({ ...storedDocument, nodes: nodesOf(storedDocument.html) });
    },

    async policyVersion() {
      const policy = await content.findLegalDocument('privacy', FALLBACK_LANGUAGE);
      if (policy === null) throw new Error('There is no privacy policy');
      return policy.version;
    },
  };
};
