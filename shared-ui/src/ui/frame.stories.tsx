import type { StoriesMeta, Story } from '../../.storybook/story';
import { Body, H2 } from './text';
import { AppFrame, ListMapSplit, ListPane, MainRegion, MapPane } from './layout';

const meta: StoriesMeta = { title: 'Frame/App frame', parameters: { isBare: true } };
export default meta;

interface FrameExampleProps {
  readonly view: 'list' | 'map';
}

const FrameExample = ({ view }: FrameExampleProps) => (
  <AppFrame>
    <MainRegion tabIndex={-1}>
      <ListMapSplit data-view={view}>
        <ListPane>
          <H2>23 Lokale in der Nähe</H2>
          <Body $tone="quiet">Hier steht die Liste. Am Telefon bleibt unten Platz für den Umschalter.</Body>
        </ListPane>
        <MapPane aria-label="Karte" />
      </ListMapSplit>
    </MainRegion>
  </AppFrame>
);

/** Story with the list on phones; from 701 px on, list and map are side by side. */
export const ListView: Story = { render: () => <FrameExample view="list" /> };

/** Story with the map on phones; from 701 px on, list and map are side by side. */
export const MapView: Story = { render: () => <FrameExample view="map" /> };
