import { deactivateCard, setDefaultCard } from '@mahlzeit/contract';
import { useSession, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import {
  Badge,
  Banner,
  Button,
  IconButton,
  LinkButton,
  Row,
  RowSkeletons,
  Rows,
  Stack,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Check, EllipsisVertical, RefreshCw, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { loadFailureText } from '../providers';
import { AddCardButton } from './add-card-button';
import { CardBrandLogo } from './brand-mark';
import { brandNameByCardBrand, cardLabel, cardStatusText, refreshCards, useCards, useTexts } from './cards';
import type { VisibleCard } from './cards';

const cardNameOf = ({ brand, digits }: VisibleCard): string => cardLabel(brandNameByCardBrand[brand], digits);

/** Returns the actions with which the user changes or removes a card. Only one request runs at a time. */
const useCardActions = () => {
  const t = useTexts();
  const { apiClient, store, alert, snackbar, track } = useShell();
  const { run } = useSingleFlight();
  const sendCardChange = async (
    changeRoute: typeof deactivateCard | typeof setDefaultCard,
    cardId: string,
    successText: string,
  ): Promise<void> => {
    const changeAnswer = await track(apiClient.call(changeRoute, { body: { cardId } }));
    // The list of cards is loaded again even after a failure, because another tab may have removed the card.
    void refreshCards(store);
    if (changeAnswer.ok) snackbar({ tone: 'success', text: successText });
    else snackbar({ tone: 'error', text: (await loadFailureText(changeAnswer.error, 'card')).text });
  };
  const removeCard = async (card: VisibleCard): Promise<void> => {
    const chosenAction = await alert({
      title: t('RemoveCardTitle'),
      text: t('RemoveCardConfirmation', { card: cardNameOf(card) }),
      actions: [
        { id: 'keep', label: t('KeepCard'), tone: 'safe' },
        { id: 'remove', label: t('RemoveShort'), tone: 'danger' },
      ],
    });
    if (chosenAction === 'remove')
      run(() => sendCardChange(deactivateCard, card.id, t('CardRemoved', { card: cardNameOf(card) })));
  };
  return {
    makeDefault: (card: VisibleCard): void =>
      run(() => sendCardChange(setDefaultCard, card.id, t('DefaultSet', { card: cardNameOf(card) }))),
    remove: (card: VisibleCard): void => void removeCard(card),
  };
};

const CardRow = ({
  card,
  isDefault,
  onMenu,
}: {
  readonly card: VisibleCard;
  readonly isDefault: boolean;
  readonly onMenu: () => void;
}) => {
  const t = useTexts();
  const { text, tone } = cardStatusText(card);
  return (
    <Row
      leading={<CardBrandLogo brand={card.brand} />}
      title={cardNameOf(card)}
      text={
        <>
          <CardStatusText $tone={tone}>{text}</CardStatusText>
          {isDefault && (
            <CardBadgeLine>
              <Badge tone="ok" icon={Check}>
                {t('Default')}
              </Badge>
            </CardBadgeLine>
          )}
        </>
      }
      trailing={
        <IconButton label={t('CardMenu', { card: cardNameOf(card) })} icon={EllipsisVertical} onClick={onMenu} />
      }
    />
  );
};

interface CardMenuProps {
  readonly card: VisibleCard;
  readonly isDefault: boolean;
  readonly onClose: () => void;
}

const CardMenu = ({ card, isDefault, onClose }: CardMenuProps) => {
  const t = useTexts();
  const { makeDefault, remove } = useCardActions();
  const closeAndRun = (cardAction: (card: VisibleCard) => void) => (): void => {
    onClose();
    cardAction(card);
  };
  return (
    <ActionSheet title={cardNameOf(card)} text={cardStatusText(card).text} onClose={onClose}>
      {!isDefault && card.state === 'good' && (
        <ActionRow icon={Star} label={t('MakeDefault')} onClick={closeAndRun(makeDefault)} />
      )}
      <ActionRow icon={Trash2} label={t('RemoveCard')} isDanger onClick={closeAndRun(remove)} />
    </ActionSheet>
  );
};

const CARD_LIST_ADDRESS = { key: 'paymentoptions', params: [] };
const CARD_FORM_ADDRESS = { key: 'paymentoptions', params: ['new'] };

interface CardsSheetProps {
  /** Whether the form for a new card is open. */
  readonly isAdding: boolean;
  /**
   * Id of the card's pre-authorisation. The bank's page adds it to the URL when it redirects the whole page back to the
   * app instead of its iframe.
   */
  readonly returnedId: string | null;
}

/** List of the user's cards and PayPal. Each card has a menu with actions. */
const CardsSheetContent = ({ isAdding, returnedId }: CardsSheetProps) => {
  const t = useTexts();
  const { cards, defaultCardId, hasFailed, isFailureShown, isLoading, retry } = useCards();
  const [menuCardId, setMenuCardId] = useState<string | null>(null);
  const chosenCard = cards?.find(({ id }) => id === menuCardId);
  const isDefault = ({ id, state }: VisibleCard): boolean => id === defaultCardId && state === 'good';
  return (
    <Stack $gap={16}>
      {isFailureShown && !isLoading && (
        <Banner tone="warn" action={<LinkButton onClick={retry}>{t('CardsRetry')}</LinkButton>}>
          {t('CardsFailed')}
        </Banner>
      )}
      {isLoading ? (
        <RowSkeletons count={2} />
      ) : (
        <Rows aria-label={t('PaymentOptions')}>
          {(cards ?? []).map((card) => (
            <CardRow key={card.id} card={card} isDefault={isDefault(card)} onMenu={() => setMenuCardId(card.id)} />
          ))}
          <Row
            leading={<CardBrandLogo brand="PAYPAL" />}
            title={brandNameByCardBrand.PAYPAL}
            text={t('PayPalAlways')}
          />
        </Rows>
      )}
      {hasFailed && !isFailureShown && !isLoading && (
        <Button variant="second" isBlock icon={RefreshCw} onClick={retry}>
          {t('CardsRetry')}
        </Button>
      )}
      <AddCardButton
        isOpen={isAdding}
        returnedId={returnedId}
        formAddress={CARD_FORM_ADDRESS}
        nextAddress={CARD_LIST_ADDRESS}
      />
      {chosenCard !== undefined && (
        <CardMenu card={chosenCard} isDefault={isDefault(chosenCard)} onClose={() => setMenuCardId(null)} />
      )}
    </Stack>
  );
};

/** „Bezahlen“: sheet with the user's means of payment (S2§2 "paymentoptions"). */
export const CardsSheet = (props: CardsSheetProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const session = useSession();
  return (
    <Sheet title={t('Paying')} subtitle={t('PayingText')} onClose={navigation.close}>
      {session.status === 'known' ? <CardsSheetContent {...props} /> : <RowSkeletons count={2} />}
    </Sheet>
  );
};

const CardStatusText = styled.span<{ readonly $tone: 'quiet' | 'warn' | 'err' }>`
  ${({ $tone }) => $tone !== 'quiet' && 'font-weight: 600;'}
  ${({ $tone }) => $tone === 'warn' && `color: ${tokens.color.onWarnTint};`}
  ${({ $tone }) => $tone === 'err' && `color: ${tokens.color.err};`}
`;

const CardBadgeLine = styled.span`
  display: block;
  margin-top: 6px;
`;
