import { Clock, MapPin, Phone } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../../.storybook/story';
import { LONG_DISH_NAME, LONG_NAME } from '../../../.storybook/story';
import { DishLine, DishList, LeaderText, NameLine, Price } from './dishes';
import { Fact, FactList, MetaItem, MetaLine, PriceLevel, StatusLine, TravelTime } from './facts';

const meta: StoriesMeta = { title: 'Content/Facts' };
export default meta;

/** Story of a status line whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof StatusLine>> = {
  render: (args) => <StatusLine {...args} />,
  args: { state: 'closingSoon', word: 'Schließt in 38 Min.', rest: 'um 14:30', minutesLeft: 38 },
  argTypes: {
    state: { control: 'select', options: ['open', 'closingSoon', 'closed'] },
    minutesLeft: { control: { type: 'range', min: 0, max: 60 } },
  },
};

/**
 * Story with opening states: symbol, bold word, further text. For the last hour, the symbol is a pie chart of the
 * remaining minutes.
 */
export const Status: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="open">
        <StatusLine state="open" word="Geöffnet" rest="bis 17:00" />
      </Specimen>
      <Specimen label="closingSoon: 55, 38, 12 minutes">
        <StatusLine state="closingSoon" word="Schließt in 55 Min." minutesLeft={55} />
        <StatusLine state="closingSoon" word="Schließt in 38 Min." minutesLeft={38} />
        <StatusLine state="closingSoon" word="Schließt in 12 Min." minutesLeft={12} />
      </Specimen>
      <Specimen label="closed">
        <StatusLine state="closed" word="Geschlossen" rest="wieder Mi. 14. Oktober ab 11:30" />
      </Specimen>
    </StoryColumn>
  ),
};

/**
 * Story with short facts in one or more lines; no line starts with a dot. Walks of more than fifteen minutes are
 * replaced by the time by bike.
 */
export const MetaLines: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Near">
        <MetaLine>
          <MetaItem>Italienisch</MetaItem>
          <PriceLevel level={2} />
          <MetaItem>350&nbsp;m</MetaItem>
          <TravelTime mode="walk" text="5 Min." />
        </MetaLine>
      </Specimen>
      <Specimen label="Far, and wrapping">
        <MetaLine>
          <MetaItem>Gutbürgerlich-schwäbische Küche</MetaItem>
          <PriceLevel level={3} />
          <MetaItem>4,8&nbsp;km</MetaItem>
          <TravelTime mode="bike" text="19 Min." />
          <MetaItem>Nur zum Mitnehmen</MetaItem>
        </MetaLine>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with dishes: the dish on the left, a dotted line, the price on the right, all digits aligned. */
export const Dishes: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Prices on one edge">
        <DishList>
          <DishLine name="Lasagne al forno" price="9,80 €" />
          <DishLine name="Tagliatelle mit Pfifferlingen" price="9,60 €" oldPrice="12,00 €" />
          <DishLine name={LONG_DISH_NAME} price="14,50 €" />
          <DishLine name="Salatbuffet" price="1,20 €" unit="je 100 g" />
          <DishLine name="Tagessuppe" />
        </DishList>
      </Specimen>
      <Specimen label="Price alone: plain, reduced, by weight" isInline>
        <Price value="8,90 €" />
        <Price value="7,10 €" oldValue="8,90 €" />
        <Price value="0,96 €" oldValue="1,20 €" unit="je 100 g" />
      </Specimen>
      <Specimen label="Leader text alone">
        <LeaderText>Zwischensumme</LeaderText>
      </Specimen>
      <Specimen label="Name of a dish in a row">
        <NameLine>
          <LeaderText>{LONG_DISH_NAME}</LeaderText>
          <Price value="14,50 €" />
        </NameLine>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with facts about a restaurant, such as address and opening hours, each with an icon. */
export const Facts: Story = {
  render: () => (
    <StoryColumn>
      <FactList>
        <Fact icon={MapPin}>Neuer Wall 52, 20354 Hamburg</Fact>
        <Fact icon={Clock}>Mo. bis Fr. 11:30 bis 14:30 und 17:30 bis 23:00</Fact>
        <Fact icon={Phone}>040 5550142</Fact>
        <Fact icon={MapPin}>{LONG_NAME}, Hinterhof, zweiter Aufgang links</Fact>
      </FactList>
    </StoryColumn>
  ),
};
