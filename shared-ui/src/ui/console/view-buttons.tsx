import styled from 'styled-components';
import { Button } from '../button';
import { media, tokens } from '../theme/tokens';

/** Row of buttons with which the user chooses the view of a console. */
export const ViewButtons = styled.div`
  display: inline-flex;
  align-self: flex-start;
  gap: 4px;
  margin: 12px 20px 0;
  padding: 4px;
  border-radius: ${tokens.radius.thumb};
  background: ${tokens.color.sunken};
  ${media.below600} {
    margin: 8px 12px 0;
  }
`;

/** Button that chooses a view of a console; `aria-pressed` marks the chosen one. */
export const ViewButton = styled(Button).attrs({ variant: 'quiet', size: 'small' })`
  color: ${tokens.color.ink2};
  &[aria-pressed='true'] {
    background: ${tokens.color.surface};
    color: ${tokens.color.ink};
    box-shadow: ${tokens.color.e1};
  }
`;
