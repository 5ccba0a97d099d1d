import { Heart, MapPin, Minus, Plus, Share2, Trash2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../.storybook/story';
import { doNothing } from '../../.storybook/story';
import { Button, ButtonLink, DisabledReason, IconButton, IconLink } from './button';
import type { ButtonVariant } from './button-styles';
import { LinkButton, PauseSign, TextLink } from './button-styles';

const meta: StoriesMeta = { title: 'Controls/Button' };
export default meta;

/** Story of a button whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof Button>> = {
  render: (args) => <Button {...args} />,
  args: { children: 'Einladung senden', variant: 'primary', size: 'regular', isBlock: false, isBusy: false },
  argTypes: {
    variant: { control: 'select', options: ['primary', 'second', 'tint', 'quiet', 'danger', 'consequence'] },
    size: { control: 'inline-radio', options: ['small', 'regular', 'large'] },
    disabledReason: { control: 'text' },
  },
};

const VARIANTS: readonly { readonly variant: ButtonVariant; readonly label: string }[] = [
  { variant: 'primary', label: 'Einladung senden' },
  { variant: 'second', label: 'Später' },
  { variant: 'tint', label: 'Verabreden' },
  { variant: 'quiet', label: 'Filter zurücksetzen' },
  { variant: 'danger', label: 'Konto löschen' },
  { variant: 'consequence', label: 'Einladung absagen' },
];

/**
 * Story with all variants of a button; each label names the use of the variant. A view has at most one primary button.
 */
export const Variants: Story = {
  render: () => (
    <StoryColumn>
      {VARIANTS.map(({ variant, label }) => (
        <Specimen key={variant} label={`${variant}: plain, with icon, busy`} isInline>
          <Button variant={variant}>{label}</Button>
          <Button variant={variant} icon={variant === 'danger' ? Trash2 : Share2}>
            {label}
          </Button>
          <Button variant={variant} isBusy>
            {label}
          </Button>
        </Specimen>
      ))}
    </StoryColumn>
  ),
};

/** Story with the heights of buttons: 44, 48 and 56 px. The largest button places the order. */
export const Sizes: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="small">
        <Button size="small" icon={MapPin}>
          Route
        </Button>
      </Specimen>
      <Specimen label="regular">
        <Button>Anmelden</Button>
      </Specimen>
      <Specimen label="large, over the full width">
        <Button size="large" isBlock>
          Zahlungspflichtig bestellen
        </Button>
      </Specimen>
      <Specimen label="As a link">
        <ButtonLink href="#register" variant="second" isBlock>
          Konto anlegen
        </ButtonLink>
      </Specimen>
    </StoryColumn>
  ),
};

/**
 * Story with disabled buttons. They aren't faded: they look sunken and stay focusable, with the reason below. A press
 * highlights and announces the reason for eight seconds.
 */
export const Disabled: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Primary">
        <Button isBlock disabledReason="Wähle erst, wo du isst.">
          Zahlungspflichtig bestellen
        </Button>
      </Specimen>
      <Specimen label="Second">
        <Button variant="second" disabledReason="Nach Bestellschluss um 12:15 geht das nicht mehr.">
          Bestellung ändern
        </Button>
      </Specimen>
      <Specimen label="The reason alone">
        <DisabledReason
          id="grund"
          text="Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem."
          repeatCount={0}
        />
      </Specimen>
      <Specimen label="Asked for again">
        <DisabledReason
          id="grund-nochmals"
          text="Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem."
          repeatCount={1}
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with long German labels, which wrap and stay centred. */
export const LongLabels: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Full width">
        <Button isBlock icon={Heart}>
          Benachrichtigungen über Mittagstischangebote einschalten
        </Button>
      </Specimen>
      <Specimen label="Two beside each other" isInline>
        <Button variant="second">Datenschutzeinstellungen</Button>
        <Button>Nutzungsbedingungen akzeptieren</Button>
      </Specimen>
    </StoryColumn>
  ),
};

const FavouriteExample = () => {
  const [isChosen, setIsChosen] = useState(true);
  return (
    <IconButton
      label="Trattoria Da Enzo merken"
      icon={Heart}
      look="disc"
      isPressed={isChosen}
      onClick={() => setIsChosen(!isChosen)}
    />
  );
};

/** Story with buttons and links that have only an icon, 44 px; their label is for screen readers. */
export const Icons: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="plain" isInline>
        <IconButton label="Schließen" icon={X} onClick={doNothing} />
        <IconLink label="Teilen" icon={Share2} href="#share" />
      </Specimen>
      <Specimen label="disc: on pictures and maps; the heart is a toggle" isInline>
        <IconButton label="Näher heran" icon={Plus} look="disc" onClick={doNothing} />
        <IconButton label="Weiter weg" icon={Minus} look="disc" onClick={doNothing} />
        <FavouriteExample />
        <IconLink label="Route" icon={MapPin} look="disc" href="#route" />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with links for secondary actions, and with the pause sign. */
export const LinksAndPause: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="LinkButton and TextLink" isInline>
        <LinkButton onClick={doNothing}>Alle zurücksetzen</LinkButton>
        <TextLink href="#legal/privacy">Datenschutzerklärung</TextLink>
      </Specimen>
      <Specimen label="PauseSign">
        <PauseSign />
      </Specimen>
    </StoryColumn>
  ),
};
