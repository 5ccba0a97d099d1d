import { useId } from 'react';
import styled from 'styled-components';
import { RadioInput, RadioFieldset } from '../radio-input';
import { textStyles } from '../theme/tokens';

interface RadioGroupProps<Id extends string> {
  /** Question that stands above the options. */
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  /** Id of the chosen option; null while nothing is chosen. */
  readonly chosenId: Id | null;
  readonly onChoose: (id: Id) => void;
}

/** Question with a few answers, all visible, of which one can be chosen. */
export const RadioGroup = <Id extends string>({ label, options, chosenId, onChoose }: RadioGroupProps<Id>) => {
  const groupName = useId();
  return (
    <RadioFieldset>
      <QuestionLegend>{label}</QuestionLegend>
      {options.map((option) => (
        <AnswerLabel key={option.id}>
          <RadioInput name={groupName} checked={option.id === chosenId} onChange={() => onChoose(option.id)} />
          {option.label}
        </AnswerLabel>
      ))}
    </RadioFieldset>
  );
};

const QuestionLegend = styled.legend`
  ${textStyles.small}
  padding: 0;
  font-weight: 600;
`;

const AnswerLabel = styled.label`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  cursor: pointer;
  overflow-wrap: anywhere;
`;
