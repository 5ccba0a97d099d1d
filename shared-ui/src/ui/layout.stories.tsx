import styled from 'styled-components';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { FoodArt } from './art/art';
import { Body, H1, Small } from './text';
import { tokens } from './theme/tokens';
import { CardGrid, Divider, Gutter, Inline, PageHead, Panel, Section, Stack } from './layout';

const meta: StoriesMeta = { title: 'Foundations/Layout' };
export default meta;

const ExampleBlock = styled.span`
  padding: 10px 14px;
  border-radius: ${tokens.radius.small};
  background: ${tokens.color.plumTint};
  color: ${tokens.color.onPlumTint};
`;

/** Story with children stacked vertically, and with children side by side. */
export const StackAndInline: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Stack, gap 12">
        <Stack>
          <ExampleBlock>Vorspeise</ExampleBlock>
          <ExampleBlock>Hauptgericht</ExampleBlock>
          <ExampleBlock>Nachtisch</ExampleBlock>
        </Stack>
      </Specimen>
      <Specimen label="Inline, gap 8, wrapping">
        <Inline $wrap>
          {['Suppe', 'Salat', 'Pasta', 'Fisch', 'Eintopf', 'Auflauf', 'Kaiserschmarrn'].map((dish) => (
            <ExampleBlock key={dish}>{dish}</ExampleBlock>
          ))}
        </Inline>
      </Specimen>
      <Specimen label="Inline, space-between">
        <Inline $justify="space-between">
          <ExampleBlock>Zwischensumme</ExampleBlock>
          <ExampleBlock>21,40&nbsp;€</ExampleBlock>
        </Inline>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the surfaces of cards and with dividers. */
export const Surfaces: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Panel, padded">
        <Panel $padded>
          <Body>Nach dem Bestellen stornierst du nur noch telefonisch beim Lokal.</Body>
        </Panel>
      </Specimen>
      <Specimen label="Divider">
        <Divider />
      </Specimen>
      <Specimen label="CardGrid: one column on phones and in the pane, two from 600 on">
        <CardGrid>
          <ExampleBlock>Trattoria Da Enzo</ExampleBlock>
          <ExampleBlock>Sushi Kaiyo</ExampleBlock>
          <ExampleBlock>Café Kirschblüte</ExampleBlock>
        </CardGrid>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the head of a page below its picture: the emblem overlaps the picture. */
export const Page: Story = {
  parameters: { isBare: true },
  render: () => (
    <>
      <MediaPlaceholder />
      <PageHead emblem={<FoodArt name="spaghetti" size={40} />}>
        <H1>Trattoria Da Enzo</H1>
        <Small $tone="quiet">Italienisch, 350&nbsp;m entfernt</Small>
      </PageHead>
      <Gutter>
        <Section title="Mittagstisch" headAside="heute 11:30 bis 14:30">
          <Body>Lasagne al forno mit kleinem Salat</Body>
        </Section>
        <Section title="Suppen" level={3}>
          <Body>Minestrone mit Basilikumpesto</Body>
        </Section>
      </Gutter>
    </>
  ),
};

const MediaPlaceholder = styled.div`
  height: 120px;
  background: ${tokens.color.apricotDeep};
`;
