import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import type { Deployment } from '@mahlzeit/shared-ui/platform';
import { Body, Icon, media, PlateArt, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Smartphone, TabletSmartphone } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../discovery-texts';

type StoreUrls = Pick<Deployment, 'appStoreUrl' | 'playStoreUrl'>;

/** A store that has the app. */
interface StoreLink {
  readonly store: 'AppStore' | 'PlayStore';
  readonly href: string;
}

// Where the deployment names no page of its own, the store's search finds the app.
const SEARCH = {
  appStore: 'https://apps.apple.com/de/search?term=Mahlzeit',
  playStore: 'https://play.google.com/store/search?q=Mahlzeit&c=apps',
} as const;

/** Where the app is to be had, iOS first. */
const storeLinks = ({ appStoreUrl, playStoreUrl }: StoreUrls): readonly StoreLink[] => [
  { store: 'AppStore', href: appStoreUrl ?? SEARCH.appStore },
  { store: 'PlayStore', href: playStoreUrl ?? SEARCH.playStore },
];

const ICONS = { AppStore: Smartphone, PlayStore: TabletSmartphone } as const;
const CAPTIONS = { AppStore: 'AppStoreCaption', PlayStore: 'PlayStoreCaption' } as const;

/** S1§2: leads to the app in both stores. */
export const DownloadSheet = () => {
  const t = useTexts();
  const { navigation, deployment } = useShell();
  return (
    <Sheet title={t('DownloadTitle')} onClose={navigation.close}>
      <Content>
        <PlateArt art="sandwich" size={120} />
        <Body>{t('DownloadText')}</Body>
        <Badges>
          {storeLinks(deployment).map(({ store, href }) => (
            <li key={store}>
              <Badge href={href} target="_blank" rel="noopener noreferrer">
                <Icon of={ICONS[store]} size={28} />
                <span>
                  <BadgeCaption>{t(CAPTIONS[store])} </BadgeCaption>
                  <BadgeName>{t(store)}</BadgeName>
                </span>
              </Badge>
            </li>
          ))}
        </Badges>
        <Body $tone="quiet">{t('DownloadStay')}</Body>
      </Content>
    </Sheet>
  );
};

const Content = styled.div`
  display: grid;
  justify-items: center;
  gap: 18px;
  padding-bottom: 12px;
  text-align: center;
  > p { max-width: 26rem; text-wrap: pretty; }
`;

const Badges = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 12px;
  width: 100%;
  > li { flex: 0 1 13rem; min-width: min(12rem, 100%); }
`;

const Badge = styled.a`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 12px;
  min-height: 60px;
  padding: 8px 18px;
  border-radius: ${tokens.radius.control};
  text-align: left;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  ${media.hover} { &:hover { box-shadow: ${tokens.color.e2}; } }
`;

const BadgeCaption = styled.span`
  ${textStyles.micro}
  display: block;
`;

const BadgeName = styled.span`
  ${textStyles.h3}
  display: block;
`;

// On phones it opens by itself while the list still comes: a tap on that goes first.
export default defineScreen(DownloadSheet, { isSliced: true });
