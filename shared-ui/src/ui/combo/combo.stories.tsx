import { useState } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { LONG_NAME } from '../../../.storybook/story';
import type { ComboSection } from '.';
import { ComboBox } from '.';

const meta: StoriesMeta = { title: 'Inputs/Combo box' };
export default meta;

const PLACE_SECTIONS: readonly ComboSection[] = [
  {
    id: 'recent',
    title: 'Zuletzt gesucht',
    items: [
      { id: 'altstadt', label: 'Hamburg-Altstadt' },
      { id: 'zwiebel', label: 'Zwiebelkuchen' },
    ],
  },
  {
    id: 'places',
    title: 'Lokale',
    items: [
      { id: 'enzo', label: 'Trattoria Da Enzo', text: 'Italienisch, 350 m' },
      { id: 'kaiyo', label: 'Sushi Kaiyo', text: 'Japanisch, 1,1 km' },
      { id: 'long', label: LONG_NAME, text: 'Deutsch, 2,4 km' },
    ],
  },
];

const matchingSections = (typedText: string): readonly ComboSection[] =>
  PLACE_SECTIONS.map((section) => ({
    ...section,
    items: section.items.filter(({ label }) => label.toLowerCase().includes(typedText.toLowerCase())),
  })).filter(({ items }) => items.length > 0);

interface ComboExampleProps {
  readonly initialText?: string;
  readonly error?: string;
}

const ComboExample = ({ initialText = '', error }: ComboExampleProps) => {
  const [typedText, setTypedText] = useState(initialText);
  const itemLabelOf = (id: string): string =>
    PLACE_SECTIONS.flatMap(({ items }) => items).find((item) => item.id === id)?.label ?? typedText;
  return (
    <ComboBox
      label="Ort, Lokal oder Gericht"
      placeholder="Wonach ist dir?"
      sections={matchingSections(typedText)}
      inputValue={typedText}
      onInputChange={setTypedText}
      onSelect={(id) => setTypedText(itemLabelOf(id))}
      hint="Pfeiltasten wählen aus, Enter übernimmt."
      error={error}
      emptyText="Dazu haben wir nichts gefunden."
    />
  );
};

/**
 * Story with the states of a text field with suggestions: the list opens on focus, and a text says if nothing matches.
 */
export const States: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty">
        <ComboExample />
      </Specimen>
      <Specimen label="Typed">
        <ComboExample initialText="Sushi" />
      </Specimen>
      <Specimen label="Nothing matches">
        <ComboExample initialText="Labskaus" />
      </Specimen>
      <Specimen label="Wrong">
        <ComboExample initialText="Bremen" error="Dort gibt es noch keine Lokale." />
      </Specimen>
    </StoryColumn>
  ),
};
