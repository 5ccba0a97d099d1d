import { Clock, Heart } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Specimen, SpecimenGrid } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { BROKEN_PICTURE, doNothing, LONG_DISH_NAME, LONG_NAME, SAMPLE_PICTURE } from '../../../.storybook/story';
import { IconButton } from '../button';
import { MetaItem, PriceLevel, StatusLine, TravelTime } from './facts';
import { sceneFor } from './scene-recipes';
import type { CardDish } from '.';
import { RestaurantCard } from '.';

const meta: StoriesMeta = { title: 'Content/Restaurant card' };
export default meta;

const CARD_DISHES: readonly CardDish[] = [
  { key: 'lasagne', name: 'Lasagne al forno', price: '9,80 €' },
  { key: 'tagliatelle', name: 'Tagliatelle mit Pfifferlingen', price: '9,60 €', oldPrice: '12,00 €', isBest: true },
];

const factsOf = (cuisine: string) => (
  <>
    <MetaItem>{cuisine}</MetaItem>
    <PriceLevel level={2} />
    <MetaItem>350&nbsp;m</MetaItem>
    <TravelTime mode="walk" text="5 Min." />
  </>
);

const openStatusLine = <StatusLine state="open" word="Geöffnet" rest="bis 14:30" />;
const closedStatusLine = <StatusLine state="closed" word="Geschlossen" rest="wieder morgen ab 11:30" />;

interface CardExampleProps extends Partial<ComponentProps<typeof RestaurantCard>> {
  readonly cuisine?: string;
}

const CardExample = ({ cuisine = 'Italienisch', ...overrides }: CardExampleProps) => {
  const restaurantName = overrides.name ?? 'Trattoria Da Enzo';
  return (
    <RestaurantCard
      href="#details/trattoria-da-enzo"
      name={restaurantName}
      scene={sceneFor(restaurantName, [cuisine])}
      metaItems={factsOf(cuisine)}
      status={openStatusLine}
      dishes={CARD_DISHES}
      dishesLabel="Heute mittags"
      favourite={
        <IconButton label={`${restaurantName} merken`} icon={Heart} look="disc" isPressed={false} onClick={doNothing} />
      }
      {...overrides}
    />
  );
};

/** Story with restaurant cards in all states. A drawn plate is small in every layout. */
export const States: Story = {
  render: () => (
    <SpecimenGrid>
      <Specimen label="Open">
        <CardExample />
      </Specimen>
      <Specimen label="Paid placement with savings">
        <CardExample name="Pizzeria Vesuvio" cuisine="Pizza" isAd />
      </Specimen>
      <Specimen label="New, with a chosen heart">
        <CardExample
          name="Sushi Kaiyo"
          cuisine="Japanisch"
          isNew
          favourite={
            <IconButton label="Sushi Kaiyo nicht mehr merken" icon={Heart} look="disc" isPressed onClick={doNothing} />
          }
        />
      </Specimen>
      <Specimen label="Closing soon">
        <CardExample
          name="Zum Goldenen Hirschen"
          cuisine="Deutsch"
          status={<StatusLine state="closingSoon" word="Schließt in 12 Min." minutesLeft={12} />}
        />
      </Specimen>
      <Specimen label="Closed: art pale, text at full contrast">
        <CardExample
          name="Café Kirschblüte"
          cuisine="Café"
          isClosed
          status={closedStatusLine}
          dishes={[]}
          note="Morgen ab 11:30 gibt es wieder Mittagstisch."
        />
      </Specimen>
      <Specimen label="Lunch is over: what there is instead">
        <CardExample
          isClosed
          status={<StatusLine state="closed" word="Mittagstisch vorbei" />}
          replacement={{ icon: Clock, text: 'Jetzt Hauptgerichte, bis 22:00' }}
        />
      </Specimen>
      <Specimen label="No dishes yet">
        <CardExample
          name="Curryhaus Ganesha"
          cuisine="Indisch"
          dishes={[]}
          note="Der Mittagstisch für heute steht ab 9 Uhr hier."
        />
      </Specimen>
      <Specimen label="Selected, as on the map">
        <CardExample name="Bosporus Grill" cuisine="Türkisch" isSelected />
      </Specimen>
    </SpecimenGrid>
  ),
};

/**
 * Story with photos on cards: a photo replaces the drawing and is large on phones. A photo that can't be loaded is
 * replaced by the drawing.
 */
export const Pictures: Story = {
  render: () => (
    <SpecimenGrid>
      <Specimen label="Photo">
        <CardExample photoUrl={SAMPLE_PICTURE} />
      </Specimen>
      <Specimen label="Photo of a closed place">
        <CardExample photoUrl={SAMPLE_PICTURE} isClosed status={closedStatusLine} dishes={[]} />
      </Specimen>
      <Specimen label="Broken photo">
        <CardExample photoUrl={BROKEN_PICTURE} />
      </Specimen>
    </SpecimenGrid>
  ),
};

/** Story with long names: names and dishes wrap; prices never do. */
export const LongNames: Story = {
  render: () => (
    <SpecimenGrid>
      <Specimen label="In the list">
        <CardExample
          name={LONG_NAME}
          cuisine="Deutsch"
          isAd
          isNew
          dishes={[
            { key: 'a', name: LONG_DISH_NAME, price: '13,20 €', oldPrice: '16,50 €' },
            { key: 'b', name: 'Salatbuffet mit Hausdressing', price: '1,20 €', unit: 'je 100 g' },
          ]}
        />
      </Specimen>
    </SpecimenGrid>
  ),
};

/** Story with the card of the selected restaurant, over the map. */
export const Peek: Story = {
  render: () => (
    <SpecimenGrid>
      <Specimen label="peek">
        <CardExample layout="peek" />
      </Specimen>
      <Specimen label="peek, long name">
        <CardExample layout="peek" name={LONG_NAME} isAd />
      </Specimen>
    </SpecimenGrid>
  ),
};
