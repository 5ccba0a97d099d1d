import { ErrorState } from '@mahlzeit/shared-ui/ui';
import type { ComponentProps } from 'react';
import styled from 'styled-components';

/** Why the main region shows nothing, with another try. It scrolls by itself: in the wide frame the page doesn't. */
export const MainError = (props: Omit<ComponentProps<typeof ErrorState>, 'level'>) => (
  <Place>
    <ErrorState {...props} level={1} />
  </Place>
);

const Place = styled.section`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;
