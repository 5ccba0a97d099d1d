import { Clock, CloudOff, Heart, MapPin } from 'lucide-react';
import styled from 'styled-components';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { textStyles } from '../theme/tokens';
import type { FoodArtName } from './art';
import { FoodArt, Icon, BrandMark, PlateArt } from './art';

const meta: StoriesMeta = { title: 'Foundations/Art' };
export default meta;

const FOOD_ART_NAMES: readonly FoodArtName[] = [
  'avocado',
  'beer-mug',
  'bell-pepper',
  'bento-box',
  'bread',
  'broccoli',
  'carrot',
  'cheese-wedge',
  'cherries',
  'chopsticks',
  'cooking',
  'croissant',
  'cucumber',
  'cup-with-straw',
  'curry-rice',
  'doughnut',
  'egg',
  'fish',
  'fork-and-knife',
  'fork-and-knife-with-plate',
  'french-fries',
  'fried-shrimp',
  'garlic',
  'ginger-root',
  'green-salad',
  'hamburger',
  'herb',
  'hot-beverage',
  'hot-pepper',
  'leafy-green',
  'lemon',
  'meat-on-bone',
  'mushroom',
  'olive',
  'onion',
  'pea-pod',
  'pizza',
  'pot-of-food',
  'potato',
  'pretzel',
  'red-apple',
  'salt',
  'sandwich',
  'shallow-pan-of-food',
  'shortcake',
  'soft-ice-cream',
  'spaghetti',
  'steaming-bowl',
  'strawberry',
  'stuffed-flatbread',
  'sushi',
  'taco',
  'teacup-without-handle',
  'tomato',
  'wine-glass',
];

/** Story with all food drawings and their names. */
export const Food: Story = {
  render: () => (
    <ArtGrid>
      {FOOD_ART_NAMES.map((name) => (
        <ArtTile key={name}>
          <FoodArt name={name} size={48} />
          {name}
        </ArtTile>
      ))}
    </ArtGrid>
  ),
};

/** Story with icons. Their stroke width decreases as their size grows. */
export const Icons: Story = {
  render: () => (
    <StoryColumn>
      {[14, 16, 20, 24, 32].map((size) => (
        <Specimen key={size} label={`${size} px`} isInline>
          <Icon source={MapPin} size={size} />
          <Icon source={Clock} size={size} />
          <Icon source={Heart} size={size} />
          <Icon source={Heart} size={size} isFilled />
        </Specimen>
      ))}
    </StoryColumn>
  ),
};

/** Story with the brand's logo, and with the drawn plate that empty states and error states show. */
export const MarkAndPlates: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Mark, 34 and 64 px" isInline>
        <BrandMark />
        <BrandMark size={64} />
      </Specimen>
      <Specimen label="Plate with a small thing, 132 and 104 px" isInline>
        <PlateArt art="pea-pod" />
        <PlateArt art="red-apple" size={104} />
      </Specimen>
      <Specimen label="Plate where something failed" isInline>
        <PlateArt icon={CloudOff} />
      </Specimen>
    </StoryColumn>
  ),
};

const ArtGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(88px, 1fr));
  gap: 16px 8px;
`;

const ArtTile = styled.span`
  ${textStyles.micro}
  display: grid;
  justify-items: center;
  gap: 6px;
  text-align: center;
`;
