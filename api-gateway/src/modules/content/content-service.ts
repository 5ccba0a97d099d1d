import { err, LegalKind, ok } from '@mahlzeit/contract';
import type { LegalDocument, Result, VersionInfo } from '@mahlzeit/contract';
import type { Knex } from 'knex';

/** A version info with the major version that it is about. */
export type StoredVersionInfo = VersionInfo & { readonly major: string };

/** Stored version infos and legal documents. */
export interface ContentRepository {
  findVersionInfo(major: string): Promise<StoredVersionInfo | null>;
  listVersionInfos(): Promise<StoredVersionInfo[]>;
  findLegalDocument(kind: string, language: string): Promise<LegalDocument | null>;
  listLegalDocuments(): Promise<LegalDocument[]>;
}

interface VersionInfoRow {
  readonly major: string;
  readonly is_maintenance: boolean | number;
  readonly required_version: string | null;
}

interface LegalRow {
  readonly kind: string;
  readonly language: string;
  readonly version: number;
  readonly title: string;
  readonly html: string;
  readonly is_sample: boolean | number;
}

const versionInfoOf = (row: VersionInfoRow): StoredVersionInfo => ({
  major: row.major,
  maintenance: Boolean(row.is_maintenance),
  requiredVersion: row.required_version,
});

const legalDocumentOf = (row: LegalRow): LegalDocument => ({
  kind: LegalKind.parse(row.kind),
  language: row.language,
  version: row.version,
  title: row.title,
  html: row.html,
  sample: Boolean(row.is_sample),
});

/** Version infos and legal documents in the database. */
export const createContentRepository = (knex: Knex): ContentRepository => ({
  async findVersionInfo(major) {
    const row = await knex<VersionInfoRow>('version_info').where({ major }).first();
    return row === undefined ? null : versionInfoOf(row);
  },
  async listVersionInfos() {
    const rows = await knex<VersionInfoRow>('version_info').orderBy('major');
    return rows.map(versionInfoOf);
  },
  async findLegalDocument(kind, language) {
    const row = await knex<LegalRow>('legal_document').where({ kind, language }).first();
    return row === undefined ? null : legalDocumentOf(row);
  },
  async listLegalDocuments() {
    const rows = await knex<LegalRow>('legal_document').orderBy(['kind', 'language']);
    return rows.map(legalDocumentOf);
  },
});

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
    const found = (await content.findLegalDocument(kind, language)) ?? (await content.findLegalDocument(kind, FALLBACK_LANGUAGE));
    return found === null ? err('notFound') : ok(found);
  },

  async policyVersion() {
    const policy = await content.findLegalDocument('privacy', FALLBACK_LANGUAGE);
    if (policy === null) throw new Error('there is no privacy policy to accept');
    return policy.version;
  },
});
