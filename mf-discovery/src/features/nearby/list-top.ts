import { media } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** Above the cards. The teaser comes first on phones; in the pane it comes below the heading. */
export const ListTop = styled.div`
  display: flex;
  flex-direction: column;
  ${media.from701} {
    gap: 12px;
    > :first-child { order: 1; }
  }
`;
