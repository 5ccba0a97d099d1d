import type { Moderator } from '@mahlzeit/contract';
import { Button, media } from '@mahlzeit/shared-ui/ui';
import { ConsoleHeader as HeaderFrame, ConsoleHeadline } from '@mahlzeit/shared-ui/ui/console';
import { LogOut } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { useModeration } from '../platform';

interface ConsoleHeaderProps {
  readonly moderator: Moderator;
}

/** Header of the moderation console with the name of the moderator to whom the token belongs. */
export const ConsoleHeader = ({ moderator }: ConsoleHeaderProps) => {
  const t = useTexts();
  const { signOut } = useModeration();
  return (
    <HeaderBar>
      <ConsoleHeadline title={t('Heading')} subtitle={t('SignedInAs', { name: moderator.name })} />
      <Button variant="quiet" size="small" icon={LogOut} onClick={signOut}>
        {t('SignOut')}
      </Button>
    </HeaderBar>
  );
};

const HeaderBar = styled(HeaderFrame)`
  gap: 4px 16px;
  ${media.below600} {
    padding: 8px 12px;
  }
`;
