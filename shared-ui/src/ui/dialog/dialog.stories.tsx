import { Heart, Share2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing, LONG_DISH_NAME, LONG_NAME, SAMPLE_PICTURE } from '../../../.storybook/story';
import { FoodArt, BrandMark } from '../art/art';
import { Avatar } from '../avatar';
import { Button, IconButton } from '../button';
import { EmptyState } from '../feedback';
import { DishLine, DishList } from '../restaurant/dishes';
import { PageHead, Section, Stack } from '../layout';
import { RestaurantMedia } from '../restaurant';
import { sceneFor } from '../restaurant/scene-recipes';
import { Body, H1, Small } from '../text';
import { AlertDialog, LowSheet, MediaOverlay, PaneSheet, Sheet, SheetTabs, SidePanel } from '.';

const meta: StoriesMeta = { title: 'Overlays/Dialog', parameters: { isBare: true } };
export default meta;

const paragraphs = Array.from({ length: 12 }, (_, index) => (
  <Body key={index}>
    Treffpunkt ist der Eingang am Fleet. Wer später kommt, schreibt kurz in die Runde, dann bestellen wir mit.
  </Body>
));

const SheetExample = () => {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Einladung öffnen</Button>
      {isOpen && (
        <Sheet
          title="Mittagessen am Fleet"
          subtitle="Mi. 14. Oktober, 12:30"
          onClose={() => setIsOpen(false)}
          dock={
            <Button size="large" isBlock>
              Zusagen
            </Button>
          }
        >
          <Stack>{paragraphs.slice(0, 3)}</Stack>
        </Sheet>
      )}
    </>
  );
};

/**
 * Story with a sheet: at the lower edge of phones, a centred dialog from 701 px on. Escape closes it, and the focus
 * returns to the button.
 */
export const RegularSheet: Story = { render: () => <SheetExample /> };

/** Story with a screen that must not simply be closed: it has another action in place of the close button. */
export const SheetWithItsOwnWayOut: Story = {
  render: () => (
    <Sheet
      title="Freigabe bei deiner Bank"
      subtitle="22,20 €"
      closeButton={
        <Button size="small" variant="quiet">
          Abbrechen
        </Button>
      }
      isDismissable={false}
      onClose={doNothing}
    >
      <Stack>{paragraphs.slice(0, 2)}</Stack>
    </Sheet>
  ),
};

/** Story with a low sheet that isn't modal: the page above stays visible and usable. */
export const Low: Story = {
  render: () => (
    <>
      <Stack>{paragraphs}</Stack>
      <LowSheet
        title="Lade dir jetzt die App herunter"
        text="Mittagstisch und Einladungen auf einen Blick."
        emblem={<BrandMark size={44} />}
        wantsFocus={false}
        onClose={doNothing}
      >
        <Button isBlock>App laden</Button>
      </LowSheet>
    </>
  ),
};

/** Story with long content, which scrolls between the head of the sheet and its buttons; these stay visible. */
export const LongSheet: Story = {
  render: () => (
    <Sheet
      title={LONG_NAME}
      subtitle="Mi. 14. Oktober, 12:30"
      onClose={doNothing}
      dock={
        <Button size="large" isBlock>
          Zusagen
        </Button>
      }
    >
      <Stack>{paragraphs}</Stack>
    </Sheet>
  ),
};

const backButton = { label: 'Zu den Nachrichten', onClick: doNothing };

/** Story with a sheet as high as the window, whose back button leads to the list. */
export const PaneSheetAlone: Story = {
  render: () => (
    <PaneSheet
      title={LONG_NAME}
      subtitle="mit Friederike und Tobias"
      emblem={<Avatar name="Mehmet Aydın" size="large" />}
      backButton={backButton}
      onClose={doNothing}
      action={<IconButton label="Teilen" icon={Share2} />}
      dock={<Button isBlock>Zusagen</Button>}
    >
      {paragraphs}
    </PaneSheet>
  ),
};

/** Story with a sheet that has its list beside it, from 850 px on. */
export const PaneSheetBesideItsList: Story = {
  render: () => (
    <PaneSheet
      title="Mehmet Aydın"
      backButton={backButton}
      onClose={doNothing}
      pane={<Stack>{paragraphs.slice(0, 2)}</Stack>}
      floatingContent={<IconButton label="Teilen" icon={Share2} look="disc" />}
    >
      {paragraphs}
    </PaneSheet>
  ),
};

/** Story with a sheet beside its list, while no item of the list is selected. */
export const PaneSheetWithNothingChosen: Story = {
  render: () => (
    <PaneSheet title="Nachrichten" hasHead={false} onClose={doNothing} pane={<Stack>{paragraphs.slice(0, 2)}</Stack>}>
      <EmptyState art="hot-beverage" title="Wähle einen Chat aus" />
    </PaneSheet>
  ),
};

/** Story with tabs below the head of a sheet, as wide as the sheet; the first tab is selected initially. */
export const SheetWithTabs: Story = {
  render: () => (
    <Sheet title="Bestellungen" onClose={doNothing}>
      <SheetTabs
        label="Bestellungen"
        idBase="story"
        tabs={[
          { id: 'upcoming', label: 'Anstehend', count: 1, content: paragraphs.slice(0, 1) },
          { id: 'past', label: 'Vergangen', content: paragraphs.slice(0, 3) },
        ]}
      />
    </Sheet>
  ),
};

/**
 * Story with a sheet that has a picture at the top, with buttons over the picture; the content has its own side
 * margins.
 */
export const WideSheetWithMedia: Story = {
  render: () => (
    <Sheet
      size="wide"
      title="Trattoria Da Enzo"
      onClose={doNothing}
      media={<RestaurantMedia sceneSpec={sceneFor('Trattoria Da Enzo', ['Italienisch'])} layout="page" />}
      mediaActions={
        <>
          <IconButton label="Teilen" icon={Share2} look="disc" onClick={doNothing} />
          <IconButton label="Trattoria Da Enzo merken" icon={Heart} look="disc" isPressed={false} onClick={doNothing} />
        </>
      }
    >
      <PageHead emblem={<FoodArt name="spaghetti" size={40} />}>
        <H1>Trattoria Da Enzo</H1>
        <Small $tone="quiet">Italienisch, 350&nbsp;m entfernt</Small>
        <Section title="Heute mittags" headAside="11:30 bis 14:30">
          <DishList>
            <DishLine name="Lasagne al forno" price="9,80 €" />
            <DishLine name={LONG_DISH_NAME} price="14,50 €" />
          </DishList>
        </Section>
      </PageHead>
    </Sheet>
  ),
};

/**
 * Story with a confirmation dialog with two actions: the label of the right one names the consequence; the safe one on
 * the left has the focus.
 */
export const Question: Story = {
  render: () => (
    <AlertDialog
      title="Einladung absagen?"
      actions={[
        { id: 'cancel', label: 'Einladung absagen', tone: 'danger' },
        { id: 'keep', label: 'Behalten', tone: 'safe' },
      ]}
      onChoose={doNothing}
    >
      Mehmet und Friederike bekommen eine Nachricht.
    </AlertDialog>
  ),
};

/** Story with a dialog that the user must answer: Escape does nothing. */
export const RequiredAction: Story = {
  render: () => (
    <AlertDialog
      title="Unsere Datenschutzerklärung"
      isDismissable={false}
      actions={[
        { id: 'later', label: 'Abmelden', tone: 'safe' },
        { id: 'accept', label: 'Datenschutzerklärung akzeptieren', tone: 'primary' },
      ]}
      onChoose={doNothing}
    >
      Wir haben beschrieben, welche Daten die Karte braucht. Lies sie in Ruhe durch.
    </AlertDialog>
  ),
};

/** Story with pictures over the whole window, dark in both colour schemes. */
export const Pictures: Story = {
  render: () => (
    <MediaOverlay label="Bilder von Trattoria Da Enzo" onClose={doNothing} footer={<Small>Bild 1 von 3</Small>}>
      <Photo src={SAMPLE_PICTURE} alt="Blick in den Gastraum" />
    </MediaOverlay>
  ),
};

/** Story with a panel at the left edge, narrower than the page, for any content. */
export const Panel: Story = {
  render: () => (
    <SidePanel label="Menü" onClose={doNothing} footer={<Small $tone="dim">Version 5.0.1</Small>}>
      {paragraphs}
    </SidePanel>
  ),
};

const Photo = styled.img`
  width: 100%;
  height: 100%;
  object-fit: contain;
`;
