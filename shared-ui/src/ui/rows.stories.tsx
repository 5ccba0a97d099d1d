import { Bell, LogOut, Mail } from 'lucide-react';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { doNothing, LONG_NAME } from '../../.storybook/story';
import { Icon } from './art/art';
import { Avatar } from './avatar';
import { Badge } from './badge';
import { Button } from './button';
import { Row, Rows } from './rows';

const meta: StoriesMeta = { title: 'Content/Rows' };
export default meta;

/** Story with rows of settings: with a link, with a value, and with an action that ends something. */
export const Settings: Story = {
  render: () => (
    <StoryColumn>
      <Rows>
        <Row leading={<Icon source={Mail} />} title="E-Mail-Adresse" text="anna@beispiel.de" href="#settings/email" />
        <Row leading={<Icon source={Bell} />} title="Benachrichtigungen" onClick={doNothing} />
        <Row title="Version" trailing="5.0.1" />
        <Row leading={<Icon source={LogOut} />} title="Abmelden" onClick={doNothing} isDanger />
      </Rows>
    </StoryColumn>
  ),
};

/** Story with rows of people and orders: picture on the left, state or action on the right. */
export const People: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Contacts">
        <Rows>
          <Row
            leading={<Avatar name="Mehmet Yıldız" />}
            title="Mehmet Yıldız"
            text="isst gern vietnamesisch"
            href="#chat/mehmet"
            trailing={<Badge tone="ok">Zugesagt</Badge>}
          />
          <Row
            leading={<Avatar name="Friederike" />}
            title="Friederike"
            onClick={doNothing}
            trailing={
              <Button size="small" variant="tint">
                Einladen
              </Button>
            }
          />
          <Row
            leading={<Avatar name={LONG_NAME} />}
            title={LONG_NAME}
            text="Bestellung von gestern, 12:30"
            href="#order/1"
            trailing="23,70 €"
          />
        </Rows>
      </Specimen>
    </StoryColumn>
  ),
};
