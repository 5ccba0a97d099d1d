import { useId } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { CheckboxInput } from '../choice-input';
import { useListPlace } from '../rows';
import { media, textStyles, tokens } from '../theme/tokens';

interface PersonRowProps {
  /** Avatar or mosaic at the left edge, 44 px. */
  readonly leading: ReactNode;
  readonly title: string;
  /** Second line of the row. */
  readonly text?: ReactNode;
  /** Button at the right edge. */
  readonly trailing?: ReactNode;
  /** Called by a press anywhere on the row. */
  readonly onClick?: () => void;
}

/** Row of a person or group, on the page's background. Child of a plain list. */
export const PersonRow = ({ leading, title, text, trailing, onClick }: PersonRowProps) => (
  <Line {...useListPlace()} $isActive={onClick !== undefined}>
    {leading}
    <Words>
      {onClick === undefined ? (
        <Name>{title}</Name>
      ) : (
        <NameButton type="button" onClick={onClick}>
          {title}
        </NameButton>
      )}
      {text !== undefined && <Second>{text}</Second>}
    </Words>
    {trailing !== undefined && <Trailing>{trailing}</Trailing>}
  </Line>
);

interface SelectRowProps extends Pick<PersonRowProps, 'leading' | 'title'> {
  /** Second line; gives the reason for a disabled row. */
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
  const isRefused = isDisabled && !isSelected;
  const describedBy = [text !== undefined && `${id}-text`, isRefused && reasonId]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return (
    <Line {...useListPlace()} $isActive={!isRefused} $isSelected={isSelected} $isFaded={isRefused}>
      {leading}
      <Words>
        <NameLabel htmlFor={id}>{title}</NameLabel>
        {text !== undefined && <Second id={`${id}-text`}>{text}</Second>}
      </Words>
      <Box
        id={id}
        checked={isSelected}
        aria-disabled={isRefused || undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        onChange={() => !isRefused && onToggle()}
      />
    </Line>
  );
};

/** Heading within a plain list of people. */
export const PeopleHeading = ({ children }: { readonly children: string }) => (
  <HeadingLine {...useListPlace()}>
    <Heading>{children}</Heading>
  </HeadingLine>
);

// Spans the whole width of the sheet; the content keeps its gutters.
const bleedStyle = css`
  margin-inline: calc(-1 * var(--gutter, 20px));
  padding-inline: var(--gutter, 20px);
`;

interface LineProps {
  readonly $isActive: boolean;
  readonly $isSelected?: boolean;
  readonly $isFaded?: boolean;
}

const Line = styled.li<LineProps>`
  ${bleedStyle}
  display: flex;
  align-items: center;
  gap: 12px;
  position: relative;
  min-height: 64px;
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

const Words = styled.div`
  flex: 1;
  min-width: 0;
`;

const name = css`
  ${textStyles.label}
  display: block;
  hyphens: auto;
  overflow-wrap: anywhere;
`;

const Name = styled.span`
  ${name}
`;

// The whole row reacts to a press, not only its text: `::after` covers the row.
const wholeRow = css`
  ${name}
  width: 100%;
  cursor: pointer;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

const NameButton = styled.button`
  ${wholeRow}
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
  ${wholeRow}
`;

// The checkbox lies above the label, because the label covers the row.
const Box = styled(CheckboxInput)`
  position: relative;
  z-index: 1;
`;

const Second = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
  overflow-wrap: anywhere;
`;

// A button inside lies above the row's own target, so that it can be pressed; other presses go through to the row.
const Trailing = styled.div`
  position: relative;
  z-index: 1;
  flex: none;
  max-width: 50%;
  pointer-events: none;
  a,
  button {
    pointer-events: auto;
  }
`;

const HeadingLine = styled.li`
  padding: 16px 0 6px;
`;

const Heading = styled.h2`
  ${textStyles.caption}
  font-weight: 600;
  color: ${tokens.color.ink2};
`;
