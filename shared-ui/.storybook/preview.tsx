import type { Decorator, Preview } from '@storybook/react-webpack5';
import { StoryFrame } from './story-frame';

// German is set as the page's language, because browsers choose hyphenation and quotation marks by it.
document.documentElement.lang = 'de';

const withStoryFrame: Decorator = (Story, { globals, parameters }) => (
  <StoryFrame scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'} isBare={parameters['isBare'] === true}>
    <Story />
  </StoryFrame>
);

const preview: Preview = {
  decorators: [withStoryFrame],
  globalTypes: {
    scheme: {
      description: 'Colour scheme',
      toolbar: {
        title: 'Scheme',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
  },
  initialGlobals: { scheme: 'light' },
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone, 360', styles: { width: '360px', height: '740px' }, type: 'mobile' },
        tablet: { name: 'Tablet, 820', styles: { width: '820px', height: '1180px' }, type: 'tablet' },
        desktop: { name: 'Desktop, 1440', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
    options: { storySort: { order: ['Foundations', 'Controls', 'Inputs', 'Content', 'States', 'Frame', 'Overlays'] } },
  },
};

export default preview;
