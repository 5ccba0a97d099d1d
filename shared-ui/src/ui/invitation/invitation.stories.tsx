import { Armchair, Ban, Check, Clock, Route } from 'lucide-react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { BROKEN_PICTURE, doNothing, LONG_NAME, SAMPLE_PICTURE } from '../../../.storybook/story';
import { Badge } from '../badge';
import { Button, ButtonLink } from '../button';
import { RestaurantMedia, sceneFor } from '../restaurant';
import { AnswerAvatars, InvitationStub, LogoTile, Ticket, TicketPlaceholder } from '.';
import type { AnsweringPerson } from '.';

const meta: StoriesMeta = { title: 'Content/Invitation' };
export default meta;

const answerLabels = { accepted: 'Zugesagt', pending: 'Antwort offen', declined: 'Abgesagt' };
const answeringPerson = (name: string, answer: AnsweringPerson['answer']): AnsweringPerson => ({
  key: name,
  name,
  answer,
  answerLabel: answerLabels[answer],
});
const fewPeople = [
  answeringPerson('Mehmet Aydın', 'accepted'),
  answeringPerson('Friederike Hinrichs', 'pending'),
  answeringPerson('Tobias Krüger', 'declined'),
];
const manyPeople = [
  ...fewPeople,
  ...['Ana Kowalczyk', 'Linh Bùi', 'Heike Schnurbusch', LONG_NAME].map((name) => answeringPerson(name, 'pending')),
];

const openBadge = (
  <Badge tone="warn" icon={Clock}>
    Antwort offen
  </Badge>
);
const longName = 'Schwarzwälder-Kirschtorten-Manufaktur';

/** Story with avatars of guests and marks for their answers. */
export const Answers: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="A few">
        <AnswerAvatars label="Wer kommt" people={fewPeople} />
      </Specimen>
      <Specimen label="Many">
        <AnswerAvatars label="Wer kommt" people={manyPeople} />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the invitations of a list: unanswered, accepted, cancelled, past. */
export const Stubs: Story = {
  render: () => (
    <StoryColumn as="ul">
      <InvitationStub
        timeTexts={{ day: 'Heute', time: '12:30', date: '14. Okt.' }}
        dateTime="2026-10-14T12:30:00+02:00"
        title={longName}
        text="Von Mehmet · Vor Ort"
        onClick={doNothing}
        badge={openBadge}
        people={<AnswerAvatars label="Wer kommt" people={fewPeople} />}
        actions={
          <>
            <Button size="small" variant="tint">
              Zusagen
            </Button>
            <Button size="small" variant="second">
              Absagen
            </Button>
          </>
        }
      />
      <InvitationStub
        timeTexts={{ day: 'Fr.', time: '12:15', date: '16. Okt.' }}
        dateTime="2026-10-16T12:15:00+02:00"
        title="Phở-Stube Großneumarkt"
        text={`Von ${LONG_NAME} · Zum Mitnehmen`}
        onClick={doNothing}
        badge={
          <Badge tone="err" icon={Ban}>
            Treffen abgesagt
          </Badge>
        }
        people={<AnswerAvatars label="Wer kommt" people={manyPeople} />}
      />
      <InvitationStub
        timeTexts={{ day: 'Mo.', time: '12:30', date: '12. Okt.' }}
        dateTime="2026-10-12T12:30:00+02:00"
        title="Fleetküche Hinrichs"
        text="Von dir · Vor Ort"
        isPast
        onClick={doNothing}
        badge={
          <Badge tone="ok" icon={Check}>
            Zugesagt
          </Badge>
        }
        people={<AnswerAvatars label="Wer kommt" people={fewPeople.slice(0, 1)} />}
      />
    </StoryColumn>
  ),
};

const restaurantPicture = <RestaurantMedia sceneSpec={sceneFor(longName, ['Kuchen'])} layout="card" />;

/** Story with a meetup that looks like a ticket: in a chat, and on a page of its own. */
export const Tickets: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="In a chat">
        <Ticket
          size="message"
          picture={restaurantPicture}
          badge={openBadge}
          title={longName}
          href="#details/torten"
          text="Badisch · Vor Ort"
          logoUrl={SAMPLE_PICTURE}
          timeText="Heute, 12:30"
          date="Mi. 14. Oktober"
          dateTime="2026-10-14T12:30:00+02:00"
          sideContent={<AnswerAvatars label="Wer kommt" people={manyPeople} />}
          note="Tobias hat das Treffen abgesagt."
          actions={
            <>
              <Button size="small">Zusagen</Button>
              <Button size="small" variant="second">
                Absagen
              </Button>
            </>
          }
        />
      </Specimen>
      <Specimen label="For itself">
        <Ticket
          size="page"
          picture={restaurantPicture}
          badge={
            <Badge tone="neutral" icon={Armchair}>
              Noch 6 Plätze
            </Badge>
          }
          title={longName}
          href="#details/torten"
          text="Badisch · Vor Ort"
          timeText="Heute, 12:30"
          date="Mi. 14. Oktober"
          dateTime="2026-10-14T12:30:00+02:00"
          sideContent={
            <ButtonLink size="small" variant="second" icon={Route} href="#route">
              Route
            </ButtonLink>
          }
        />
      </Specimen>
      <Specimen label="On its way">
        <TicketPlaceholder size="message" />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with the logo of a restaurant beside its name in a chat. */
export const Logos: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Both sizes">
        <LogoTile url={SAMPLE_PICTURE} size={40} /> <LogoTile url={SAMPLE_PICTURE} size={44} />
      </Specimen>
      <Specimen label="Picture that is gone">
        <LogoTile url={BROKEN_PICTURE} size={44} />
      </Specimen>
    </StoryColumn>
  ),
};
