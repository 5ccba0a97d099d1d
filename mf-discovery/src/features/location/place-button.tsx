import { Icon, TopBarPlace, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { LocateFixed } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { useLocate, usePlace } from './use-location';
import { usePlaceName } from './use-place-name';

/** Says where the list is centred and asks for the position on a tap: two shapes, one for each frame. */
export const PlaceButton = () => {
  const t = useTexts();
  usePlace();
  const { locate } = useLocate();
  const name = usePlaceName() ?? t('Locating');
  return (
    <>
      <TopBarPlace caption={t('LunchAround')} place={name} onClick={locate} />
      <WidePlace type="button" onClick={locate}>
        <Icon of={LocateFixed} size={18} />
        <span>
          {t('LunchAround')} <strong>{name}</strong>
        </span>
      </WidePlace>
    </>
  );
};

// The one-row frame has no second line for the place: it stands where the search will be.
const WidePlace = styled.button`
  ${textStyles.label}
  display: none;
  grid-area: search;
  justify-self: start;
  align-items: center;
  gap: 8px;
  min-height: 48px;
  max-width: 100%;
  margin-left: 12px;
  padding: 0 18px 0 14px;
  border-radius: ${tokens.radius.control};
  font-weight: 400;
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line}, ${tokens.color.e1};
  strong { font-weight: 650; }
  ${media.hover} { &:hover { background: ${tokens.color.hover}; } }
  ${media.from850} { display: inline-flex; }
`;
