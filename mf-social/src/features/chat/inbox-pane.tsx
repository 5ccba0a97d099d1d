import { useShell } from '@mahlzeit/shared-ui/platform';
import { ButtonLink, EmptyState, H2, IconLink, tokens } from '@mahlzeit/shared-ui/ui';
import { SquarePen } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';
import { InboxList } from './inbox';

const WIDE_PAGE_QUERY = '(min-width: 850px)';

const canMatchMedia = (): boolean => 'matchMedia' in window;

const subscribeToWidth = (listener: () => void): (() => void) => {
  if (!canMatchMedia()) return () => undefined;
  const mediaQueryList = window.matchMedia(WIDE_PAGE_QUERY);
  mediaQueryList.addEventListener('change', listener);
  return () => mediaQueryList.removeEventListener('change', listener);
};

/** Returns whether the page is wide enough to show the inbox beside a chat. */
export const useHasInboxPane = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => canMatchMedia() && window.matchMedia(WIDE_PAGE_QUERY).matches);

interface InboxPaneProps {
  /**
   * Key of the chat that is open beside the inbox. While no chat is open it is undefined, and the inbox shows the
   * dialog's title.
   */
  readonly chatKey?: string;
}

/**
 * Inbox beside a chat. Opening another chat replaces the current screen, so that Back closes the messages at once
 * instead of returning to the previous chat.
 */
export const InboxPane = ({ chatKey }: InboxPaneProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <>
      <PaneHeader>
        {chatKey === undefined ? (
          <H2 as="span" aria-hidden="true">
            {t('Messages')}
          </H2>
        ) : (
          <H2>{t('Messages')}</H2>
        )}
        <IconLink label={t('NewMessage')} icon={SquarePen} href={navigation.hrefOf('chatcreate')} />
      </PaneHeader>
      <PaneScrollArea>
        <InboxList
          {...(chatKey === undefined ? {} : { chosenKey: chatKey })}
          onChoose={(key) => key !== chatKey && navigation.replace('chatmessages', key)}
        />
      </PaneScrollArea>
    </>
  );
};

/** Link that starts a new chat. */
export const NewMessageLink = ({ isBlock = false }: { readonly isBlock?: boolean }) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <ButtonLink isBlock={isBlock} icon={SquarePen} href={navigation.hrefOf('chatcreate')}>
      {t('NewMessage')}
    </ButtonLink>
  );
};

/** Placeholder beside the inbox while no chat is open. */
export const NoChatChosen = () => {
  const t = useTexts();
  return (
    <CenteredMessageArea>
      <EmptyState art="hot-beverage" title={t('PickChat')} text={t('PickChatText')}>
        <NewMessageLink />
      </EmptyState>
    </CenteredMessageArea>
  );
};

const CenteredMessageArea = styled.div`
  display: grid;
  align-content: center;
  /* As good as the middle of a dialog that is as high as the window. */
  min-height: 68vh;
`;

const PaneHeader = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 66px;
  padding: 10px 8px 10px 20px;
`;

const PaneScrollArea = styled.div`
  flex: 1;
  min-height: 0;
  padding-bottom: 16px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: ${tokens.color.lineStrong} transparent;
`;
