import { textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Fragment, createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { readLegalHtml } from './read-legal-html';
import type { LegalElement, LegalNode } from './read-legal-html';

const drawnElement = ({ tag, href, children }: LegalElement): ReactNode => {
  if (tag === 'br') return createElement(tag);
  if (tag === 'a' && href === null) return drawn(children);
  return createElement(tag, tag === 'a' ? { href } : null, drawn(children));
};

// The document never changes while it is shown, so that places can be keys.
const drawn = (nodes: readonly LegalNode[]): ReactNode =>
  nodes.map((node, place) => <Fragment key={place}>{typeof node === 'string' ? node : drawnElement(node)}</Fragment>);

/** The text of a legal document, drawn from the gateway's markup without ever handing the browser a string of it. */
export const LegalText = ({ html }: { readonly html: string }) => {
  const nodes = useMemo(() => readLegalHtml(html), [html]);
  return <Article>{drawn(nodes)}</Article>;
};

const Article = styled.article`
  ${textStyles.body}
  hyphens: auto;
  overflow-wrap: anywhere;
  h1, h2, h3, h4, h5, h6 { ${textStyles.h3} margin: 24px 0 6px; }
  > :first-child { margin-top: 0; }
  p, ul, ol { margin: 0 0 10px; }
  ul, ol { padding-left: 22px; list-style: disc; }
  ol { list-style: decimal; }
  a { color: ${tokens.color.plumText}; text-decoration: underline; }
`;
