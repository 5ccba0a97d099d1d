import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { LONG_NAME } from '../../../.storybook/story';
import { Avatar } from '../avatar';
import { Row } from '../rows';
import { VirtualList } from './virtual-list';

const meta: StoriesMeta = { title: 'Content/VirtualList' };
export default meta;

const people = Array.from({ length: 1_000 }, (_, index) => ({
  key: `p${index}`,
  name: index % 7 === 3 ? LONG_NAME : `Person ${index + 1}`,
}));

const scrollerStyle = { maxHeight: 420, overflowY: 'auto' } as const;

/** Story with a list of a thousand people, of which only the visible rows are rendered. Some rows need two lines. */
export const LongList: Story = {
  render: () => (
    <StoryColumn>
      <div style={scrollerStyle}>
        <VirtualList items={people}>
          {({ name }) => <Row leading={<Avatar name={name} />} title={name} href="#contacts" />}
        </VirtualList>
      </div>
    </StoryColumn>
  ),
};

/** Story with a chat that starts at its end. Older rows are added above without moving the visible ones. */
export const FromTheEnd: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Messages">
        <div style={scrollerStyle}>
          <VirtualList items={people} anchor="end" look="plain">
            {({ name }) => <Row title={name} text="12:30" />}
          </VirtualList>
        </div>
      </Specimen>
    </StoryColumn>
  ),
};
