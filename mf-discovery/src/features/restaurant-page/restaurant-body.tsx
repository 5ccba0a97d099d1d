import type { MealType, Restaurant } from '@mahlzeit/contract';
import { Button, EmptyState, H2, Panel, Small, media } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { noMenuWords } from './day-state-words';
import { Description } from './description';
import { Menu } from './menu';
import { PageHead } from './page-head';
import { PlaceFacts } from './place-facts';

interface RestaurantBodyProps {
  readonly restaurant: Restaurant;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
  readonly onClose: () => void;
}

const NotPartner = () => {
  const t = useTexts();
  return (
    <Gutter>
      <Panel $padded>
        <H2>{t('NotPartnerTitle')}</H2>
        <Small $tone="quiet">{t('NotPartnerText')}</Small>
      </Panel>
    </Gutter>
  );
};

const MenuOrReason = ({ restaurant, mealTypes, now, onClose }: RestaurantBodyProps) => {
  const t = useTexts();
  const reason = noMenuWords(restaurant, now);
  if (reason === null) return <Menu restaurant={restaurant} mealTypes={mealTypes} now={now} />;
  return (
    <EmptyState {...reason}>
      <Button variant="second" onClick={onClose}>{t('SeeOthers')}</Button>
    </EmptyState>
  );
};

/** The page below its picture: head, menu, and the facts beside or below it. */
export const RestaurantBody = (props: RestaurantBodyProps) => {
  const { restaurant, now } = props;
  return (
    <Columns>
      <Main>
        <PageHead restaurant={restaurant} now={now} />
        {restaurant.type === 'NonPartner' ? <NotPartner /> : <MenuOrReason {...props} />}
      </Main>
      <Side>
        <Description words={restaurant.data.description} />
        <Panel $padded>
          <PlaceFacts restaurant={restaurant} />
        </Panel>
      </Side>
    </Columns>
  );
};

const Columns = styled.div`
  ${media.from850} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    min-height: 60vh;
  }
`;

const Main = styled.div`
  min-width: 0;
  ${media.from701} { > header, > header + * { padding-inline: 28px; } }
`;

const Side = styled.aside`
  display: grid;
  gap: 16px;
  align-content: start;
  padding: 4px 20px 32px;
  ${media.from701} { padding-inline: 28px; }
  ${media.from850} { padding: 24px 28px 32px 10px; }
`;

const Gutter = styled.div`
  padding: 4px 20px 20px;
`;
