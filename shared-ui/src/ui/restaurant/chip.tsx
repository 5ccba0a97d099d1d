import type { ComponentPropsWithRef, ReactNode, Ref } from 'react';
import styled, { css } from 'styled-components';
import { FoodArt, Icon } from '../art/art';
import type { FoodArtName, IconSource } from '../art/art';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface ChipProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** Drawing before the text of the chip. */
  readonly art?: FoodArtName;
  /** Icon after the text, for a chip that opens a screen. */
  readonly icon?: IconSource;
  /** Makes the chip a toggle, which is pressed or not. Absent for a chip that opens a screen. */
  readonly isPressed?: boolean;
  readonly children: ReactNode;
}

/** Button for a filter, 40 px high, with a touch target of 44 px. */
export const Chip = ({ art, icon, isPressed, children, type = 'button', ...rest }: ChipProps) => (
  <ChipButton {...rest} type={type} aria-pressed={isPressed} $isChosen={isPressed ?? false} $hasArt={art !== undefined}>
    {art !== undefined && <FoodArt name={art} size={22} />}
    {children}
    {icon !== undefined && <Icon source={icon} size={16} />}
  </ChipButton>
);

interface ChipBarProps {
  /** Purpose of the row of chips, for assistive technology. */
  readonly label: string;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** Row of filter chips that scrolls sideways and, on phones, sticks below the search. */
export const ChipBar = ({ label, ref, children }: ChipBarProps) => (
  <ChipBarFrame ref={ref} role="group" aria-label={label} data-scrolls="">
    {children}
  </ChipBarFrame>
);

const ChipButton = styled.button<{ readonly $isChosen: boolean; readonly $hasArt: boolean }>`
  ${textStyles.small}
  display: inline-flex;
  align-items: center;
  gap: 8px;
  flex: none;
  position: relative;
  min-height: 40px;
  padding: 0 14px 0 ${({ $hasArt }) => ($hasArt ? '10px' : '14px')};
  border-radius: ${tokens.radius.full};
  font-weight: 550;
  white-space: nowrap;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  transition: background ${tokens.duration.tap} ${tokens.curve.in};
  &::after {
    content: '';
    position: absolute;
    inset: -2px 0;
  }
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isChosen }) =>
    $isChosen &&
    css`
      &,
      &:hover {
        background: ${tokens.color.plum};
      }
      color: ${tokens.color.onPlum};
      box-shadow: none;
      font-weight: 600;
    `}
`;

const ChipBarFrame = styled.div`
  display: flex;
  gap: 8px;
  padding: 6px 16px 8px;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  position: sticky;
  /* Right below what stays of the top bar: its search row. */
  top: 54px;
  z-index: ${tokens.layer.topBar};
  background: ${tokens.color.bg};
  ${media.from701} {
    position: static;
  }
  ${media.low} {
    position: static;
  }
  ${media.from850} {
    padding: 4px 20px 12px;
  }
`;
