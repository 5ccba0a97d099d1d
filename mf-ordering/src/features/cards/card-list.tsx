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
import { BrandLogo } from './brand-mark';
import { brandNames, cardLabel, cardStatus, refreshCards, useCards, useTexts } from './cards';
import type { VisibleCard } from './cards';

const cardNameOf = ({ brand, digits }: VisibleCard): string => cardLabel(brandNames[brand], digits);

/** Returns the actions on a card. Only one request runs at a time. */
const useCardActions = () => {
  const t = useTexts();
  const { apiClient, store, alert, snackbar, track } = useShell();
  const { run } = useSingleFlight();
  const changeCard = async (
    route: typeof deactivateCard | typeof setDefaultCard,
    cardId: string,
    doneText: string,
  ): Promise<void> => {
    const answer = await track(apiClient.call(route, { body: { cardId } }));
    // The list is loaded again after a failure, too: another tab may have removed the card.
    void refreshCards(store);
    if (answer.ok) snackbar({ tone: 'success', text: doneText });
    else snackbar({ tone: 'error', text: (await loadFailureText(answer.error, 'card')).text });
  };
  const removeCard = async (card: VisibleCard): Promise<void> => {
    const answer = await alert({
      title: t('RemoveCardTitle'),
      text: t('RemoveCardConfirmation', { card: cardNameOf(card) }),
      actions: [
        { id: 'keep', label: t('KeepCard'), tone: 'safe' },
        { id: 'remove', label: t('RemoveShort'), tone: 'danger' },
      ],
    });
    if (answer === 'remove')
      run(() => changeCard(deactivateCard, card.id, t('CardRemoved', { card: cardNameOf(card) })));
  };
  return {
    makeDefault: (card: VisibleCard): void =>
      run(() => changeCard(setDefaultCard, card.id, t('DefaultSet', { card: cardNameOf(card) }))),
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
  const { text, tone } = cardStatus(card);
  return (
    <Row
      leading={<BrandLogo brand={card.brand} />}
      title={cardNameOf(card)}
      text={
        <>
          <StatusText $tone={tone}>{text}</StatusText>
          {isDefault && (
            <BadgeLine>
              <Badge tone="ok" icon={Check}>
                {t('Default')}
              </Badge>
            </BadgeLine>
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
  const closeAndRun = (action: (card: VisibleCard) => void) => (): void => {
    onClose();
    action(card);
  };
  return (
    <ActionSheet title={cardNameOf(card)} text={cardStatus(card).text} onClose={onClose}>
      {!isDefault && card.state === 'good' && (
        <ActionRow icon={Star} label={t('MakeDefault')} onClick={closeAndRun(makeDefault)} />
      )}
      <ActionRow icon={Trash2} label={t('RemoveCard')} isDanger onClick={closeAndRun(remove)} />
    </ActionSheet>
  );
};

const LIST_ADDRESS = { key: 'paymentoptions', params: [] };
const FORM_ADDRESS = { key: 'paymentoptions', params: ['new'] };

interface CardsProps {
  /** Whether the form of a new card is open. */
  readonly isAdding: boolean;
  /**
   * Id of the pre-authorisation with which the bank's page has redirected to this page when it ran outside of its
   * frame.
   */
  readonly returnedId: string | null;
}

/** List of the user's cards and PayPal, with the actions on each card. */
const CardsContent = ({ isAdding, returnedId }: CardsProps) => {
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
          <Row leading={<BrandLogo brand="PAYPAL" />} title={brandNames.PAYPAL} text={t('PayPalAlways')} />
        </Rows>
      )}
      {hasFailed && !isFailureShown && !isLoading && (
        <Button variant="second" isBlock icon={RefreshCw} onClick={retry}>
          {t('CardsRetry')}
        </Button>
      )}
      <AddCardButton isOpen={isAdding} returnedId={returnedId} formAddress={FORM_ADDRESS} nextAddress={LIST_ADDRESS} />
      {chosenCard !== undefined && (
        <CardMenu card={chosenCard} isDefault={isDefault(chosenCard)} onClose={() => setMenuCardId(null)} />
      )}
    </Stack>
  );
};

/** „Bezahlen“: sheet with the user's means of payment (S2§2 "paymentoptions"). */
export const CardsSheet = (props: CardsProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const session = useSession();
  return (
    <Sheet title={t('Paying')} subtitle={t('PayingText')} onClose={navigation.close}>
      {session.status === 'known' ? <CardsContent {...props} /> : <RowSkeletons count={2} />}
    </Sheet>
  );
};

const StatusText = styled.span<{ readonly $tone: 'quiet' | 'warn' | 'err' }>`
  ${({ $tone }) => $tone !== 'quiet' && 'font-weight: 600;'}
  ${({ $tone }) => $tone === 'warn' && `color: ${tokens.color.onWarnTint};`}
  ${({ $tone }) => $tone === 'err' && `color: ${tokens.color.err};`}
`;

const BadgeLine = styled.span`
  display: block;
  margin-top: 6px;
`;
