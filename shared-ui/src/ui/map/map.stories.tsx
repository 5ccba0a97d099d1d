import { LocateFixed, Minus, Plus, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Specimen, SpecimenGrid } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing } from '../../../.storybook/story';
import { Icon } from '../art/art';
import { IconButton } from '../button';
import { textStyles, tokens } from '../theme/tokens';
import {
  MapAttribution,
  MapControlGroup,
  MapControls,
  MapCount,
  MapFooter,
  MapPill,
  MapPosition,
  MapTopArea,
} from './map-controls';
import { MapCluster, MapDot, MapPin } from './map-pin';

const meta: StoriesMeta = { title: 'Content/Map' };
export default meta;

interface PinExampleProps {
  readonly label: string;
  readonly children: ReactNode;
}

const PinExample = ({ label, children }: PinExampleProps) => (
  <Specimen label={label}>
    <MapBackground>
      <PinOrigin>{children}</PinOrigin>
    </MapBackground>
  </Specimen>
);

/**
 * Story with pins: with a price, a discount, closing soon, closed, selected. A text tells each state, not only the
 * colour.
 */
export const Pins: Story = {
  render: () => (
    <SpecimenGrid>
      <PinExample label="plain: what the cheapest lunch costs">
        <MapPin
          art="spaghetti"
          tone="apricot"
          text="ab 9,80 €"
          look="plain"
          label="Trattoria Da Enzo, ab 9,80 €"
          onClick={doNothing}
        />
      </PinExample>
      <PinExample label="With savings">
        <MapPin
          art="sushi"
          tone="sky"
          text="ab 7,10 €"
          look="plain"
          hasDeal
          label="Sushi Kaiyo, ab 7,10 €, Rabatt"
          onClick={doNothing}
        />
      </PinExample>
      <PinExample label="soon: closes within the hour">
        <MapPin
          art="pretzel"
          tone="butter"
          text="ab 11,50 €"
          look="soon"
          label="Zum Goldenen Hirschen, schließt bald"
          onClick={doNothing}
        />
      </PinExample>
      <PinExample label="closed">
        <MapPin
          art="croissant"
          tone="cocoa"
          text="zu"
          look="closed"
          label="Café Kirschblüte, geschlossen"
          onClick={doNothing}
        />
      </PinExample>
      <PinExample label="selected">
        <MapPin
          art="steaming-bowl"
          tone="herb"
          text="Phở Hai Mươi"
          subText="ab 9,80 € · 3 Min."
          look="selected"
          label="Phở Hai Mươi, ausgewählt"
          onClick={doNothing}
        />
      </PinExample>
      <PinExample label="selected, with savings">
        <MapPin
          art="pizza"
          tone="herb"
          text="Pizzeria Vesuvio"
          subText="ab 8,90 €"
          look="selected"
          hasDeal
          label="Pizzeria Vesuvio, ausgewählt"
          onClick={doNothing}
        />
      </PinExample>
    </SpecimenGrid>
  ),
};

/** Story with clusters, distant restaurants, restaurants that take no orders, and the user's position. */
export const GroupsAndDots: Story = {
  render: () => (
    <SpecimenGrid>
      <PinExample label="Cluster">
        <MapCluster count={6} price="ab 4,90 €" label="6 Lokale ab 4,90 €, hineinzoomen" onClick={doNothing} />
      </PinExample>
      <PinExample label="Cluster without a price, or room for it">
        <MapCluster count={42} label="42 Lokale, hineinzoomen" onClick={doNothing} />
      </PinExample>
      <PinExample label="place: takes no orders">
        <MapDot look="place" label="Imbiss am Fleet, ohne Vorbestellung" onClick={doNothing} />
      </PinExample>
      <PinExample label="far: below zoom 16">
        <MapDot look="far" label="Trattoria Da Enzo" onClick={doNothing} />
      </PinExample>
      <PinExample label="The reader">
        <MapPosition />
      </PinExample>
    </SpecimenGrid>
  ),
};

/** Story with the buttons over the map: at the top on phones, otherwise at the bottom right. */
export const Controls: Story = {
  parameters: { isBare: true },
  render: () => (
    <MapFrame>
      <MapTopArea>
        <MapPill onClick={doNothing}>
          <Icon source={RotateCw} size={18} />
          Hier suchen
        </MapPill>
      </MapTopArea>
      <MapControls>
        <IconButton look="disc" label="Meinen Ort zeigen" icon={LocateFixed} onClick={doNothing} />
        <MapControlGroup>
          <IconButton label="Näher heran" icon={Plus} onClick={doNothing} />
          <IconButton label="Weiter weg" icon={Minus} onClick={doNothing} />
        </MapControlGroup>
      </MapControls>
      <MapFooter>
        <MapCount>
          <b>5 indische Lokale</b>
          <span>alle im Bild</span>
        </MapCount>
        <MapAttribution>© OpenStreetMap-Mitwirkende</MapAttribution>
        <CardPlaceholder>Platz für die Karte des gewählten Lokals</CardPlaceholder>
      </MapFooter>
    </MapFrame>
  ),
};

const MapBackground = styled.div`
  position: relative;
  height: 130px;
  border-radius: ${tokens.radius.card};
  overflow: hidden;
  background: ${tokens.color.mapLand};
`;

// Parent of a single marker in these stories, because markers are positioned at the origin of their parent.
const PinOrigin = styled.div`
  position: absolute;
  left: 50%;
  top: 65%;
`;

const MapFrame = styled.div`
  position: relative;
  height: 560px;
  background: ${tokens.color.mapLand};
`;

const CardPlaceholder = styled.p`
  ${textStyles.small}
  padding: 16px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
`;
