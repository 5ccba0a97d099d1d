import { defineScreen, useObservable, useShell } from '@mahlzeit/shared-ui/platform';
import type { Deployment } from '@mahlzeit/shared-ui/platform';
import {
  Body,
  forcedColorsBorder,
  Icon,
  BrandMark,
  Button,
  media,
  PlateArt,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { LowSheet, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Download, Smartphone, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../discovery-texts';
import { useIsWide } from '../use-media';

type StoreUrls = Pick<Deployment, 'appStoreUrl' | 'playStoreUrl'>;

/** Link to the app in one of the two stores. */
interface StoreLink {
  readonly store: 'AppStore' | 'PlayStore';
  readonly href: string;
}

// Links that search for the app in the stores; used when the deployment doesn't configure the app's page in the store.
const STORE_SEARCH_URLS = {
  appStore: 'https://apps.apple.com/de/search?term=Mahlzeit',
  playStore: 'https://play.google.com/store/search?q=Mahlzeit&c=apps',
} as const;

/** Returns the links to the stores, iOS first. */
const storeLinks = ({ appStoreUrl, playStoreUrl }: StoreUrls): readonly StoreLink[] => [
  { store: 'AppStore', href: appStoreUrl ?? STORE_SEARCH_URLS.appStore },
  { store: 'PlayStore', href: playStoreUrl ?? STORE_SEARCH_URLS.playStore },
];

const STORE_ICONS = { AppStore: Smartphone, PlayStore: TabletSmartphone } as const;
const STORE_CAPTION_KEYS = { AppStore: 'AppStoreCaption', PlayStore: 'PlayStoreCaption' } as const;

/** Asks the user to install the app; null if the screen links to the stores instead. */
type InstallApp = (() => void) | null;

interface BadgeListProps {
  readonly links: readonly StoreLink[];
  readonly installApp: InstallApp;
  /** Whether the link is one line high. Its caption is then visible only to screen readers. */
  readonly isOneLineHigh: boolean;
}

const BadgeList = ({ links, installApp, isOneLineHigh }: BadgeListProps) => {
  const t = useTexts();
  if (installApp !== null)
    return (
      <Button icon={Download} onClick={installApp}>
        {t('InstallApp')}
      </Button>
    );
  const StoreCaption = isOneLineHigh ? VisuallyHidden : BadgeCaption;
  return (
    <BadgeItems $isLow={isOneLineHigh}>
      {links.map(({ store, href }) => (
        <li key={store}>
          <BadgeLink $isLow={isOneLineHigh} href={href} target="_blank" rel="noopener noreferrer">
            <Icon source={STORE_ICONS[store]} size={isOneLineHigh ? 20 : 28} />
            <span>
              <StoreCaption>{t(STORE_CAPTION_KEYS[store])} </StoreCaption>
              <BadgeName $isLow={isOneLineHigh}>{t(store)}</BadgeName>
            </span>
          </BadgeLink>
        </li>
      ))}
    </BadgeItems>
  );
};

interface DownloadViewProps {
  readonly links: readonly StoreLink[];
  readonly installApp: InstallApp;
  readonly onClose: () => void;
}

const DownloadDialog = ({ onClose, ...badges }: DownloadViewProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('DownloadTitle')} onClose={onClose}>
      <DialogContent>
        <PlateArt art="sandwich" size={120} />
        <Body>{t('DownloadText')}</Body>
        <BadgeList {...badges} isOneLineHigh={false} />
        <Body $tone="quiet">{t('DownloadStay')}</Body>
      </DialogContent>
    </Sheet>
  );
};

/**
 * Returns whether the user pressed a link to this screen: then this link still has the focus. Otherwise the app opened
 * the screen by itself.
 */
const isDownloadLinkFocused = (): boolean => document.activeElement?.matches('a[href$="#download"]') ?? false;

const DownloadOffer = ({ onClose, ...badges }: DownloadViewProps) => {
  const t = useTexts();
  const [isOpenedByLink] = useState(isDownloadLinkFocused);
  return (
    <LowSheet
      title={t('DownloadTitle')}
      text={t('DownloadShort')}
      emblem={<BrandMark size={44} />}
      wantsFocus={isOpenedByLink}
      onClose={onClose}
    >
      <BadgeList {...badges} isOneLineHigh />
    </LowSheet>
  );
};

/**
 * Sheet that offers the app (S1§2): by links to both stores, or by an installation where the browser can install it and
 * the deployment names no store. On phones the list stays visible and usable below the sheet
 * (Decision 31).
 */
export const DownloadSheet = () => {
  const shell = useShell();
  const { navigation, deployment } = shell;
  const installApp = useObservable(shell.installApp);
  const hasStoreUrls = deployment.appStoreUrl !== null || deployment.playStoreUrl !== null;
  const DownloadView = useIsWide() ? DownloadDialog : DownloadOffer;
  return (
    <DownloadView
      links={storeLinks(deployment)}
      installApp={hasStoreUrls ? null : installApp}
      onClose={() => navigation.close()}
    />
  );
};

const DialogContent = styled.div`
  display: grid;
  justify-items: center;
  gap: 18px;
  padding-bottom: 12px;
  text-align: center;
  > p {
    max-width: 26rem;
    text-wrap: pretty;
  }
`;

interface LowBadgeProps {
  readonly $isLow: boolean;
}

const BadgeItems = styled.ul<LowBadgeProps>`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${({ $isLow }) => ($isLow ? '10px' : '12px')};
  width: 100%;
  > li {
    ${({ $isLow }) => ($isLow ? 'flex: 1 1 8rem; min-width: min(8rem, 100%);' : 'flex: 0 1 13rem; min-width: min(12rem, 100%);')}
  }
`;

const BadgeLink = styled.a<LowBadgeProps>`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${({ $isLow }) => ($isLow ? '8px' : '12px')};
  min-height: ${({ $isLow }) => ($isLow ? '48px' : '60px')};
  padding: ${({ $isLow }) => ($isLow ? '8px 10px' : '8px 18px')};
  border-radius: ${tokens.radius.control};
  text-align: left;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  ${media.hover} {
    &:hover {
      box-shadow: ${tokens.color.e2};
    }
  }
  ${forcedColorsBorder}
`;

const BadgeCaption = styled.span`
  ${textStyles.micro}
  display: block;
`;

const BadgeName = styled.span<LowBadgeProps>`
  ${({ $isLow }) => ($isLow ? textStyles.label : textStyles.h3)}
  display: block;
`;

// The screen renders in several short steps. On phones it opens by itself while the list is loading, and a tap on the
// list must be handled first.
export default defineScreen(DownloadSheet, { isSliced: true });
