import { formatPrice } from '@mahlzeit/shared-ui/platform';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { FoodArt, Icon, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { artOfTag, emblemFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Eraser, LocateFixed, MapPin, Search, Store, Utensils, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../discovery-texts';
import type { PanelEntry } from './search-entry';
import { Mark, Remove, Row, Second, Title, Trailing, Lines } from './search-panel.styles';

interface SearchRowProps {
  readonly id: string;
  readonly entry: PanelEntry;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  /** Given for entries that are remembered. */
  readonly onRemove?: () => void;
}

interface RowLabels {
  readonly title: string;
  readonly second?: string;
  readonly trailing?: string;
}

const useRowLabels = (entry: PanelEntry, isRemembered: boolean): RowLabels => {
  const t = useTexts();
  switch (entry.kind) {
    case 'keyword': return isRemembered ? { title: entry.text } : { title: t('SearchKeyword', { text: entry.text }), second: t('SearchKeywordHint') };
    case 'place': return { title: entry.place.name };
    case 'partner': return { title: entry.name, second: entry.locality };
    case 'nonPartner': return { title: entry.name, second: [t('NotPartnerTitle'), entry.locality].filter((part) => part !== '').join(' · ') };
    case 'meal': return { title: entry.name, second: entry.restaurant.name, trailing: formatPrice(entry.price) };
    case 'tag': return { title: entry.name, second: t('SearchTagHint') };
    case 'locate': return { title: t('UseMyLocation') };
    case 'forget': return { title: t('ForgetSearches') };
  }
};

const ICONS: Readonly<Partial<Record<PanelEntry['kind'], IconSource>>> = { keyword: Search, place: MapPin, nonPartner: Store, meal: Utensils, locate: LocateFixed, forget: Eraser };

const Picture = ({ entry }: Pick<SearchRowProps, 'entry'>) => {
  const icon = ICONS[entry.kind];
  if (icon !== undefined) return <Icon of={icon} size={20} />;
  if (entry.kind === 'tag') return <FoodArt name={artOfTag(entry.name)} size={24} />;
  return entry.kind === 'partner' ? <FoodArt name={emblemFor(entry.name).art} size={24} /> : null;
};

/** One line of the panel, 61 px high. */
const SearchRow = ({ id, entry, isActive, onChoose, onRemove }: SearchRowProps) => {
  const t = useTexts();
  const { title, second = '', trailing } = useRowLabels(entry, onRemove !== undefined);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const remove = (event: MouseEvent): void => {
    event.stopPropagation();
    onRemove?.();
  };
  return (
    <Row ref={row} id={id} role="option" aria-selected={isActive} $isActive={isActive} onClick={onChoose}>
      <Mark><Picture entry={entry} /></Mark>
      <Lines>
        <Title>{title}</Title>
        {second !== '' && <Second>{second}</Second>}
      </Lines>
      {trailing !== undefined && <Trailing>{trailing}</Trailing>}
      {onRemove !== undefined && (
        <>
          <VisuallyHidden>{t('RecentRemoveHint')}</VisuallyHidden>
          <Remove aria-hidden="true" onClick={remove}><Icon of={X} size={18} /></Remove>
        </>
      )}
    </Row>
  );
};
