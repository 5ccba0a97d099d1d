import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../.storybook/story';
import { doNothing } from '../../.storybook/story';
import { Button } from './button';
import { LinkButton } from './button-styles';
import { Banner, BusySign, EmptyState, ErrorState } from './feedback';
import { Stack } from './layout';
import { AfterDelay, CardSkeletons, PageSkeleton, RowSkeletons, Skeleton } from './skeletons';
import { SnackbarRegion, SnackbarView } from './snackbar-view';

const meta: StoriesMeta = { title: 'States/Feedback' };
export default meta;

/** Story of a banner whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof Banner>> = {
  render: (args) => <Banner {...args} />,
  args: {
    tone: 'warn',
    title: 'Bestellschluss um 12:15',
    children: 'Danach stornierst du nur noch telefonisch beim Lokal.',
  },
  argTypes: { tone: { control: 'select', options: ['ok', 'warn', 'err', 'info', 'neutral'] } },
};

/** Story with notices inside of a page: a hint, a warning, an error. */
export const Banners: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="ok">
        <Banner tone="ok">Deine E-Mail-Adresse ist bestätigt.</Banner>
      </Specimen>
      <Specimen label="warn, with a title">
        <Banner tone="warn" title="Schließt in 38 Min.">
          Bestell bis 12:15 Uhr vor.
        </Banner>
      </Specimen>
      <Specimen label="err, with a way out">
        <Banner tone="err" action={<LinkButton onClick={doNothing}>Erneut versuchen</LinkButton>}>
          Keine Verbindung. Wir versuchen es weiter.
        </Banner>
      </Specimen>
      <Specimen label="info">
        <Banner tone="info">Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem.</Banner>
      </Specimen>
      <Specimen label="neutral">
        <Banner tone="neutral">Heute ist Ruhetag. Morgen ab 11:30 gibt es wieder Mittagstisch.</Banner>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with an empty state: a plate with a small drawing, the reason, and actions. */
export const Empty: Story = {
  render: () => (
    <EmptyState art="pea-pod" title="Hier passt gerade nichts" text="Deine 2 Filter schließen alle 23 Lokale aus.">
      <Button icon={SlidersHorizontal}>Filter zurücksetzen</Button>
      <LinkButton onClick={doNothing}>Größeren Umkreis suchen</LinkButton>
    </EmptyState>
  ),
};

/**
 * Story with an error state: the frame of the empty state with a line icon and a retry button. It retries automatically
 * once the browser is online.
 */
export const Failed: Story = {
  render: () => (
    <ErrorState
      title="Gerade kommen wir nicht durch"
      text="Prüf deine Verbindung. Wir versuchen es weiter, sobald du wieder online bist."
      onRetry={doNothing}
    />
  ),
};

/** Story with an error state during a retry: the button keeps its width. */
export const Retrying: Story = {
  render: () => <ErrorState title="Gerade kommen wir nicht durch" onRetry={doNothing} isRetrying />,
};

/** Story with placeholders of restaurant cards: two on phones, four beside the map. */
export const LoadingCards: Story = { render: () => <CardSkeletons milliseconds={0} /> };

/**
 * Story with placeholders of rows with a round picture, such as people, orders and invitations; they appear after a
 * delay.
 */
export const LoadingRows: Story = { render: () => <RowSkeletons count={3} /> };

/** Story with the placeholder of a sheet whose screen is loading. */
export const LoadingPage: Story = { render: () => <PageSkeleton /> };

/** Story with single placeholders in the final size of their content. */
export const Places: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Line">
        <Skeleton $height="16px" $width="60%" />
      </Specimen>
      <Specimen label="Media, after a moment">
        <AfterDelay>
          <Skeleton $height="156px" $radius="20px" />
        </AfterDelay>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with messages at the top centre. The app shows one at a time; errors don't close by themselves. */
export const Snackbars: Story = {
  render: () => (
    <SnackbarRegion role="status">
      <Stack $align="center">
        <SnackbarView text="Einladung ist raus." tone="success" />
        <SnackbarView text="Sushi Kaiyo ist nicht mehr gemerkt." action={{ label: 'Rückgängig', run: doNothing }} />
        <SnackbarView
          text="Deine Nachricht konnte nicht gesendet werden."
          tone="error"
          action={{ label: 'Erneut senden', run: doNothing }}
          onClose={doNothing}
        />
      </Stack>
    </SnackbarRegion>
  ),
};

/** Story with the loading sign, which lies above everything else; the page stays usable. */
export const Busy: Story = { render: () => <BusySign /> };
