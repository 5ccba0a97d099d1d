import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { Body, SkipLink, VisuallyHidden } from './text';

const meta: StoriesMeta = { title: 'Foundations/Hidden' };
export default meta;

/** Story with a link that is visible only while it has the focus; press Tab to see it. */
export const Skip: Story = {
  render: () => (
    <StoryColumn>
      <SkipLink href="#inhalt">Zum Inhalt springen</SkipLink>
      <Body id="inhalt" tabIndex={-1}>
        Mittagstisch rund um den Rödingsmarkt
      </Body>
    </StoryColumn>
  ),
};

/** Story with a text for sighted users („€€“) and another text that only screen readers read out. */
export const ReadOut: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="VisuallyHidden">
        <Body>
          <span aria-hidden="true">€€</span>
          <VisuallyHidden>Preisklasse 2 von 3</VisuallyHidden>
        </Body>
      </Specimen>
    </StoryColumn>
  ),
};
