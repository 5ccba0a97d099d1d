import { Column, Specimen } from '../../../.storybook/story-frame';
import type { Stories, Story } from '../../../.storybook/story';
import { LONG_NAME } from '../../../.storybook/story';
import { Avatar } from '../avatar';
import { Row } from '../rows';
import { VirtualList } from './virtual-list';

const meta: Stories = { title: 'Content/VirtualList' };
export default meta;

const people = Array.from({ length: 1_000 }, (_, index) => ({
  key: `p${index}`,
  name: index % 7 === 3 ? LONG_NAME : `Person ${index + 1}`,
}));

const scrolling = { maxHeight: 420, overflowY: 'auto' } as const;

/** A thousand people, of whom only the visible ones are rendered; some need two lines. */
export const Long: Story = {
  render: () => (
    <Column>
      <div style={scrolling}>
        <VirtualList items={people}>
          {({ name }) => <Row leading={<Avatar name={name} />} title={name} href="#contacts" />}
        </VirtualList>
      </div>
    </Column>
  ),
};

/** A chat starts at its end, and older rows are added above without a jump. */
export const FromTheEnd: Story = {
  render: () => (
    <Column>
      <Specimen label="Messages">
        <div style={scrolling}>
          <VirtualList items={people} anchor="end" look="plain">
            {({ name }) => <Row title={name} text="12:30" />}
          </VirtualList>
        </div>
      </Specimen>
    </Column>
  ),
};
