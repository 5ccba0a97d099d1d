import { err, ok } from '@mahlzeit/contract';
import type { LegalDocument, Result, VersionInfo } from '@mahlzeit/contract';
import type { ContentRepository } from './content-repository';
import { createLegalReader } from './legal-nodes';

/** Language that every legal document is available in. */
export const FALLBACK_LANGUAGE = 'de';

/** Service that reads version infos and legal documents. */
export interface ContentService {
  /** Returns the version info of a major version of the app. An unknown version has no requirements. */
  versionInfo(major: string): Promise<VersionInfo>;
  /** Returns a legal document. If it doesn't exist in the requested language, returns the German document. */
  legalDocument(kind: string, language: string): Promise<Result<LegalDocument, 'notFound'>>;
  /** Returns the present version of the privacy policy, which users accept when they register. */
  policyVersion(): Promise<number>;
}

/** Creates the content service. It caches the parsed legal documents. */
export const createContentService = (contentRepository: ContentRepository): ContentService => {
  const readLegalNodes = createLegalReader();
  return {
    async versionInfo(major) {
      const storedVersionInfo = await contentRepository.findVersionInfo(major);
      return {
        maintenance: storedVersionInfo?.maintenance ?? false,
        requiredVersion: storedVersionInfo?.requiredVersion ?? null,
      };
    },

    async legalDocument(kind, language) {
      const storedDocument =
        (await contentRepository.findLegalDocument(kind, language)) ??
        (await contentRepository.findLegalDocument(kind, FALLBACK_LANGUAGE));
      return storedDocument === null
        ? err('notFound')
        : ok({ ...storedDocument, nodes: readLegalNodes(storedDocument.html) });
    },

    async policyVersion() {
      const privacyPolicy = await contentRepository.findLegalDocument('privacy', FALLBACK_LANGUAGE);
      if (privacyPolicy === null) throw new Error('There is no privacy policy');
      return privacyPolicy.version;
    },
  };
};
