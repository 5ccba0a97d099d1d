import { LegalHref, LegalTag } from '@mahlzeit/contract';
import type { LegalNode } from '@mahlzeit/contract';
import { LRUCache } from 'lru-cache';
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

const HIDDEN_ELEMENTS: readonly string[] = ['script', 'style'];

/** Returns the target of a link; null for an unsafe link and for elements that are no link. */
const hrefOf = ({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string | null => {
  if (tagName !== 'a') return null;
  const hrefText = attrs.find(({ name }) => name === 'href')?.value ?? '';
  // Parses the target of a link. A link without a scheme is relative, so it leads to no other site and is dropped.
  const parsedHref = LegalHref.safeParse(URL.canParse(hrefText) ? new URL(hrefText).href : null);
  return parsedHref.success ? parsedHref.data : null;
};

const legalNodesOf = (children: readonly DefaultTreeAdapterTypes.ChildNode[]): LegalNode[] =>
  children.flatMap((child): LegalNode[] => {
    if ('value' in child) return [child.value];
    if (!('tagName' in child) || HIDDEN_ELEMENTS.includes(child.tagName)) return [];
    const parsedTag = LegalTag.safeParse(child.tagName);
    const contentNodes = legalNodesOf(child.childNodes);
    // Replaces an element whose tag is not allowed by its content.
    return parsedTag.success ? [{ tag: parsedTag.data, href: hrefOf(child), children: contentNodes }] : contentNodes;
  });

/**
 * Parses the operator's HTML of a legal document as a browser does. Removes scripts, styles, comments and unsafe links.
 */
export const readLegalHtml = (html: string): LegalNode[] =>
  legalNodesOf(parseFragment(html, { scriptingEnabled: false }).childNodes);

// Maximum number of legal texts in the cache: enough for four kinds of documents in several languages.
const MAX_CACHED_TEXTS = 32;

/** Creates a parser of legal documents with a cache, because parsing a long text takes some milliseconds. */
export const createLegalReader = (): ((html: string) => LegalNode[]) => {
  const nodesByHtml = new LRUCache<string, LegalNode[]>({ max: MAX_CACHED_TEXTS, memoMethod: readLegalHtml });
  return (html) => nodesByHtml.memo(html);
};
