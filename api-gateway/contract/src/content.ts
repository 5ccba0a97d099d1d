import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Lang } from './values';

/** Whether this version of the web app may run. */
export const VersionInfo = z.object({
  /** True while nobody may use the product. */
  maintenance: z.boolean(),
  /** Lowest version that may run, `5.0.1`; null without a requirement. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfo = z.infer<typeof VersionInfo>;

/** Returns whether a major version of the web app may run. An unknown version has no requirement. */
export const getVersionInfo = defineRoute({
  name: 'getVersionInfo',
  method: 'GET',
  path: '/api/versionInfos/:major',
  access: 'none',
  params: z.object({
    /** Number before the first dot. Any other text counts as an unknown version. */
    major: z.string(),
  }),
  answer: VersionInfo,
  errors: [],
});

/** Kinds of legal documents. */
export const LegalKind = z.enum(['imprint', 'privacy', 'terms', 'accessibility']);
export type LegalKind = z.infer<typeof LegalKind>;

/** A legal document in one language. */
export const LegalDocument = z.object({
  /** Kind of the document. */
  kind: LegalKind,
  /** Language of this text. */
  language: Lang,
  /** Version number; raised when people must accept the document again. */
  version: z.int().check(z.gte(1)),
  /** Heading in that language. */
  title: z.string(),
  /** Markup of headings, paragraphs, lists and links only. */
  html: z.string(),
  /** True while the text is a sample without legal review. */
  sample: z.boolean(),
});
export type LegalDocument = z.infer<typeof LegalDocument>;

/**
 * Returns the imprint, the privacy policy, the terms or the accessibility statement, in German when the language is
 * unknown.
 */
export const getLegalDocument = defineRoute({
  name: 'getLegalDocument',
  method: 'GET',
  path: '/api/legal/:kind',
  access: 'none',
  params: z.object({
    /** A LegalKind; anything else is not found. */
    kind: z.string(),
  }),
  query: z.object({
    /** Two letters. */
    language: z._default(z.string(), 'de'),
  }),
  answer: LegalDocument,
  errors: ['notFound'],
});
