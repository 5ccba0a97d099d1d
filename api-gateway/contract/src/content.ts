import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Lang } from './values';

/** Answer whether a version of the web app may run. */
export const VersionInfo = z.object({
  /** True during maintenance, while nobody may use the product. */
  maintenance: z.boolean(),
  /** Lowest version of the web app that may run, for example `5.0.1`; null when every version may run. */
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfo = z.infer<typeof VersionInfo>;

/** Returns whether a major version of the web app may run. For an unknown version `requiredVersion` is null. */
export const getVersionInfo = defineRoute({
  name: 'getVersionInfo',
  method: 'GET',
  path: '/api/versionInfos/:major',
  access: 'none',
  params: z.object({
    /** Major version of the web app: the number before the first dot. Every other text counts as an unknown version. */
    major: z.string(),
  }),
  answer: VersionInfo,
  errors: [],
});

/** Kinds of legal documents: imprint, privacy policy, terms of use and accessibility statement. */
export const LegalKind = z.enum(['imprint', 'privacy', 'terms', 'accessibility']);
export type LegalKind = z.infer<typeof LegalKind>;

/** Elements of a legal document: headings, paragraphs, lists, links, emphasis and line breaks. */
export const LegalTag = z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br']);
export type LegalTag = z.infer<typeof LegalTag>;

/** Target of a link in a legal document: a web page, an e-mail address or a telephone number. */
export const LegalHref = z.string().check(z.regex(/^(?:https?:\/\/|mailto:|tel:)/));

/** An HTML element of a legal document, with its content. */
export const LegalElement = z.object({
  /** Name of the HTML element in lower case, for example `h1`. */
  tag: LegalTag,
  /** Target of a link; null for an unsafe target and for every other element. */
  href: z.nullable(LegalHref),
  /** Content of the element in reading order. */
  get children() {
    return z.array(LegalNode);
  },
});
export type LegalElement = z.infer<typeof LegalElement>;

/** Part of a legal document: plain text, or an element that contains further parts. */
export const LegalNode = z.union([z.string(), LegalElement]);
export type LegalNode = z.infer<typeof LegalNode>;

/** A legal document in one language. */
export const LegalDocument = z.object({
  /** Kind of the document, for example `privacy`. */
  kind: LegalKind,
  /** Language of the document; `de` (German) when the document doesn't exist in the requested language. */
  language: Lang,
  /** Version number; raised when people must accept the document again. */
  version: z.int().check(z.gte(1)),
  /** Heading of the document in its language. */
  title: z.string(),
  /** Markup of headings, paragraphs, lists and links only. */
  html: z.string(),
  /** Content of `html` as nodes, without other elements and attributes. Empty when the gateway sends no nodes. */
  nodes: z._default(z.array(LegalNode), []),
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
    /** Value of `LegalKind`; every other value gets the error `notFound`. */
    kind: z.string(),
  }),
  query: z.object({
    /** Language code of two letters, for example `de`. */
    language: z._default(z.string(), 'de'),
  }),
  answer: LegalDocument,
  errors: ['notFound'],
});
