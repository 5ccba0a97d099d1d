import { useId } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { CheckboxInput } from '../choice-input';
import { useListItemProps } from '../rows';
import { media, textStyles, tokens } from '../theme/tokens';

interface PersonRowProps {
  /** Avatar or mosaic at the left edge, 44 px. */
  readonly leading: ReactNode;
  readonly title: string;
  /** Second line of the row, below the name. */
  readonly text?: ReactNode;
  /** Button at the right edge of the person's row. */
  readonly trailing?: ReactNode;
  /** Called by a press anywhere on the row. */
  readonly onClick?: () => void;
}

/** Row of a person or group, on the page's background. Child of a plain list. */
export const PersonRow = ({ leading, title, text, trailing, onClick }: PersonRowProps) => (
  <RowItem {...useListItemProps()} $isActive={onClick !== undefined}>
    {leading}
    <TextColumn>
      {onClick === undefined ? (
        <PersonName>{title}</PersonName>
      ) : (
        <NameButton type="button" onClick={onClick}>
          {title}
        </NameButton>
      )}
      {text !== undefined && <SecondaryText>{text}</SecondaryText>}
    </TextColumn>
    {trailing !== undefined && <TrailingArea>{trailing}</TrailingArea>}
  </RowItem>
);

interface SelectRowProps extends Pick<PersonRowProps, 'leading' | 'title'> {
  /** Second line of the row. In a disabled row it says why the person can't be selected. */
  readonly text?: string;
  readonly isSelected: boolean;
  /** True: the row is grey and can't be selected. A selected row can always be deselected. */
  readonly isDisabled?: boolean;
  /** Id of an element outside the row with the reason why the row is disabled. */
  readonly reasonId?: string;
  readonly onToggle: () => void;
}

/** Row of a person with a checkbox; a press anywhere on the row toggles it. Child of a plain list. */
export const SelectRow = ({
  leading,
  title,
  text,
  isSelected,
  isDisabled = false,
  reasonId,
  onToggle,
}: SelectRowProps) => {
  const id = useId();
  const isSelectionDisabled = isDisabled && !isSelected;
  const describedBy = [text !== undefined && `${id}-text`, isSelectionDisabled && reasonId]
    .filter((descriptionId) => typeof descriptionId === 'string')
    .join(' ');
  return (
    <RowItem
      {...useListItemProps()}
      $isActive={!isSelectionDisabled}
      $isSelected={isSelected}
      $isFaded={isSelectionDisabled}
    >
      {leading}
      <TextColumn>
        <NameLabel htmlFor={id}>{title}</NameLabel>
        {text !== undefined && <SecondaryText id={`${id}-text`}>{text}</SecondaryText>}
      </TextColumn>
      <StyledCheckbox
        id={id}
        checked={isSelected}
        aria-disabled={isSelectionDisabled || undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        onChange={() => !isSelectionDisabled && onToggle()}
      />
    </RowItem>
  );
};

/** Heading within a plain list of people. */
export const PeopleHeading = ({ children }: { readonly children: string }) => (
  <HeadingLine {...useListItemProps()}>
    <HeadingText>{children}</HeadingText>
  </HeadingLine>
);

// Style of a row that spans the whole width of the sheet, while its content keeps the side margins.
const bleedStyle = css`
  margin-inline: calc(-1 * var(--gutter, 20px));
  padding-inline: var(--gutter, 20px);
`;

interface RowItemProps {
  readonly $isActive: boolean;
  readonly $isSelected?: boolean;
  readonly $isFaded?: boolean;
}

const RowItem = styled.li<RowItemProps>`
  ${bleedStyle}
  display: flex;
  /* At large letters a button at the end moves below the name, so that it leaves the name room for a word. */
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  position: relative;
  // The specification demands this minimum height (S1§9).
  min-height: 72px;
  padding-block: 8px;
  ${({ $isActive }) =>
    $isActive &&
    css`
      ${media.hover} {
        &:hover {
          background: ${tokens.color.hover};
        }
      }
    `}
  ${({ $isSelected = false }) =>
    $isSelected &&
    css`
      &,
      &:hover {
        background: ${tokens.color.plumTint};
      }
    `}
  ${({ $isFaded = false }) =>
    $isFaded &&
    css`
      color: ${tokens.color.ink3};
    `}
  /* A hairline from where the words begin. */
  & + &::before {
    content: '';
    position: absolute;
    inset: 0 var(--gutter, 20px) auto calc(var(--gutter, 20px) + 56px);
    border-top: 1px solid ${tokens.color.line};
  }
`;

const TextColumn = styled.div`
  flex: 1 1 5.5rem;
  min-width: 0;
`;

const nameStyle = css`
  ${textStyles.label}
  display: block;
  hyphens: auto;
  overflow-wrap: anywhere;
`;

const PersonName = styled.span`
  ${nameStyle}
`;

// Style that makes the whole row react to a press, not only its text: `::after` covers the row.
const wholeRowTargetStyle = css`
  ${nameStyle}
  width: 100%;
  cursor: pointer;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

const NameButton = styled.button`
  ${wholeRowTargetStyle}
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
    border-radius: ${tokens.radius.control};
  }
`;

const NameLabel = styled.label`
  ${wholeRowTargetStyle}
`;

// The checkbox lies above the label, because the label covers the row.
const StyledCheckbox = styled(CheckboxInput)`
  position: relative;
  z-index: 1;
`;

const SecondaryText = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
  overflow-wrap: anywhere;
`;

// Area at the row's right edge. A button in it lies above the pressable row, so that it can be pressed; all other
// presses go through to the row.
const TrailingArea = styled.div`
  position: relative;
  z-index: 1;
  flex: none;
  max-width: min(100%, max(50%, 10rem));
  margin-inline-start: auto;
  pointer-events: none;
  a,
  button {
    pointer-events: auto;
  }
`;

const HeadingLine = styled.li`
  padding: 16px 0 6px;
`;

const HeadingText = styled.h2`
  ${textStyles.caption}
  font-weight: 600;
  color: ${tokens.color.ink2};
`;
