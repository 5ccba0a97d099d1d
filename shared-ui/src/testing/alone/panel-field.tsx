import { useId } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../../ui';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  onChoose(value: T): void;
}

/** A labelled choice of the panel. */
export const Choice = <T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) => {
  const id = useId();
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChoose(option.value);
  };
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    </Field>
  );
};

/** A label over its control. */
export const Labelled = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId();
  return <Field><label htmlFor={id}>{label}</label>{children(id)}</Field>;
};

const Field = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  font-size: 0.8125rem;

  select,
  input {
    box-sizing: border-box;
    width: 100%;
    min-height: 32px;
    font: inherit;
    color: inherit;
    background: ${tokens.color.surface};
    border: 1px solid ${tokens.color.lineStrong};
    border-radius: 6px;
  }
`;
