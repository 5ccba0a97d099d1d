import { StoryColumn } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing } from '../../../.storybook/story';
import { Button } from '../button';
import { Body } from '../text';
import {
  CenteredMain,
  ConsoleFrame,
  ConsoleHeader,
  ConsoleHeadline,
  KeyCap,
  KeyFooter,
  NoticesProvider,
  StaleLine,
  TokenForm,
  ViewButton,
  ViewButtons,
} from '.';

const meta: StoriesMeta = { title: 'Frame/Console' };
export default meta;

const texts = {
  title: 'Bestellungen deines Lokals',
  text: 'Melde dich mit dem Schlüssel deines Lokals an.',
  label: 'Schlüssel deines Lokals',
  hint: 'Er bleibt auf diesem Gerät, bis du dich abmeldest.',
  empty: 'Gib den Schlüssel deines Lokals ein.',
  submit: 'Anmelden',
};

/** Story with the page for a user who isn't signed in. */
export const SignedOut: Story = {
  render: () => <TokenForm texts={texts} refusal={null} onSubmit={doNothing} />,
};

/** Story with the page for a user whose token was refused. */
export const Refused: Story = {
  render: () => <TokenForm texts={texts} refusal="Dieser Schlüssel gilt nicht mehr." onSubmit={doNothing} />,
};

/** Story with header and content for a user who is signed in. */
export const SignedIn: Story = {
  render: () => (
    <ConsoleFrame>
      <ConsoleHeader>
        <ConsoleHeadline title="Elbkantine" subtitle="Mi. 24. Juni · Mittagstisch bis 14:30" />
        <Button variant="quiet" size="small" onClick={doNothing}>
          Abmelden
        </Button>
      </ConsoleHeader>
      <StoryColumn>Bestellungen</StoryColumn>
    </ConsoleFrame>
  ),
};

/** Story with the page while the token is being checked. */
export const Checking: Story = {
  render: () => (
    <CenteredMain>
      <Body $tone="quiet">Der Schlüssel wird geprüft.</Body>
    </CenteredMain>
  ),
};

/** Story of a console with two views whose data is old, and with the list of its keyboard commands. */
export const Stale: Story = {
  render: () => (
    <NoticesProvider>
      <ConsoleFrame>
        <ConsoleHeader>
          <ConsoleHeadline title="Meldungen" subtitle="3 offen" />
        </ConsoleHeader>
        <StaleLine
          text="Keine Verbindung. Stand: 11:42"
          isOffline
          retryLabel="Noch einmal versuchen"
          isRetrying={false}
          onRetry={doNothing}
        />
        <ViewButtons>
          <ViewButton aria-pressed="true" onClick={doNothing}>
            Offen
          </ViewButton>
          <ViewButton aria-pressed="false" onClick={doNothing}>
            Entschieden
          </ViewButton>
        </ViewButtons>
        <StoryColumn>
          <span>
            Nächste Meldung <KeyCap name="J" />
          </span>
        </StoryColumn>
        <KeyFooter
          label="Tasten"
          hints={[
            { keys: ['J', 'K'], text: 'nächste und vorige Meldung' },
            { keys: ['Esc'], text: 'zurück' },
          ]}
        />
      </ConsoleFrame>
    </NoticesProvider>
  ),
};
