import styled from 'styled-components';
import { StoryColumn, Specimen, SpecimenGrid } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { FoodArt } from '../art/art';
import { tokens } from '../theme/tokens';
import type { SceneLayout } from './scene';
import { Scene } from './scene';
import { artOfTag, emblemFor, sceneFor } from './scene-recipes';

const meta: StoriesMeta = { title: 'Foundations/Scenes' };
export default meta;

const NAMES_AND_TAGS = [
  ['Trattoria Da Enzo', 'Italienisch'],
  ['Pizzeria Vesuvio', 'Pizza'],
  ['Phở Hai Mươi', 'Vietnamesisch'],
  ['Sushi Kaiyo', 'Japanisch'],
  ['Curryhaus Ganesha', 'Indisch'],
  ['Bosporus Grill', 'Türkisch'],
  ['Taverna Mykonos', 'Griechisch'],
  ['Zum Goldenen Hirschen', 'Deutsch'],
  ['Burgerei Nord', 'Burger'],
  ['Café Kirschblüte', 'Café'],
  ['Salatbar Grünzeug', 'Salat'],
  ['Fischbude Elbblick', 'Fisch'],
] as const;

/**
 * Story with drawings of laid tables. Tags and name of a restaurant determine its drawing, which is the same for
 * everybody.
 */
export const Tables: Story = {
  render: () => (
    <SpecimenGrid>
      {NAMES_AND_TAGS.map(([name, tag]) => (
        <Specimen key={name} label={`${name} (${tag})`}>
          <SceneCard>
            <Scene sceneSpec={sceneFor(name, [tag])} layout="card" />
          </SceneCard>
        </Specimen>
      ))}
    </SpecimenGrid>
  ),
};

const LAYOUTS: readonly { readonly layout: SceneLayout; readonly height: number }[] = [
  { layout: 'card', height: 156 },
  { layout: 'page', height: 200 },
  { layout: 'pageWide', height: 200 },
  { layout: 'teaser', height: 112 },
];

/** Story with one laid table in each frame. */
export const Frames: Story = {
  render: () => (
    <SceneGrid>
      {LAYOUTS.map(({ layout, height }) => (
        <Specimen key={layout} label={layout}>
          <SceneCard $height={height} $isWide={layout === 'pageWide'}>
            <Scene sceneSpec={sceneFor('Trattoria Da Enzo', ['Italienisch'])} layout={layout} />
          </SceneCard>
        </Specimen>
      ))}
    </SceneGrid>
  ),
};

/** Story with drawings of one dish or glass each, for places too small for a laid table. */
export const Emblems: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Of places" isInline>
        {NAMES_AND_TAGS.map(([name, tag]) => (
          <FoodArt key={name} name={emblemFor(name, [tag]).art} size={40} />
        ))}
      </Specimen>
      <Specimen label="Of tags; the last one is unknown" isInline>
        {['Italienisch', 'Vietnamesisch', 'Suppe', 'Café', 'Sonstiges'].map((tag) => (
          <FoodArt key={tag} name={artOfTag(tag)} size={40} />
        ))}
      </Specimen>
    </StoryColumn>
  ),
};

const SceneCard = styled.div<{ readonly $height?: number; readonly $isWide?: boolean }>`
  height: ${({ $height = 156 }) => $height}px;
  max-width: ${({ $isWide = false }) => ($isWide ? '1040px' : '390px')};
  border-radius: ${tokens.radius.card};
  overflow: hidden;
`;

const SceneGrid = styled.div`
  display: grid;
  gap: 24px;
`;
