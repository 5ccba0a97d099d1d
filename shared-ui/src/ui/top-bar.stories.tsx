import { useState } from 'react';
import type { ReactNode } from 'react';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { doNothing, LONG_NAME } from '../../.storybook/story';
import { MenuMarks } from './drawer';
import { FilterButton, SearchBox, TopBarSearch } from './restaurant/search-box';
import { TopBarApp, TopBarPlace } from './restaurant/top-bar-parts';
import { TopBar, TopBarBrand, TopBarMenu } from './top-bar';

const meta: StoriesMeta = { title: 'Frame/Top bar', parameters: { isBare: true } };
export default meta;

interface TopBarExampleProps {
  readonly placeName: string;
  readonly menuMarks?: ReactNode;
}

const TopBarExample = ({ placeName, menuMarks }: TopBarExampleProps) => {
  const [value, setValue] = useState('');
  return (
    <TopBar>
      <TopBarMenu label="Menü öffnen" onClick={doNothing} />
      {menuMarks}
      <TopBarBrand href="/restaurants" brandName="Mahlzeit" label="Mahlzeit, zur Übersicht" />
      <TopBarPlace caption="Mittag rund um" placeName={placeName} onClick={doNothing} />
      <TopBarApp href="#download" shortLabel="App" longLabel="App laden" />
      <TopBarSearch>
        <SearchBox
          label="Lokal oder Gericht suchen"
          placeholder="Lokal oder Gericht"
          value={value}
          onValueChange={setValue}
          placeButton={{ name: placeName, label: `Ort ändern, jetzt ${placeName}`, onClick: doNothing }}
        />
        <FilterButton label="Filter" count={2} countLabel="aktiv" onClick={doNothing} />
      </TopBarSearch>
    </TopBar>
  );
};

/** Story with the complete top bar: two rows on phones, one row from 850 px on. */
export const Whole: Story = { render: () => <TopBarExample placeName="Hamburg-Altstadt" /> };

/** Story with marks on the menu button: the number of unread chats, and a clock for messages that wait to be sent. */
export const Marked: Story = {
  render: () => (
    <TopBarExample
      placeName="Hamburg-Altstadt"
      menuMarks={<MenuMarks count={3} countLabel="ungelesene Chats" waitingLabel="Du hast ungesendete Nachrichten." />}
    />
  ),
};

/** Story with a top bar in which the name of the place around which the list searches needs more than one line. */
export const LongPlace: Story = { render: () => <TopBarExample placeName={LONG_NAME} /> };

/** Story with the top bar before a remote has rendered its part. */
export const FrameAlone: Story = {
  render: () => (
    <TopBar>
      <TopBarMenu label="Menü öffnen" onClick={doNothing} />
      <TopBarBrand href="/restaurants" brandName="Mahlzeit" label="Mahlzeit, zur Übersicht" />
    </TopBar>
  ),
};
