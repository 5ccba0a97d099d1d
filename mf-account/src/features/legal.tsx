import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalDocument, LegalElement, LegalKind, LegalNode } from '@mahlzeit/contract';
import { api, apiQuery, errorText, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { Caption, ErrorState, PageSkeleton, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';

const TITLE_LEVEL = 1;
const DEEPEST_LEVEL = 6;

const headingLevelOf = ({ tag }: LegalElement): number | null => (/^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : null);

/**
 * Returns the number of levels by which headings must move down, so that the topmost ones are one level below the
 * dialog's title.
 */
const headingShiftOf = (nodes: readonly LegalNode[]): number => {
  const levels = nodes.flatMap((node) => (typeof node === 'string' ? [] : (headingLevelOf(node) ?? [])));
  return levels.length === 0 ? 0 : TITLE_LEVEL + 1 - Math.min(...levels);
};

const renderElement = (element: LegalElement, shift: number): ReactNode => {
  const { tag, href, children } = element;
  const level = headingLevelOf(element);
  if (tag === 'br') return createElement(tag);
  if (tag === 'a' && href === null) return renderNodes(children, shift);
  if (level !== null)
    return createElement(`h${Math.min(level + shift, DEEPEST_LEVEL)}`, null, renderNodes(children, shift));
  return createElement(tag, tag === 'a' ? { href } : null, renderNodes(children, shift));
};

// The document never changes while it is visible, so positions can serve as keys.
const renderNodes = (nodes: readonly LegalNode[], shift: number): ReactNode =>
  nodes.map((node, nodeIndex) => (
    <Fragment key={nodeIndex}>{typeof node === 'string' ? node : renderElement(node, shift)}</Fragment>
  ));

/** Returns the nodes of a document. An older gateway sends no nodes; its text is then shown without structure. */
const nodesOf = ({ nodes, html }: LegalDocument): readonly LegalNode[] =>
  nodes.length > 0 ? nodes : [html.replace(/<[^>]*>/g, ' ')];

interface LegalTextProps {
  readonly document: LegalDocument;
}

/** Text of a legal document. It is built from nodes, so that the browser never parses a string of markup. */
const LegalText = ({ document }: LegalTextProps) => {
  const nodes = nodesOf(document);
  // The article can be focused, because a keyboard user couldn't scroll a text without links otherwise.
  return (
    <Article tabIndex={0} aria-label={document.title}>
      {renderNodes(nodes, headingShiftOf(nodes))}
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

const titleTextKeys = {
  imprint: 'Imprint',
  privacy: 'Privacy',
  terms: 'Terms',
  accessibility: 'Accessibility',
} as const;

interface LegalSheetProps {
  readonly kind: LegalKind;
  readonly onClose: () => void;
}

/** Sheet that shows one legal document, with a retry after a failure. */
export const LegalSheet = ({ kind, onClose }: LegalSheetProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useLegalDocumentQuery(kind);
  const retry = () => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  return (
    <Sheet title={data?.title ?? t(titleTextKeys[kind])} onClose={onClose}>
      {data !== undefined && (
        <>
          <LegalText document={data} />
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
