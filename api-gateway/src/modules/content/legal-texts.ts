import { err, globalTopic, ok } from '@mahlzeit/contract';
import type { LegalItem, LegalKind, LegalNode, Result } from '@mahlzeit/contract';
import type { Connection, Database } from '../../platform';
import { createContentRepository } from './content-repository';
import type { StoredLegalDocument } from './content-repository';
import { FALLBACK_LANGUAGE } from './content-service';
import { readLegalHtml } from './legal-nodes';

/**
 * Converts a legal document to an item of the live topic `global`. The item contains only the version: pages load the
 * text again when the version changes.
 */
export const presentLegalItem = ({ kind, language, version }: StoredLegalDocument): LegalItem => ({
  key: `${kind}${language}`,
  version,
});

/** A text with which an operator replaces a legal document. */
export interface LegalText {
  readonly kind: LegalKind;
  readonly version: number;
  /** Heading of the legal document; null keeps the present one. */
  readonly title: string | null;
  readonly html: string;
}

/**
 * Reason why a legal text is refused: `empty`: it has no words; `sample`: it still says that it is a sample;
 * `oldVersion`: its version isn't higher than that of the present text, which users may have accepted.
 */
export type LegalTextError = 'empty' | 'sample' | 'oldVersion';

const SAMPLE_MARK = 'Mustertext:';

const plainTextOf = (nodes: readonly LegalNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainTextOf(node.children))).join('');

/**
 * Returns the kinds of legal documents for which the database still holds a sample instead of the operator's own text.
 */
export const findSampleLegalKinds = async (connection: Connection): Promise<LegalKind[]> =>
  (await createContentRepository(connection).listLegalDocuments())
    .filter(({ sample }) => sample)
    .map(({ kind }) => kind);

/** Creates the operations by which an operator lists and replaces legal documents while gateways are running. */
export const createLegalTexts = (database: Database) => ({
  list: (): Promise<StoredLegalDocument[]> => createContentRepository(database.knex).listLegalDocuments(),

  /** Replaces a legal document. Open pages load it again; users are asked to accept a new privacy policy. */
  replace: ({ kind, version, title, html }: LegalText): Promise<Result<void, LegalTextError>> =>
    database.write(async (tx) => {
      if (!/\p{L}/u.test(plainTextOf(readLegalHtml(html)))) return err('empty');
      if (html.includes(SAMPLE_MARK)) return err('sample');
      const contentRepository = createContentRepository(tx.knex);
      const currentDocument = await contentRepository.findLegalDocument(kind, FALLBACK_LANGUAGE);
      if (currentDocument !== null && version <= currentDocument.version) return err('oldVersion');
      const document = {
        ...{ kind, version, html, sample: false },
        language: FALLBACK_LANGUAGE,
        title: title ?? currentDocument?.title ?? kind,
      };
      await contentRepository.putLegalDocument(document);
      const item = presentLegalItem(document);
      tx.record(globalTopic, { kind: 'put', collection: 'legal', key: item.key, value: item });
      return ok(undefined);
    }),
});

/** Operations on the legal documents of a database. */
export type LegalTexts = ReturnType<typeof createLegalTexts>;
