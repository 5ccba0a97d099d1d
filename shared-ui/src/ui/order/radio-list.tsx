import { useId } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { RadioInput, RadioFieldset } from '../radio-input';
import { H3 } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

/** Option in a list of radio buttons: a label, a second line and an element at the right edge. */
export interface RadioListOption {
  readonly id: string;
  readonly label: string;
  /** Second line of the option. */
  readonly text: string;
  /** Element at the right edge of the option, such as a badge. */
  readonly trailing: ReactNode;
  /** True if the option can't be chosen; its second line says why. */
  readonly isDisabled?: boolean;
}

interface RadioListProps {
  /** Question that stands above the options. */
  readonly label: string;
  readonly options: readonly RadioListOption[];
  /** Id of the chosen option; null while nothing is chosen. */
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** Element above the options, such as a sign that they are loading. */
  readonly children?: ReactNode;
}

/** Question with options in a list, of which one can be chosen. */
export const RadioList = ({ label, options, chosenId, onChoose, children }: RadioListProps) => {
  const groupName = useId();
  return (
    <RadioFieldset>
      <RadioListTitle as="legend">{label}</RadioListTitle>
      <OptionList>
        {children}
        {options.map(({ id, label: title, text, trailing, isDisabled = false }) => (
          <OptionLabel key={id} $isDisabled={isDisabled}>
            <RadioInput
              name={groupName}
              checked={id === chosenId}
              disabled={isDisabled}
              onChange={() => onChoose(id)}
            />
            <span>
              {title}
              <SecondaryText $isDisabled={isDisabled}>{text}</SecondaryText>
            </span>
            {trailing}
          </OptionLabel>
        ))}
      </OptionList>
    </RadioFieldset>
  );
};

const RadioListTitle = styled(H3)`
  padding: 0;
  margin-bottom: 10px;
`;

const OptionList = styled.div`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  overflow: hidden;
  > * + * {
    border-top: 1px solid ${tokens.color.line};
  }
`;

const OptionLabel = styled.label<{ readonly $isDisabled: boolean }>`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 14px;
  min-height: 60px;
  padding: 8px 16px;
  color: ${({ $isDisabled }) => ($isDisabled ? tokens.color.ink3 : tokens.color.ink)};
  cursor: ${({ $isDisabled }) => ($isDisabled ? 'default' : 'pointer')};
  ${media.hover} {
    &:hover:has(input:enabled) {
      background: ${tokens.color.hover};
    }
  }
  &:has(input:focus-visible) {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
    border-radius: ${tokens.radius.control};
  }
  > input:focus-visible {
    outline: none;
  }
  > span:not(:last-child) {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const SecondaryText = styled.span<{ readonly $isDisabled: boolean }>`
  ${textStyles.caption}
  display: block;
  font-weight: 400;
  color: ${({ $isDisabled }) => ($isDisabled ? tokens.color.onErrTint : tokens.color.ink2)};
`;
