import { CircleCheck, Clock, Info, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../.storybook/story';
import { AdBadge, Badge, CountBadge, NewBadge } from './badge';

const meta: StoriesMeta = { title: 'Content/Badge' };
export default meta;

/** Story of a badge whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof Badge>> = {
  render: (args) => <Badge {...args} />,
  args: { tone: 'ok', children: 'Zugesagt' },
  argTypes: { tone: { control: 'select', options: ['ok', 'warn', 'err', 'info', 'neutral'] } },
};

/** Story with a badge for every state. Icon and text tell the state; the colour only emphasizes it. */
export const States: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="ok" isInline>
        <Badge tone="ok" icon={CircleCheck}>
          Zugesagt
        </Badge>
        <Badge tone="ok">Bezahlt</Badge>
      </Specimen>
      <Specimen label="warn" isInline>
        <Badge tone="warn" icon={Clock}>
          Antwort offen
        </Badge>
      </Specimen>
      <Specimen label="err" isInline>
        <Badge tone="err" icon={X}>
          Abgesagt
        </Badge>
      </Specimen>
      <Specimen label="info" isInline>
        <Badge tone="info" icon={Info}>
          Nur zum Mitnehmen
        </Badge>
      </Specimen>
      <Specimen label="neutral" isInline>
        <Badge tone="neutral">Vergangen</Badge>
      </Specimen>
      <Specimen label="A long word">
        <Badge tone="warn" icon={Clock}>
          Verifizierungsbestätigung ausstehend, bitte Posteingang prüfen
        </Badge>
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with two badges: „Anzeige“ marks every paid card, „Neu“ marks a restaurant that joined recently. */
export const Marks: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="AdBadge and NewBadge" isInline>
        <AdBadge />
        <NewBadge />
      </Specimen>
      <Specimen label="Count: at most 99" isInline>
        <CountBadge value={1} />
        <CountBadge value={12} label="ungelesene Nachrichten" />
        <CountBadge value={140} />
      </Specimen>
    </StoryColumn>
  ),
};
