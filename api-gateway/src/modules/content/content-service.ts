import { err, ok } from '@mahlzeit/contract';
import type { LegalDocument, Result, VersionInfo } from '@mahlzeit/contract';
import type { ContentRepository } from './content-repository';

/** Language that every legal document is there in. */
const FALLBACK_LANGUAGE = 'de';

/** What the deployment tells everybody. */
export interface ContentService {
  /** An unknown major version requires nothing. */
  versionInfo(major: string): Promise<VersionInfo>;
  /** An unknown language gets German. */
  legalDocument(kind: string, language: string): Promise<Result<LegalDocument, 'notFound'>>;
  /** Version of the privacy policy that people accept with a registration. */
  policyVersion(): Promise<number>;
}

/** Content over its repository. */
export const createContentService = (content: ContentRepository): ContentService => ({
  async versionInfo(major) {
    const found = await content.findVersionInfo(major);
    return { maintenance: found?.maintenance ?? false, requiredVersion: found?.requiredVersion ?? null };
  },

  async legalDocument(kind, language) {
    const found =
      (await content.findLegalDocument(kind, language)) ?? (await content.findLegalDocument(kind, FALLBACK_LANGUAGE));
    return found === null ? err('notFound') : ok(found);
  },

  async policyVersion() {
    const policy = await content.findLegalDocument('privacy', FALLBACK_LANGUAGE);
    if (policy === null) throw new Error('there is no privacy policy to accept');
    return policy.version;
  },
});
