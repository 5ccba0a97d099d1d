import { CalendarCheck, Heart, Navigation, Share2, UserPlus } from 'lucide-react';
import styled from 'styled-components';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing, LONG_DISH_NAME, BROKEN_VIDEO, SAMPLE_PICTURE } from '../../../.storybook/story';
import { DisabledReason } from '../button';
import { LinkButton } from '../button-styles';
import { media } from '../theme/tokens';
import { sceneFor } from './scene-recipes';
import { Stepper } from './stepper';
import {
  ActionBar,
  ActionTile,
  ActionTileLink,
  ActionTilePlaceholder,
  MealList,
  MealRow,
  RestaurantMedia,
  Teaser,
  TeaserFilm,
  TeaserPicture,
  TeaserPlaceholder,
  TeaserRow,
} from '.';

const meta: StoriesMeta = { title: 'Content/Restaurant page' };
export default meta;

const restaurantScene = sceneFor('Trattoria Da Enzo', ['Italienisch']);
const allergensButton = <LinkButton onClick={doNothing}>Allergene</LinkButton>;
const stepperOf = (dish: string, quantity: number) => (
  <Stepper label={dish} quantity={quantity} onIncrease={doNothing} onDecrease={doNothing} />
);

/** Story with four action buttons in one row; from 1000 px on, the icon stands beside the label. */
export const Actions: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Four">
        <ActionBar>
          <ActionTile icon={UserPlus} label="Einladen" isProminent onClick={doNothing} />
          <ActionTileLink icon={Navigation} label="Route" href="#route" />
          <ActionTile icon={Share2} label="Teilen" onClick={doNothing} />
          <ActionTile icon={Heart} label="Merken" onClick={doNothing} />
        </ActionBar>
      </Specimen>
      <Specimen label="Two still loading">
        <ActionBar>
          <ActionTileLink icon={Navigation} label="Route" href="#route" />
          <ActionTile icon={Heart} label="Merken" onClick={doNothing} />
          <ActionTilePlaceholder />
          <ActionTilePlaceholder />
        </ActionBar>
      </Specimen>
      <Specimen label="A long word">
        <ActionBar>
          <ActionTile icon={CalendarCheck} label="Tischreservierungsanfrage" onClick={doNothing} />
          <ActionTile icon={Share2} label="Teilen" onClick={doNothing} />
        </ActionBar>
      </Specimen>
    </StoryColumn>
  ),
};

/**
 * Story with the dishes of a menu: name and price, description, allergens; plus and minus buttons on the right, a hint
 * below.
 */
export const Meals: Story = {
  render: () => (
    <StoryColumn>
      <MealList>
        <MealRow
          name="Lasagne al forno"
          price="9,80 €"
          description="Mit Rinderragout und Béchamel, dazu kleiner Salat"
          details={allergensButton}
          actions={stepperOf('Lasagne al forno', 0)}
        />
        <MealRow
          name="Linsencurry"
          price="8,90 €"
          oldPrice="11,10 €"
          diet="Vegan"
          details={allergensButton}
          actions={stepperOf('Linsencurry', 2)}
        />
        <MealRow
          name={LONG_DISH_NAME}
          price="14,50 €"
          diet="Vegetarisch"
          description="Auf Wunsch mit Klößen aus Kartoffeln vom Hof, ohne Aufpreis"
          details={allergensButton}
          actions={stepperOf(LONG_DISH_NAME, 0)}
        />
        <MealRow name="Salatbuffet" price="1,20 €" unit="je 100 g" />
        <MealRow
          name="Tagessuppe"
          hint={<DisabledReason id="suppe" text="Vorbestellen geht erst wieder morgen ab 7 Uhr." repeatCount={0} />}
        />
      </MealList>
    </StoryColumn>
  ),
};

/**
 * Story with the picture of a restaurant, or with the drawing of a laid table; both are paler while the restaurant is
 * closed.
 */
export const Media: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Table on the page">
        <PageMedia>
          <RestaurantMedia sceneSpec={restaurantScene} layout="page" />
        </PageMedia>
      </Specimen>
      <Specimen label="Photo">
        <PageMedia>
          <RestaurantMedia
            sceneSpec={restaurantScene}
            layout="page"
            pictureUrl={SAMPLE_PICTURE}
            alt="Blick in den Gastraum"
          />
        </PageMedia>
      </Specimen>
      <Specimen label="Closed">
        <PageMedia>
          <RestaurantMedia sceneSpec={restaurantScene} layout="page" isClosed />
        </PageMedia>
      </Specimen>
    </StoryColumn>
  ),
};

/**
 * Story with the teasers that appear among the cards, one at a time; the text covers the left side, which has no
 * drawing.
 */
export const Teasers: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Short">
        <Teaser title="Suppentag" text="Heute 20 % auf alle Suppen" href="#tags" scene={sceneFor('Suppe', ['Suppe'])} />
      </Specimen>
      <Specimen label="Long">
        <Teaser
          title="Spargelzeit in den Vierlanden"
          text="Elf Lokale kochen diese Woche mit Spargel vom Hof nebenan"
          href="#tags"
          scene={restaurantScene}
        />
      </Specimen>
    </StoryColumn>
  ),
};

const filmProps = {
  url: BROKEN_VIDEO,
  posterUrl: SAMPLE_PICTURE,
  startsPaused: true,
  playLabel: 'Film abspielen',
  pauseLabel: 'Film anhalten',
  onBroken: doNothing,
};

/** Story with teasers that have a picture or film of their own; the user can pause the film. */
export const OwnTeasers: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Picture that leads on">
        <TeaserPicture url={SAMPLE_PICTURE} link={{ href: '#tags', label: 'Zur Spargelwoche' }} onBroken={doNothing} />
      </Specimen>
      <Specimen label="Picture with words over it">
        <TeaserPicture
          url={SAMPLE_PICTURE}
          teaserTexts={{ title: 'Spargelwoche', placeName: 'Zur Krummen Kogge', text: 'Elf Lokale kochen mit' }}
          link={{ href: '#tags', label: 'Spargelwoche' }}
          onBroken={doNothing}
        />
      </Specimen>
      <Specimen label="Picture alone">
        <TeaserPicture url={SAMPLE_PICTURE} onBroken={doNothing} />
      </Specimen>
      <Specimen label="Film, waiting">
        <TeaserFilm {...filmProps} />
      </Specimen>
      <Specimen label="Film that leads out of the app">
        <TeaserFilm
          {...filmProps}
          link={{ href: 'https://spargel.example', label: 'Zum Spargelhof', isExternal: true }}
        />
      </Specimen>
      <Specimen label="On its way, in a row of its own among the cards">
        <TeaserRow>
          <TeaserPlaceholder />
        </TeaserRow>
      </Specimen>
    </StoryColumn>
  ),
};

const PageMedia = styled.div`
  height: 104px;
  ${media.from701} {
    height: 132px;
  }
`;
