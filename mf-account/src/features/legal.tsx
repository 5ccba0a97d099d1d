import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalDocument, LegalElement, LegalKind, LegalNode } from '@mahlzeit/contract';
import { api, apiQuery, errorText, useRetryOnline } from '@mahlzeit/shared-ui/platform';
import { Caption, ErrorState, PageSkeleton, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';

const TITLE_HEADING_LEVEL = 1;
const DEEPEST_HEADING_LEVEL = 6;

const headingLevelOf = ({ tag }: LegalElement): number | null => (/^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : null);

/**
 * Returns the number of levels by which headings must move down, so that the topmost ones are one level below the
 * dialog's title.
 */
const headingShiftOf = (legalNodes: readonly LegalNode[]): number => {
  const headingLevels = legalNodes.flatMap((node) => (typeof node === 'string' ? [] : (headingLevelOf(node) ?? [])));
  return headingLevels.length === 0 ? 0 : TITLE_HEADING_LEVEL + 1 - Math.min(...headingLevels);
};

const renderLegalElement = (legalElement: LegalElement, headingShift: number): ReactNode => {
  const { tag, href, children } = legalElement;
  const headingLevel = headingLevelOf(legalElement);
  if (tag === 'br') return createElement(tag);
  if (tag === 'a' && href === null) return renderLegalNodes(children, headingShift);
  if (headingLevel !== null)
    return createElement(
      `h${Math.min(headingLevel + headingShift, DEEPEST_HEADING_LEVEL)}`,
      null,
      renderLegalNodes(children, headingShift),
    );
  return createElement(tag, tag === 'a' ? { href } : null, renderLegalNodes(children, headingShift));
};

// The document never changes while it is visible, so the position of a node can serve as its React key.
const renderLegalNodes = (legalNodes: readonly LegalNode[], headingShift: number): ReactNode =>
  legalNodes.map((node, nodeIndex) => (
    <Fragment key={nodeIndex}>{typeof node === 'string' ? node : renderLegalElement(node, headingShift)}</Fragment>
  ));

/** Returns the nodes of a document. An older gateway sends no nodes; its text is then shown without structure. */
const legalNodesOf = ({ nodes, html }: LegalDocument): readonly LegalNode[] =>
  nodes.length > 0 ? nodes : [html.replace(/<[^>]*>/g, ' ')];

interface LegalTextProps {
  readonly document: LegalDocument;
}

/** Text of a legal document. It is built from nodes, so that the browser never parses a string of markup. */
const LegalText = ({ document }: LegalTextProps) => {
  const legalNodes = legalNodesOf(document);
  // The article can be focused by keyboard. Otherwise a keyboard user couldn't scroll a text without links.
  return (
    <LegalArticle tabIndex={0} aria-label={document.title}>
      {renderLegalNodes(legalNodes, headingShiftOf(legalNodes))}
    </LegalArticle>
  );
};

const LegalArticle = styled.article`
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

/** Hook that loads a legal document in its German version. */
const { useLegalDocumentQuery } = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    legalDocument: endpointBuilder.query<LegalDocument, LegalKind>(
      apiQuery(getLegalDocument, (legalKind: LegalKind) => ({
        params: { kind: legalKind },
        query: { language: 'de' },
      })),
    ),
  }),
});

const titleTextKeyByKind = {
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
  const refetchDocument = () => void refetch();
  useRetryOnline(error !== undefined, refetchDocument);
  return (
    <Sheet title={data?.title ?? t(titleTextKeyByKind[kind])} onClose={onClose}>
      {data !== undefined && (
        <>
          <LegalText document={data} />
          <Caption $tone="dim">{t('Version', { version: data.version })}</Caption>
        </>
      )}
      {data === undefined && error === undefined && <PageSkeleton />}
      {data === undefined && error !== undefined && (
        <ErrorState
          title={t('LegalFailedTitle')}
          text={errorText(error)}
          isRetrying={isFetching}
          onRetry={refetchDocument}
        />
      )}
    </Sheet>
  );
};
