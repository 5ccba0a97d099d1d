import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { ButtonLink } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { SquarePen } from 'lucide-react';
import styled from 'styled-components';
import { InboxList, useChatTexts } from '../features/chat';

const ChatInboxScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useChatTexts();
  return (
    <Sheet title={t('Messages')} onClose={navigation.close} dock={<ButtonLink isBlock icon={SquarePen} href={navigation.hrefOf('chatcreate')}>{t('NewMessage')}</ButtonLink>}>
      <EdgeToEdge><InboxList /></EdgeToEdge>
    </Sheet>
  );
};

// The rows have gutters of their own.
const EdgeToEdge = styled.div`
  margin-inline: calc(4px - var(--gutter, 20px));
`;

export default defineScreen(ChatInboxScreen);
