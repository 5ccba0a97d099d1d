import { media } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** What stands above the cards. The teaser opens the page on phones; in the pane it stands below the heading. */
export const ListTop = styled.div`
  display: flex;
  flex-direction: column;
  ${media.from701} {
    gap: 12px;
    > :first-child { order: 1; }
  }
`;
