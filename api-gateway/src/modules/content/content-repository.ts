import { LegalKind } from '@mahlzeit/contract';
import type { LegalDocument, VersionInfo } from '@mahlzeit/contract';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** Version info of a major version of the app, with that version as the key. */
export type StoredVersionInfo = VersionInfo & { readonly major: string };

/** A legal document as the operator wrote it, in HTML; `nodes` are parsed from this text. */
export type StoredLegalDocument = Omit<LegalDocument, 'nodes'>;

/** Repository of version infos and legal documents. */
export interface ContentRepository {
  findVersionInfo(major: string): Promise<StoredVersionInfo | null>;
  listVersionInfos(): Promise<StoredVersionInfo[]>;
  findLegalDocument(kind: string, language: string): Promise<StoredLegalDocument | null>;
  listLegalDocuments(): Promise<StoredLegalDocument[]>;
  /** Stores a legal document and replaces the one of the same kind and language. */
  putLegalDocument(document: StoredLegalDocument): Promise<void>;
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

const legalDocumentOf = (row: LegalRow): StoredLegalDocument => ({
  kind: LegalKind.parse(row.kind),
  language: row.language,
  version: row.version,
  title: row.title,
  html: row.html,
  sample: Boolean(row.is_sample),
});

export const createContentRepository = (connection: Connection): ContentRepository => {
  const knex = knexOf(connection);
  return {
    async findVersionInfo(major) {
      const row = await knex<VersionInfoRow>('version_info').where({ major }).first();
      return row === undefined ? null : versionInfoOf(row);
    },
    async listVersionInfos() {
      const versionInfoRows = await knex<VersionInfoRow>('version_info').orderBy('major');
      return versionInfoRows.map(versionInfoOf);
    },
    async findLegalDocument(kind, language) {
      const row = await knex<LegalRow>('legal_document').where({ kind, language }).first();
      return row === undefined ? null : legalDocumentOf(row);
    },
    async listLegalDocuments() {
      const legalRows = await knex<LegalRow>('legal_document').orderBy(['kind', 'language']);
      return legalRows.map(legalDocumentOf);
    },
    async putLegalDocument({ sample, ...document }) {
      await knex<LegalRow>('legal_document')
        .insert({ ...document, is_sample: sample })
        .onConflict(['kind', 'language'])
        .merge();
    },
  };
};
