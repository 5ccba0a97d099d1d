import { Ban, Check, Clock, Route, Undo2, Utensils } from 'lucide-react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing, LONG_DISH_NAME } from '../../../.storybook/story';
import { Badge } from '../badge';
import { ButtonLink } from '../button';
import { PickupTicket, PrintArea, RadioList, StarChoice, SumLine, Sums, Timeline } from '.';
import type { TimelineStep } from '.';

const meta: StoriesMeta = { title: 'Content/Order' };
export default meta;

const routeLink = (
  <ButtonLink size="small" variant="second" icon={Route} href="#route">
    Route
  </ButtonLink>
);
const ticketProps = {
  label: 'Deine Bestellnummer',
  timeText: 'Heute, 12:30',
  text: 'Mi. 14. Oktober · Vor Ort',
  dateTime: '2026-10-14T12:30:00+02:00',
  side: routeLink,
};

/**
 * Story with tickets for the pickup of an order: while the restaurant checks the order, after the restaurant has
 * accepted it, and with a long number.
 */
export const Tickets: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Looked at">
        <PickupTicket
          {...ticketProps}
          pickupNumber="K417"
          badge={
            <Badge tone="neutral" icon={Clock}>
              In Prüfung
            </Badge>
          }
        />
      </Specimen>
      <Specimen label="Taken">
        <PickupTicket
          {...ticketProps}
          pickupNumber="K417"
          badge={
            <Badge tone="ok" icon={Check}>
              Vom Lokal bestätigt
            </Badge>
          }
        />
      </Specimen>
      <Specimen label="A long number">
        <PickupTicket
          {...ticketProps}
          pickupNumber="M104217"
          timeText="Do. 15. Oktober, 12:30"
          text="Zum Mitnehmen"
          badge={
            <Badge tone="err" icon={Undo2}>
              Teilweise storniert
            </Badge>
          }
        />
      </Specimen>
    </StoryColumn>
  ),
};

const paidStep: TimelineStep = {
  key: 'paid',
  state: 'done',
  icon: Check,
  title: 'Bezahlt',
  text: 'Visa •••• 4242',
  time: '11:52',
};
const mealStep: TimelineStep = {
  key: 'meal',
  state: 'todo',
  icon: Utensils,
  title: 'Essen',
  text: 'Zeig am Tresen deine Nummer.',
  time: '12:30',
};

/** Story with the steps of an order in progress, and of a cancelled order. */
export const Timelines: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="On its way">
        <Timeline
          label="Stand der Bestellung"
          steps={[
            paidStep,
            {
              key: 'place',
              state: 'now',
              icon: Clock,
              title: 'Das Lokal sieht nach',
              text: 'Du bekommst Bescheid, sobald es annimmt.',
            },
            mealStep,
          ]}
        />
      </Specimen>
      <Specimen label="Taken">
        <Timeline
          label="Stand der Bestellung"
          steps={[
            paidStep,
            { key: 'place', state: 'done', icon: Check, title: 'Bestätigt', text: 'Das Lokal hat angenommen.' },
            mealStep,
          ]}
        />
      </Specimen>
      <Specimen label="Called off">
        <Timeline
          label="Stand der Bestellung"
          steps={[
            paidStep,
            {
              key: 'place',
              state: 'bad',
              icon: Ban,
              title: 'Vom Lokal storniert',
              text: 'Grund: kein Platz mehr',
              time: '11:56',
            },
            {
              key: 'back',
              state: 'done',
              icon: Undo2,
              title: 'Erstattet',
              text: 'Je nach Bank dauert es einige Tage.',
              time: '11:56',
            },
          ]}
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with ordered dishes, discounts, total and taxes. */
export const Amounts: Story = {
  render: () => (
    <StoryColumn>
      <Sums>
        <SumLine
          label={`2 × ${LONG_DISH_NAME}`}
          value="21,80 €"
          notes={['„Eine ohne Zwiebeln“', 'Suppenwoche −2,00 €']}
        />
        <SumLine label="1 × Apfelschorle vom Bodensee" value="3,40 €" />
        <SumLine label="Pfand" value="0,25 €" />
        <SumLine label="Gutschein „Kollegen-Mittag“" value="−3,00 €" />
        <SumLine size="total" label="Bezahlt mit Visa •••• 4242" value="22,45 €" />
        <SumLine size="small" label="enthält 7 % MwSt. auf Speisen" value="1,26 €" />
        <SumLine size="small" label="enthält 19 % MwSt. auf Getränke" value="0,48 €" />
      </Sums>
    </StoryColumn>
  ),
};

/** Story with a part of a page that is printed, while the rest of the page isn't. */
export const Printed: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="In a page">
        <PrintArea>
          <Sums>
            <SumLine size="total" label="Gesamt" value="22,45 €" />
          </Sums>
        </PrintArea>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the choice of one to five stars. */
export const Stars: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="None chosen">
        <StarChoice
          label="Wie viele Sterne?"
          starLabel={(stars) => `${stars} von 5 Sternen`}
          stars={null}
          onChoose={doNothing}
        />
      </Specimen>
      <Specimen label="Four of five">
        <StarChoice
          label="Wie viele Sterne?"
          starLabel={(stars) => `${stars} von 5 Sternen`}
          stars={4}
          onChoose={doNothing}
        />
      </Specimen>
      <Specimen label="Being saved">
        <StarChoice
          label="Wie viele Sterne?"
          starLabel={(stars) => `${stars} von 5 Sternen`}
          stars={2}
          isReadOnly
          onChoose={doNothing}
        />
      </Specimen>
    </StoryColumn>
  ),
};

/**
 * Story with a question and options, of which one can be chosen; the second line of a disabled option gives the reason.
 */
export const RadioLists: Story = {
  render: () => (
    <StoryColumn>
      <RadioList
        label="Bezahlen mit"
        options={[
          {
            id: 'visa',
            label: 'Visa •••• 4242',
            text: 'Gültig bis 08/28',
            trailing: <Badge tone="neutral">Visa</Badge>,
          },
          {
            id: 'maestro',
            label: 'Maestro •••• 0079',
            text: 'Abgelaufen seit 05/26',
            trailing: <Badge tone="neutral">Maestro</Badge>,
            isDisabled: true,
          },
        ]}
        chosenId="visa"
        onChoose={doNothing}
      />
    </StoryColumn>
  ),
};
