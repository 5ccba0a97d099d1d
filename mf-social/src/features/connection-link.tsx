import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, IconButton, Inline, Small, Stack, tokens, Total } from '@mahlzeit/shared-ui/ui';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../social-texts';
import { copyText, shareLink } from './share-link';

interface OwnLink {
  readonly link: string;
  readonly code: string;
}

const useOwnLink = (): OwnLink | null => {
  const session = useSession();
  if (session.status !== 'known') return null;
  const { connectionLink, connectionCode } = session.account;
  return connectionLink === null || connectionCode === null ? null : { link: connectionLink, code: connectionCode };
};

interface OwnLinkSheetProps extends OwnLink {
  readonly onClose: () => void;
}

/** The reader's own link and code: to share, to copy, to read out. */
const OwnLinkSheet = ({ link, code, onClose }: OwnLinkSheetProps) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const say = (outcome: 'shared' | 'copied' | 'cancelled' | 'failed'): void => {
    if (outcome === 'copied') snackbar({ tone: 'success', text: t('LinkCopied') });
    if (outcome === 'failed') snackbar({ tone: 'error', text: t('CopyFailed') });
  };
  const share = async (): Promise<void> => say(await shareLink({ title: t('OwnLink'), text: t('ShareContactMessage', { code }), url: link }, window.navigator));
  const copy = async (): Promise<void> => say(await copyText(link, window.navigator));
  return (
    <ActionSheet title={t('OwnLink')} text={t('OwnLinkExplanation')} onClose={onClose}>
      <Stack $gap={16}>
        <Code>
          <Small as="span" $tone="quiet">{t('SayYourCode')}</Small>
          <Total as="strong">{code}</Total>
        </Code>
        <LinkBox>
          <Small as="span">{link.replace(/^https?:\/\//, '')}</Small>
          <IconButton label={t('CopyLink')} icon={Copy} onClick={() => void copy()} />
        </LinkBox>
        <Button isBlock icon={Share2} onClick={() => void share()}>{t('ShareLink')}</Button>
      </Stack>
    </ActionSheet>
  );
};

const Code = styled.p`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: 4px;
  padding: 12px 0 4px;
  text-align: center;
  > * { min-width: 0; max-width: 100%; overflow-wrap: anywhere; }
  > strong { font-size: 2rem; line-height: 2.5rem; letter-spacing: 0.1em; user-select: all; }
`;

const LinkBox = styled(Inline)`
  justify-content: space-between;
  padding: 6px 6px 6px 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  > span { min-width: 0; overflow-wrap: anywhere; user-select: all; }
`;

/** Opens the sheet with the reader's own link; who has none is told so (S2§2: ErrorUnknown). */
export const useConnectionLink = () => {
  const t = useTexts();
  const { snackbar } = useShell();
  const own = useOwnLink();
  const [isOpen, setIsOpen] = useState(false);
  return {
    open(): void {
      if (own === null) snackbar({ tone: 'error', text: t('ErrorUnknown') });
      else setIsOpen(true);
    },
    sheet: isOpen && own !== null ? <OwnLinkSheet {...own} onClose={() => setIsOpen(false)} /> : null,
  };
};
