import { ChevronRight } from 'lucide-react';
import { createContext, use } from 'react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import { forcedColorsBorder, media, textStyles, tokens } from './theme/tokens';

interface RowProps {
  /** Element at the left edge, such as an icon, an avatar or a small picture. */
  readonly leading?: ReactNode;
  readonly title: ReactNode;
  /** Second line of the row. */
  readonly text?: ReactNode;
  /**
   * Element at the right edge, such as a price, a badge or a button. Default: an arrow in rows with a link or an
   * action.
   */
  readonly trailing?: ReactNode;
  /** Target of the row's link; a press anywhere on the row follows the link. */
  readonly href?: string;
  /** Action of the row; a press anywhere on the row runs it. With `href`, called before the link is followed. */
  readonly onClick?: () => void;
  /** True for an action that ends or deletes something; the row is red. */
  readonly isDanger?: boolean;
}

/** Position of an `li` in a list that renders only a part of its rows; spread on the `li`. */
interface ListItemProps {
  readonly ref?: Ref<HTMLLIElement> | undefined;
  readonly style?: CSSProperties;
  readonly 'aria-setsize'?: number;
  readonly 'aria-posinset'?: number;
  readonly 'data-index'?: number;
  readonly 'data-key'?: string;
}

const inFlowProps: ListItemProps = {};

/** Context that `VirtualList` provides for each of its rows. */
export const ListItemContext = createContext(inFlowProps);

/** Returns the props that a row spreads on its `li`, so that `VirtualList` can position and measure the row. */
export const useListItemProps = (): ListItemProps => use(ListItemContext);

/** Row of a list, such as a setting, a person or an order. Child of Rows. */
export const Row = ({ leading, title, text, trailing, href, onClick, isDanger = false }: RowProps) => {
  const isPressable = href !== undefined || onClick !== undefined;
  const listItemProps = useListItemProps();
  return (
    <RowItem {...listItemProps} $isActive={isPressable} $isDanger={isDanger}>
      {leading !== undefined && <LeadingArea>{leading}</LeadingArea>}
      <TextColumn>
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
        {!isPressable && <RowTitle>{title}</RowTitle>}
        {text !== undefined && <SecondaryText>{text}</SecondaryText>}
      </TextColumn>
      {trailing !== undefined && <TrailingArea>{trailing}</TrailingArea>}
      {trailing === undefined && isPressable && <Icon source={ChevronRight} size={18} />}
    </RowItem>
  );
};

/** Rows on one card surface, with hairlines between them. */
export const Rows = styled.ul`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  overflow: hidden;
  > li + li {
    border-top: 1px solid ${tokens.color.line};
  }
`;

const RowItem = styled.li<{ readonly $isActive: boolean; readonly $isDanger: boolean }>`
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

const LeadingArea = styled.span`
  flex: none;
  color: ${tokens.color.ink2};
`;

// When the space is narrower than nine letters, the element at the right edge moves below the text.
const TextColumn = styled.div`
  flex: 1 1 9em;
  min-width: 0;
`;

const RowTitle = styled.span`
  ${textStyles.label}
  display: block;
  overflow-wrap: anywhere;
`;

// The whole row reacts to a press, not only its text: `::after` covers the row.
const rowTargetStyle = css`
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
  ${rowTargetStyle}
`;

const TitleButton = styled.button`
  ${rowTargetStyle}
`;

const SecondaryText = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
`;

// A button inside lies above the row's own target, so that it can be pressed; other presses go through to the row.
const TrailingArea = styled.div`
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
