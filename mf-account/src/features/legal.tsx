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

/** What a legal document may hold: headings, paragraphs, lists, links and emphasis. */
export type LegalTag = (typeof shownTags)[number];

/** An element of a legal document. */
export interface LegalElement {
  readonly tag: LegalTag;
  /** Where a link leads; null where that is nowhere safe. */
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
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const signOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const decoded = (text: string): string =>
  text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return signOf(Number.parseInt(decimal, 10));
    return hex === undefined ? (named[name?.toLowerCase() ?? ''] ?? '') : signOf(Number.parseInt(hex, 16));
  });

const hrefIn = (attributes: string): string | null => {
  const [, double, single] = HREF.exec(attributes) ?? [];
  const href = decoded(double ?? single ?? '').trim();
  return SAFE_ADDRESS.test(href) ? href : null;
};

const shownTag = (name: string): LegalTag | undefined => shownTags.find((tag) => tag === name);

// What isn't shown as an element still shows its text.
const nodesOf = ({ name, href, children }: OpenElement): readonly LegalNode[] => {
  const tag = shownTag(name);
  return tag === undefined ? children : [{ tag, href, children }];
};

const opened = (name: string, href: string | null = null): OpenElement => ({ name, href, children: [] });

/**
 * Reads the gateway's markup into nodes for React. The page enforces Trusted Types, under which no string becomes
 * markup – neither innerHTML nor DOMParser takes one –, and these few tags need no browser to be read.
 */
export const readLegalHtml = (html: string): readonly LegalNode[] => {
  const root = opened('');
  const path: OpenElement[] = [root];
  const here = (): OpenElement => path.at(-1) ?? root;

  const closeInnermost = (): void => {
    const element = path.pop();
    if (element !== undefined) here().children.push(...nodesOf(element));
  };
  const closeDownTo = (depth: number): void => {
    while (path.length > depth) closeInnermost();
  };
  const close = (tag: string): void => {
    const depth = path.findLastIndex((element) => element.name === tag);
    // An end without its beginning closes nothing.
    if (depth > 0) closeDownTo(depth);
  };
  const open = (tag: string, attributes: string): void => {
    path.push(opened(tag, hrefIn(attributes)));
    if (tag === 'br') closeInnermost();
  };

  for (const [markup, hidden, slash, name, attributes = ''] of html.matchAll(MARKUP)) {
    const tag = name?.toLowerCase();
    if (hidden !== undefined || markup.startsWith('<!--')) continue;
    if (tag === undefined) here().children.push(decoded(markup));
    else if (slash === '') open(tag, attributes);
    else close(tag);
  }
  closeDownTo(1);
  return root.children;
};

const TITLE_LEVEL = 1;
const DEEPEST_LEVEL = 6;

const levelOf = ({ tag }: LegalElement): number | null => (/^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : null);

/** How much deeper the headings move, so that the topmost stand right below the dialog's title. */
const shiftOf = (nodes: readonly LegalNode[]): number => {
  const levels = nodes.flatMap((node) => (typeof node === 'string' ? [] : (levelOf(node) ?? [])));
  return levels.length === 0 ? 0 : TITLE_LEVEL + 1 - Math.min(...levels);
};

const drawnElement = (element: LegalElement, shift: number): ReactNode => {
  const { tag, href, children } = element;
  const level = levelOf(element);
  if (tag === 'br') return createElement(tag);
  if (tag === 'a' && href === null) return drawn(children, shift);
  if (level !== null) return createElement(`h${Math.min(level + shift, DEEPEST_LEVEL)}`, null, drawn(children, shift));
  return createElement(tag, tag === 'a' ? { href } : null, drawn(children, shift));
};

// The document never changes while it is shown, so that places can be keys.
const drawn = (nodes: readonly LegalNode[], shift: number): ReactNode =>
  nodes.map((node, place) => (
    <Fragment key={place}>{typeof node === 'string' ? node : drawnElement(node, shift)}</Fragment>
  ));

interface LegalTextProps {
  /** Its title, for who reaches the text by keyboard. */
  readonly title: string;
  readonly html: string;
}

/** The text of a legal document, drawn from the gateway's markup without ever handing the browser a string of it. */
const LegalText = ({ title, html }: LegalTextProps) => {
  const nodes = useMemo(() => readLegalHtml(html), [html]);
  // It takes the focus, because a text without links could else not be scrolled by keyboard.
  return (
    <Article tabIndex={0} aria-label={title}>
      {drawn(nodes, shiftOf(nodes))}
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

/** A legal document in German. */
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

/** A legal document in a dialog of its own. */
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
