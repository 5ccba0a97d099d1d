import { textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Fragment, createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { readLegalHtml } from './read-legal-html';
import type { LegalElement, LegalNode } from './read-legal-html';

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
  nodes.map((node, place) => <Fragment key={place}>{typeof node === 'string' ? node : drawnElement(node, shift)}</Fragment>);

interface LegalTextProps {
  /** Its title, for who reaches the text by keyboard. */
  readonly title: string;
  readonly html: string;
}

/** The text of a legal document, drawn from the gateway's markup without ever handing the browser a string of it. */
export const LegalText = ({ title, html }: LegalTextProps) => {
  const nodes = useMemo(() => readLegalHtml(html), [html]);
  // It takes the focus, because a text without links could else not be scrolled by keyboard.
  return <Article tabIndex={0} aria-label={title}>{drawn(nodes, shiftOf(nodes))}</Article>;
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
