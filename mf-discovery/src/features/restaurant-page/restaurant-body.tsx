import type { MealType, Restaurant } from '@mahlzeit/contract';
import { Button, EmptyState, Gutter, H2, PageColumns, Panel, Small } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { noMenuWords } from './day-state-words';
import { Description } from './description';
import { Menu } from './menu';
import { PlaceFacts } from './place-facts';
import { RestaurantHead } from './restaurant-head';

interface RestaurantBodyProps {
  readonly restaurant: Restaurant;
  readonly mealTypes: readonly MealType[];
  readonly now: number;
  readonly onClose: () => void;
}

const NotPartner = () => {
  const t = useTexts();
  return (
    <Below>
      <Panel $padded>
        <H2>{t('NotPartnerTitle')}</H2>
        <Small $tone="quiet">{t('NotPartnerText')}</Small>
      </Panel>
    </Below>
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
  const side = (
    <>
      <Description words={restaurant.data.description} />
      <Panel $padded>
        <PlaceFacts restaurant={restaurant} />
      </Panel>
    </>
  );
  return (
    <PageColumns side={side}>
      <RestaurantHead restaurant={restaurant} now={now} />
      {restaurant.type === 'NonPartner' ? <NotPartner /> : <MenuOrReason {...props} />}
    </PageColumns>
  );
};

const Below = styled(Gutter)`
  padding-bottom: 20px;
`;
