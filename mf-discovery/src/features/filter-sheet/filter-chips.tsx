import { Section } from '@mahlzeit/shared-ui/ui';
import { Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import styled from 'styled-components';

interface FilterChipsProps<Value> {
  readonly title: string;
  readonly values: readonly Value[];
  readonly chosen: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChange: (chosen: readonly Value[]) => void;
}

const toggled = <Value,>(chosen: readonly Value[], value: Value): readonly Value[] =>
  chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];

/** Values of one group, each on or off. */
const FilterChips = <Value extends string | number>({ title, values, chosen, nameOf, onChange }: FilterChipsProps<Value>) => (
  <Section title={title}>
    <Chips>
      {values.map((value) => (
        <Chip key={value} isPressed={chosen.includes(value)} onClick={() => onChange(toggled(chosen, value))}>{nameOf(value)}</Chip>
      ))}
    </Chips>
  </Section>
);

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 8px;
  margin-top: 8px;
  > button { max-width: 100%; white-space: normal; overflow-wrap: anywhere; }
`;
