import { useState } from 'react';
import { Column, Specimen } from '../../../.storybook/story-frame';
import type { Stories, Story } from '../../../.storybook/story';
import { DatePicker } from '.';

const meta: Stories = { title: 'Inputs/Date picker' };
export default meta;

interface ChoosingProps {
  readonly start: string | null;
  readonly hint?: string;
  readonly error?: string;
}

const Choosing = ({ start, hint, error }: ChoosingProps) => {
  const [day, setDay] = useState(start);
  return <DatePicker label="Tag" value={day} onChange={setDay} min="2026-10-12" max="2026-11-08" hint={hint} error={error} />;
};

/** Typed or chosen in a calendar; Escape closes the calendar alone. */
export const States: Story = {
  render: () => (
    <Column>
      <Specimen label="None chosen"><Choosing start={null} hint="Bis zu vier Wochen im Voraus." /></Specimen>
      <Specimen label="Chosen"><Choosing start="2026-10-14" /></Specimen>
      <Specimen label="Out of range"><Choosing start="2026-12-24" /></Specimen>
      <Specimen label="Wrong for a reason of its own"><Choosing start="2026-10-18" error="An diesem Tag hat das Lokal Ruhetag." /></Specimen>
    </Column>
  ),
};
