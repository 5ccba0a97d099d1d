import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Lang } from './values';

/** Whether this version of the web app may run. */
export const VersionInfo = z.object({
  /** True: nobody gets in. */
  maintenance: z.boolean(),
  /** Lowest version that is let in, `5.0.1`; null where nothing is required. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfo = z.infer<typeof VersionInfo>;

/** Whether a major version of the web app may run; of an unknown one nothing is required. */
export const getVersionInfo = defineRoute({
  name: 'getVersionInfo',
  method: 'GET',
  path: '/api/versionInfos/:major',
  access: 'none',
  params: z.object({
    /** The number before the first dot; anything else is unknown. */
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
  /** Which document. */
  kind: LegalKind,
  /** Language of this text. */
  language: Lang,
  /** Raised when people must accept it anew. */
  version: z.int().check(z.gte(1)),
  /** Heading in that language. */
  title: z.string(),
  /** Safe by construction: headings, paragraphs, lists and links. */
  html: z.string(),
  /** True while the text is a sample and no lawyer's. */
  sample: z.boolean(),
});
export type LegalDocument = z.infer<typeof LegalDocument>;

/** The imprint, the privacy policy, the terms or the accessibility statement; an unknown language gets German. */
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
