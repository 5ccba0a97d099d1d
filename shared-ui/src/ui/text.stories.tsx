import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { LONG_NAME } from '../../.storybook/story';
import { Body, Caption, H1, H2, H3, Label, Small, TotalText } from './text';

const meta: StoriesMeta = { title: 'Foundations/Text' };
export default meta;

/** Story with all text components, one for each step of the type scale. */
export const Steps: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="H1">
        <H1>Trattoria Da Enzo</H1>
      </Specimen>
      <Specimen label="H2">
        <H2>Heute auf der Karte</H2>
      </Specimen>
      <Specimen label="H3">
        <H3>Suppen und Eintöpfe</H3>
      </Specimen>
      <Specimen label="Body">
        <Body>
          Hausmannskost aus Hamburg, jeden Mittag frisch gekocht. Bestell bis 12:15 Uhr vor und setz dich einfach.
        </Body>
      </Specimen>
      <Specimen label="Label">
        <Label>Nur geöffnete Lokale</Label>
      </Specimen>
      <Specimen label="Small">
        <Small>Italienisch, 350&nbsp;m entfernt</Small>
      </Specimen>
      <Specimen label="Caption">
        <Caption>Enthält Sellerie, Senf und Milch.</Caption>
      </Specimen>
      <Specimen label="Total">
        <TotalText>23,70&nbsp;€</TotalText>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the tones of a text: full, secondary, faint. */
export const Tones: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="ink">
        <Body>Heute ist Ruhetag.</Body>
      </Specimen>
      <Specimen label="quiet">
        <Body $tone="quiet">Morgen ab 11:30 gibt es wieder Mittagstisch.</Body>
      </Specimen>
      <Specimen label="dim">
        <Body $tone="dim">Zuletzt geprüft um 9:40 Uhr</Body>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with long names, which wrap and are never cut. */
export const LongNames: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="H1">
        <H1>{LONG_NAME}</H1>
      </Specimen>
      <Specimen label="H3">
        <H3>{LONG_NAME}</H3>
      </Specimen>
      <Specimen label="Small">
        <Small>{LONG_NAME}</Small>
      </Specimen>
    </StoryColumn>
  ),
};
