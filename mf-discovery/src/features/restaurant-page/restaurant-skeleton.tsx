import { AfterDelay, Gutter, PageColumns, PageHead, Skeleton, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

const TILES = ['einladen', 'teilen', 'route', 'info'];
const DISHES = ['72%', '58%', '66%'];

const Dish = ({ width }: { readonly width: string }) => (
  <DishPlace>
    <Skeleton $height="18px" $width={width} />
    <Skeleton $height="18px" $width="58px" />
    <Skeleton $height="14px" $width="84%" />
  </DishPlace>
);

/** The places of the page's parts, while the restaurant is on its way. */
export const RestaurantSkeleton = () => (
  <AfterDelay>
    <PageColumns side={<Skeleton $height="260px" $radius={tokens.radius.card} />}>
      <PageHead emblem={<Skeleton $height="64px" $radius="20px" />}>
        <Skeleton $height="31px" $width="72%" />
        <Skeleton $height="18px" $width="54%" />
        <Skeleton $height="18px" $width="46%" />
        <Tiles>
          {TILES.map((tile) => <Skeleton key={tile} $height="54px" $radius={tokens.radius.control} />)}
        </Tiles>
      </PageHead>
      <Dishes>
        <Skeleton $height="24px" $width="40%" />
        {DISHES.map((width) => <Dish key={width} width={width} />)}
      </Dishes>
    </PageColumns>
  </AfterDelay>
);

const Tiles = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  max-width: 460px;
  margin: 10px 0 14px;
`;

const Dishes = styled(Gutter)`
  display: grid;
  gap: 24px;
  padding-block: 30px 28px;
`;

const DishPlace = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 12px;
`;
