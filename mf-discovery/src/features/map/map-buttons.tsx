import type { Coordinate } from '@mahlzeit/contract';
import { Icon, IconButton } from '@mahlzeit/shared-ui/ui';
import { MapControlGroup, MapControls, MapPill, MapTop } from '@mahlzeit/shared-ui/ui/restaurant';
import { LocateFixed, Minus, Plus, RefreshCw } from 'lucide-react';
import { useTexts } from '../../discovery-texts';
import { hasLeftArea } from './area-rules';
import type { ShownMap } from './use-map';

/** Finds the person, zooms in and out. */
const ZoomButtons = ({ map, onLocate }: Pick<ShownMap, 'map'> & { readonly onLocate: () => void }) => {
  const t = useTexts();
  return (
    <MapControls>
      <MapControlGroup>
        <IconButton label={t('UseMyLocation')} icon={LocateFixed} onClick={onLocate} />
      </MapControlGroup>
      <MapControlGroup>
        <IconButton label={t('ZoomIn')} icon={Plus} onClick={() => map.zoomBy(1)} />
        <IconButton label={t('ZoomOut')} icon={Minus} onClick={() => map.zoomBy(-1)} />
      </MapControlGroup>
    </MapControls>
  );
};

interface AreaButtonProps extends Pick<ShownMap, 'view'> {
  /** What the list is centred on. */
  readonly center: Coordinate;
  readonly farthest: number | null;
  readonly onSearch: (center: Coordinate) => void;
}

/** S1§2: searches where the map is, as soon as that is another area. */
const AreaButton = ({ view, center, farthest, onSearch }: AreaButtonProps) => {
  const t = useTexts();
  const isElsewhere = hasLeftArea({ from: center, to: view.center, farthest, diagonal: view.diagonal });
  return (
    <MapTop>
      {isElsewhere && (
        <MapPill onClick={() => onSearch(view.center)}>
          <Icon of={RefreshCw} size={18} />
          {t('SearchThisArea')}
        </MapPill>
      )}
    </MapTop>
  );
};
