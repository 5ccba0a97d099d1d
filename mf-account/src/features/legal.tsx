import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalDocument, LegalKind } from '@mahlzeit/contract';
import { api, apiQuery, errorText, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { Caption, ErrorState, PageSkeleton, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';

const shownTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br'] as const;

/** Tags of a legal document: headings, paragraphs, lists, links and emphasis. */
export type LegalTag = (typeof shownTags)[number];

/** Element of a legal document. */
export interface LegalElement {
  readonly tag: LegalTag;
  /** Target of a link; null for an unsafe one. */
  readonly href: string | null;
  readonly children: readonly LegalNode[];
}

/** Text, or an element. */
export type LegalNode = string | LegalElement;

interface OpenElement {
  readonly name: string;
  readonly href: string | null;
  readonly children: LegalNode[];
}

const MARKUP = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const signOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const decoded = (text: string): string =>
  text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return signOf(Number.parseInt(decimal, 10));
    return hex === undefined ? (namedEntities[name?.toLowerCase() ?? ''] ?? '') : signOf(Number.parseInt(hex, 16));
  });

const hrefIn = (attributes: string): string | null => {
  const [, double, single] = HREF.exec(attributes) ?? [];
  const href = decoded(double ?? single ?? '').trim();
  return SAFE_ADDRESS.test(href) ? href : null;
};

const shownTag = (name: string): LegalTag | undefined => shownTags.find((tag) => tag === name);

// An element with another tag is replaced by its text.
const nodesOf = ({ name, href, children }: OpenElement): readonly LegalNode[] => {
  const tag = shownTag(name);
  return tag === undefined ? children : [{ tag, href, children }];
};

const createOpenElement = (name: string, href: string | null = null): OpenElement => ({ name, href, children: [] });

/**
 * Parses the gateway's markup into nodes for React. The page enforces Trusted Types: no string may become markup, by
 * innerHTML or by DOMParser. These few tags need no browser parser.
 */
export const readLegalHtml = (html: string): readonly LegalNode[] => {
  const root = createOpenElement('');
  const path: OpenElement[] = [root];
  const currentElement = (): OpenElement => path.at(-1) ?? root;

  const closeInnermost = (): void => {
    const element = path.pop();
    if (element !== undefined) currentElement().children.push(...nodesOf(element));
  };
  const closeDownTo = (depth: number): void => {
    while (path.length > depth) closeInnermost();
  };
  const close = (tag: string): void => {
    const depth = path.findLastIndex((element) => element.name === tag);
    // A closing tag without an opening one is ignored.
    if (depth > 0) closeDownTo(depth);
  };
  const open = (tag: string, attributes: string): void => {
    path.push(createOpenElement(tag, hrefIn(attributes)));
    if (tag === 'br') closeInnermost();
  };

  for (const [markup, hidden, slash, name, attributes = ''] of html.matchAll(MARKUP)) {
    const tag = name?.toLowerCase();
    if (hidden !== undefined || markup.startsWith('<!--')) continue;
    if (tag === undefined) currentElement().children.push(decoded(markup));
    else if (slash === '') open(tag, attributes);
    else close(tag);
  }
  closeDownTo(1);
  return root.children;
};

const TITLE_LEVEL = 1;
const DEEPEST_LEVEL = 6;

const levelOf = ({ tag }: LegalElement): number | null => (/^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : null);

/** Returns the number of levels by which headings move down, so that the topmost ones follow the dialog's title. */
const shiftOf = (nodes: readonly LegalNode[]): number => {
  const levels = nodes.flatMap((node) => (typeof node === 'string' ? [] : (levelOf(node) ?? [])));
  return levels.length === 0 ? 0 : TITLE_LEVEL + 1 - Math.min(...levels);
};

const drawnElement = (element: LegalElement, shift: number): ReactNode => {
  const { tag, href, children } = element;
  const level = levelOf(element);
  if (tag === 'br') return createElement(tag);
  if (tag === 'a' && href === null) return renderNodes(children, shift);
  if (level !== null)
    return createElement(`h${Math.min(level + shift, DEEPEST_LEVEL)}`, null, renderNodes(children, shift));
  return createElement(tag, tag === 'a' ? { href } : null, renderNodes(children, shift));
};

// The document never changes while it is visible, so that positions can be keys.
const renderNodes = (nodes: readonly LegalNode[], shift: number): ReactNode =>
  nodes.map((node, place) => (
    <Fragment key={place}>{typeof node === 'string' ? node : drawnElement(node, shift)}</Fragment>
  ));

interface LegalTextProps {
  /** Title of the text, for keyboard users. */
  readonly title: string;
  readonly html: string;
}

/** Text of a legal document. Built from nodes, so that the browser never gets a string of markup. */
const LegalText = ({ title, html }: LegalTextProps) => {
  const nodes = useMemo(() => readLegalHtml(html), [html]);
  // Focusable: a text without links could otherwise not be scrolled by keyboard.
  return (
    <Article tabIndex={0} aria-label={title}>
      {renderNodes(nodes, shiftOf(nodes))}
    </Article>
  );
};

const Article = styled.article`
  ${textStyles.body}
  hyphens: auto;
  overflow-wrap: anywhere;
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    ${textStyles.h3} margin: 24px 0 6px;
  }
  > :first-child {
    margin-top: 0;
  }
  p,
  ul,
  ol {
    margin: 0 0 10px;
  }
  ul,
  ol {
    padding-left: 22px;
    list-style: disc;
  }
  ol {
    list-style: decimal;
  }
  a {
    color: ${tokens.color.plumText};
    text-decoration: underline;
  }
`;

/** Hook that loads a legal document in German. */
const { useLegalDocumentQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    legalDocument: build.query<LegalDocument, LegalKind>(
      apiQuery(getLegalDocument, (kind: LegalKind) => ({ params: { kind }, query: { language: 'de' } })),
    ),
  }),
});

const titles = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms', accessibility: 'Accessibility' } as const;

interface LegalSheetProps {
  readonly kind: LegalKind;
  readonly onClose: () => void;
}

/** Dialog with a legal document. */
export const LegalSheet = ({ kind, onClose }: LegalSheetProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useLegalDocumentQuery(kind);
  const retry = () => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  return (
    <Sheet title={data?.title ?? t(titles[kind])} onClose={onClose}>
      {data !== undefined && (
        <>
          <LegalText title={data.title} html={data.html} />
          <Caption $tone="dim">{t('Version', { version: data.version })}</Caption>
        </>
      )}
      {data === undefined && error === undefined && <PageSkeleton />}
      {data === undefined && error !== undefined && (
        <ErrorState title={t('LegalFailedTitle')} text={errorText(error)} isRetrying={isFetching} onRetry={retry} />
      )}
    </Sheet>
  );
};
