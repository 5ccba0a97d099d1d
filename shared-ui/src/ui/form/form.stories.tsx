import { ImagePlus, ShoppingBag, Utensils } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing } from '../../../.storybook/story';
import { Badge } from '../badge';
import { LinkButton, TextLink } from '../button-styles';
import {
  Checkbox,
  ChoiceTiles,
  CodeField,
  FileField,
  FormError,
  PasswordField,
  RadioGroup,
  TextArea,
  TextField,
} from '.';

const meta: StoriesMeta = { title: 'Inputs/Form' };
export default meta;

/** Story of a text field whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof TextField>> = {
  render: (args) => <TextField {...args} />,
  args: { label: 'E-Mail', type: 'email', placeholder: 'anna@beispiel.de', hint: 'Dorthin schicken wir den Code.' },
};

/** Story with text fields, 52 px high: label above; hint, counter or error below. */
export const TextFields: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty, with a hint">
        <TextField label="E-Mail" type="email" autoComplete="email" hint="Dorthin schicken wir den Code." />
      </Specimen>
      <Specimen label="Filled">
        <TextField label="Vorname" defaultValue="Friederike" />
      </Specimen>
      <Specimen label="With a counter">
        <TextField label="Nachricht an die Runde" maxLength={120} defaultValue="Treffen wir uns um 12:30 am Eingang?" />
      </Specimen>
      <Specimen label="With a mark, counting digits alone">
        <TextField
          label="Kartennummer"
          defaultValue="5355 12"
          characterCount={{ length: 6, max: 16 }}
          trailing={<Badge tone="neutral">Mastercard</Badge>}
        />
      </Specimen>
      <Specimen label="With an error">
        <TextField
          label="E-Mail"
          type="email"
          defaultValue="anna@beispiel"
          error="Diese E-Mail-Adresse ist nicht vollständig."
        />
      </Specimen>
      <Specimen label="Judged when left">
        <TextField
          label="Benutzername"
          defaultValue="ab"
          validate={(value) => (value.length < 3 ? 'Nimm mindestens 3 Zeichen.' : undefined)}
        />
      </Specimen>
      <Specimen label="Disabled">
        <TextField
          label="E-Mail"
          defaultValue="anna@beispiel.de"
          disabled
          hint="Deine Adresse kommt von deinem Google-Konto."
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with fields of several lines, which grow with their text. */
export const TextAreas: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty, with a hint">
        <TextArea label="Was ist passiert?" value="" onChange={doNothing} hint="Wenn du magst." />
      </Specimen>
      <Specimen label="With a counter">
        <TextArea
          label="Adressen"
          value="anna@beispiel.de, ben@"
          onChange={doNothing}
          characterCount={{ length: 2, max: 200 }}
          error="„ben@“ ist keine Adresse."
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with password fields: a button shows the text; blanks are never trimmed. */
export const Passwords: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="New">
        <PasswordField label="Passwort" autoComplete="new-password" hint="Nimm mindestens 8 Zeichen." />
      </Specimen>
      <Specimen label="Wrong">
        <PasswordField
          label="Passwort"
          autoComplete="current-password"
          defaultValue="mittag"
          error="Das Passwort stimmt nicht."
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with fields for a code: six boxes, but only one input. */
export const Codes: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty">
        <CodeField label="Code aus der E-Mail" />
      </Specimen>
      <Specimen label="Wrong">
        <CodeField label="Code aus der E-Mail" error="Der Code stimmt nicht." />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with fields for files, which users drag into the zone, choose by tap, or choose by keyboard. */
export const Files: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty">
        <FileField
          label="Profilbild"
          actionText="Bild auswählen oder hierher ziehen"
          icon={ImagePlus}
          hint="JPEG, PNG, WebP oder GIF bis 8 MB."
          onFiles={doNothing}
        />
      </Specimen>
      <Specimen label="Refused">
        <FileField
          label="Profilbild"
          actionText="Bild auswählen oder hierher ziehen"
          icon={ImagePlus}
          error="Das ist kein Bild."
          onFiles={doNothing}
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with a question with a few answers, of which one can be chosen. */
export const Radios: Story = {
  render: () => (
    <StoryColumn>
      <RadioGroup
        label="Was ist der Grund?"
        options={[
          { id: 'spam', label: 'Werbung oder Betrug' },
          { id: 'other', label: 'Etwas anderes' },
        ]}
        chosenId="spam"
        onChoose={doNothing}
      />
    </StoryColumn>
  ),
};

/** Story with checkboxes: with a hint, with an error, and with a link in the label. */
export const Checkboxes: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Off">
        <Checkbox>Nur geöffnete Lokale</Checkbox>
      </Specimen>
      <Specimen label="On, with a hint">
        <Checkbox defaultChecked hint="Andere finden dich dann nur über deine E-Mail-Adresse.">
          Für andere sichtbar
        </Checkbox>
      </Specimen>
      <Specimen label="Missing">
        <Checkbox error="Ohne deine Zustimmung geht es nicht weiter.">
          Ich stimme der <TextLink href="#legal/privacy">Datenschutzerklärung</TextLink> zu.
        </Checkbox>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with a text that says why a form could not be sent, if the problem isn't in a single field. */
export const WholeForm: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Plain">
        <FormError>Gerade klappt die Anmeldung nicht. Versuch es in einer Minute noch einmal.</FormError>
      </Specimen>
      <Specimen label="With a way on">
        <FormError action={<LinkButton onClick={doNothing}>Passwort zurücksetzen</LinkButton>}>
          Zu dieser E-Mail-Adresse gehört ein anderes Passwort.
        </FormError>
      </Specimen>
    </StoryColumn>
  ),
};

const mealPlaceOptions = [
  { id: 'inside', label: 'Vor Ort', text: 'Im Lokal', icon: Utensils },
  { id: 'away', label: 'Mitnehmen', text: 'Zum Abholen', icon: ShoppingBag },
] as const;

/** Story with a question with two or three options, each with an icon and a second line. */
export const Ways: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="None chosen">
        <ChoiceTiles label="Wo esst ihr?" options={mealPlaceOptions} chosenId={null} onChoose={doNothing} />
      </Specimen>
      <Specimen label="One chosen">
        <ChoiceTiles label="Wo esst ihr?" options={mealPlaceOptions} chosenId="inside" onChoose={doNothing} />
      </Specimen>
    </StoryColumn>
  ),
};
