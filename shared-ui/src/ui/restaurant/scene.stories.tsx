import styled from 'styled-components';
import { Column, Specimen, Wall } from '../../../.storybook/story-frame';
import type { Stories, Story } from '../../../.storybook/story';
import { FoodArt } from '../art/art';
import { tokens } from '../theme/tokens';
import type { SceneLayout } from './scene';
import { Scene } from './scene';
import { artOfTag, emblemFor, sceneFor } from './scene-recipes';

const meta: Stories = { title: 'Foundations/Scenes' };
export default meta;

const PLACES = [
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

/** Tags and name determine the table, equally for everybody. */
export const Tables: Story = {
  render: () => (
    <Wall>
      {PLACES.map(([name, tag]) => (
        <Specimen key={name} label={`${name} (${tag})`}>
          <Card>
            <Scene spec={sceneFor(name, [tag])} layout="card" />
          </Card>
        </Specimen>
      ))}
    </Wall>
  ),
};

const LAYOUTS: readonly { readonly layout: SceneLayout; readonly height: number }[] = [
  { layout: 'card', height: 156 },
  { layout: 'page', height: 200 },
  { layout: 'pageWide', height: 200 },
  { layout: 'teaser', height: 112 },
];

/** One table in each frame. */
export const Frames: Story = {
  render: () => (
    <Frameset>
      {LAYOUTS.map(({ layout, height }) => (
        <Specimen key={layout} label={layout}>
          <Card $height={height} $isWide={layout === 'pageWide'}>
            <Scene spec={sceneFor('Trattoria Da Enzo', ['Italienisch'])} layout={layout} />
          </Card>
        </Specimen>
      ))}
    </Frameset>
  ),
};

/** Single drawings, for places where a whole table doesn't fit. */
export const Emblems: Story = {
  render: () => (
    <Column>
      <Specimen label="Of places" isInline>
        {PLACES.map(([name, tag]) => (
          <FoodArt key={name} name={emblemFor(name, [tag]).art} size={40} />
        ))}
      </Specimen>
      <Specimen label="Of tags; the last one is unknown" isInline>
        {['Italienisch', 'Vietnamesisch', 'Suppe', 'Café', 'Sonstiges'].map((tag) => (
          <FoodArt key={tag} name={artOfTag(tag)} size={40} />
        ))}
      </Specimen>
    </Column>
  ),
};

const Card = styled.div<{ readonly $height?: number; readonly $isWide?: boolean }>`
  height: ${({ $height = 156 }) => $height}px;
  max-width: ${({ $isWide = false }) => ($isWide ? '1040px' : '390px')};
  border-radius: ${tokens.radius.card};
  overflow: hidden;
`;

const Frameset = styled.div`
  display: grid;
  gap: 24px;
`;
