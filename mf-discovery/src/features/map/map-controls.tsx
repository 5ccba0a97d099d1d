import { Icon, IconButton, tokens } from '@mahlzeit/shared-ui/ui';
import { MapControlGroup, MapControls, MapCount, MapPill, MapTopArea } from '@mahlzeit/shared-ui/ui/map';
import { LocateFixed, Minus, Plus, RefreshCw } from 'lucide-react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { useTexts } from './map-texts';
import type { MountedMap } from './use-camera';

/** Buttons of the map that show the user's position and change the zoom. */
export const ZoomButtons = ({ map, onLocate }: Pick<MountedMap, 'map'> & { readonly onLocate: () => void }) => {
  const t = useTexts();
  return (
    <MapControls>
      <MapControlGroup>
        <IconButton label={listText('UseMyLocation')} icon={LocateFixed} onClick={onLocate} />
      </MapControlGroup>
      <MapControlGroup>
        <IconButton label={t('ZoomIn')} icon={Plus} onClick={() => map.zoomBy(1)} />
        <IconButton label={t('ZoomOut')} icon={Minus} onClick={() => map.zoomBy(-1)} />
      </MapControlGroup>
    </MapControls>
  );
};

/** Button that centers the list on the visible area of the map and loads its restaurants. */
export const SearchAreaButton = ({ onSearch }: { readonly onSearch: () => void }) => {
  const t = useTexts();
  return (
    <MapTopArea>
      <MapPill onClick={onSearch}>
        <Icon source={RefreshCw} size={18} />
        {t('SearchThisArea')}
      </MapPill>
    </MapTopArea>
  );
};

interface VisibleCountProps {
  readonly label: string;
  readonly total: number;
  readonly visibleCount: number;
  readonly onShowAll: () => void;
}

/** Button with the number of results. If the map doesn't show all of them, a press shows all. */
export const VisiblePlaceCount = ({ label, total, visibleCount, onShowAll }: VisibleCountProps) => {
  const t = useTexts();
  if (visibleCount < total)
    return (
      <ShowAllButton onClick={onShowAll}>
        <b>{label}</b>
        <span>{t('SomeInSight', { count: visibleCount })}</span>
      </ShowAllButton>
    );
  return (
    <MapCount>
      <b>{label}</b>
      {total > 1 && <span>{t('AllInSight')}</span>}
    </MapCount>
  );
};

const ShowAllButton = styled(MapPill)`
  justify-self: center;
  > span {
    font-weight: 400;
    color: ${tokens.color.ink2};
  }
`;
