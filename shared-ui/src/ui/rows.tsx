import { ChevronRight } from 'lucide-react';
import { createContext, use } from 'react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import { forcedEdge, media, textStyles, tokens } from './theme/tokens';

interface RowProps {
  /** Icon, avatar or thumb. */
  readonly leading?: ReactNode;
  readonly title: ReactNode;
  /** Second line. */
  readonly text?: ReactNode;
  /** Right edge: a price, a badge, a button of its own. Default for rows that lead on: an arrow. */
  readonly trailing?: ReactNode;
  /** Leads there … */
  readonly href?: string;
  /** … or does this; the whole row takes the press. */
  readonly onClick?: () => void;
  /** Ends or deletes something. */
  readonly isDanger?: boolean;
}

/** Where an `li` stands in a list of which only a part is drawn; it is spread on it. */
interface ListPlaceProps {
  readonly ref?: Ref<HTMLLIElement> | undefined;
  readonly style?: CSSProperties;
  readonly 'aria-setsize'?: number;
  readonly 'aria-posinset'?: number;
  readonly 'data-index'?: number;
  readonly 'data-key'?: string;
}

const inFlow: ListPlaceProps = {};

/** Given by `VirtualList` around each of its rows. */
export const ListPlace = createContext(inFlow);

/** What a row spreads on its `li`, so that `VirtualList` can place and measure it. */
export const useListPlace = (): ListPlaceProps => use(ListPlace);

/** One line of a list: settings, people, orders. Stands in Rows. */
export const Row = ({ leading, title, text, trailing, href, onClick, isDanger = false }: RowProps) => {
  const isActive = href !== undefined || onClick !== undefined;
  const place = useListPlace();
  return (
    <Line {...place} $isActive={isActive} $isDanger={isDanger}>
      {leading !== undefined && <Leading>{leading}</Leading>}
      <Words>
        {href !== undefined && (
          <TitleLink href={href} onClick={onClick}>
            {title}
          </TitleLink>
        )}
        {href === undefined && onClick !== undefined && (
          <TitleButton type="button" onClick={onClick}>
            {title}
          </TitleButton>
        )}
        {!isActive && <Title>{title}</Title>}
        {text !== undefined && <Second>{text}</Second>}
      </Words>
      {trailing !== undefined && <Trailing>{trailing}</Trailing>}
      {trailing === undefined && isActive && <Icon of={ChevronRight} size={18} />}
    </Line>
  );
};

/** Rows on one card surface, hairlines between them. */
export const Rows = styled.ul`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedEdge}
  overflow: hidden;
  > li + li {
    border-top: 1px solid ${tokens.color.line};
  }
`;

const Line = styled.li<{ readonly $isActive: boolean; readonly $isDanger: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 14px;
  position: relative;
  min-height: 60px;
  padding: 8px 16px;
  > svg {
    color: ${tokens.color.ink3};
  }
  ${({ $isActive }) =>
    $isActive &&
    css`
      ${media.hover} {
        &:hover {
          background: ${tokens.color.hover};
        }
      }
    `}
  ${({ $isDanger }) =>
    $isDanger &&
    css`
      color: ${tokens.color.err};
    `}
`;

const Leading = styled.span`
  flex: none;
  color: ${tokens.color.ink2};
`;

// Below nine letters' width the right edge moves under the words instead.
const Words = styled.div`
  flex: 1 1 9em;
  min-width: 0;
`;

const Title = styled.span`
  ${textStyles.label}
  display: block;
  overflow-wrap: anywhere;
`;

// The row is the target.
const target = css`
  ${textStyles.label}
  display: block;
  width: 100%;
  hyphens: auto;
  overflow-wrap: anywhere;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
    border-radius: ${tokens.radius.control};
  }
`;

const TitleLink = styled.a`
  ${target}
`;

const TitleButton = styled.button`
  ${target}
`;

const Second = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
`;

// Above the row's own target, so that a button in it can be pressed; all else lets the press through.
const Trailing = styled.div`
  position: relative;
  z-index: 1;
  flex: none;
  margin-left: auto;
  pointer-events: none;
  a,
  button {
    pointer-events: auto;
  }
  ${textStyles.digits}
`;
