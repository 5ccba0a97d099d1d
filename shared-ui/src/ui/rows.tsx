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
  /** Second line of the row, below the title. */
  readonly text?: ReactNode;
  /**
   * Element at the right edge, such as a price, a badge or a button. By default, rows with a link or an action have an
   * arrow.
   */
  readonly trailing?: ReactNode;
  /** Target of the row's link; a press anywhere on the row follows the link. */
  readonly href?: string;
  /**
   * Action of the row. A press anywhere on the row runs it; if the row has a link, it runs before the link is followed.
   */
  readonly onClick?: () => void;
  /** True for an action that ends or deletes something. The row is then red. */
  readonly isDanger?: boolean;
}

/** Props for an `li` in a list that renders only a part of its rows. They position and measure the row. */
interface ListItemProps {
  readonly ref?: Ref<HTMLLIElement> | undefined;
  readonly style?: CSSProperties;
  readonly 'aria-setsize'?: number;
  readonly 'aria-posinset'?: number;
  readonly 'data-index'?: number;
  readonly 'data-key'?: string;
}

const inFlowProps: ListItemProps = {};

/** React context that a virtual list (which renders only visible rows) provides for each of its rows. */
export const ListItemContext = createContext(inFlowProps);

/**
 * Returns the props that a row spreads on its `li`, so that a virtual list (which renders only visible rows) can
 * position and measure the row.
 */
export const useListItemProps = (): ListItemProps => use(ListItemContext);

/** Row of a list, such as a setting, a person or an order. Must be rendered inside of `Rows`. */
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

/** List of rows on one card, with thin lines between them. */
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

// Column with the texts of a row. If there is less space than for nine letters, the element at the right edge moves
// below the texts.
const TextColumn = styled.div`
  flex: 1 1 9em;
  min-width: 0;
`;

const RowTitle = styled.span`
  ${textStyles.label}
  display: block;
  overflow-wrap: anywhere;
`;

// Style that makes the whole row react to a press, not only its text: `::after` covers the row.
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

// Area at the row's right edge. A button in it lies above the pressable row, so that it can be pressed; all other
// presses go through to the row.
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
