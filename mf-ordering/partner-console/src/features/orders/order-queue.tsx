import type { PartnerOrder } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { Button, Count, EmptyState, ErrorState, RowSkeletons, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { memo, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { LONG_LIST_ROWS, OrderRow } from './order-row';
import { dayTotals, isNew } from './queue-rules';
import type { Arrangement } from './queue-rules';
import type { Accepting } from './use-accepting';

interface OrderQueueProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Loading status of the orders. */
  readonly collection: Pick<CollectionView<PartnerOrder>, 'status' | 'error' | 'retry'>;
  readonly orders: readonly PartnerOrder[];
  readonly arrangement: Arrangement;
  readonly sendingKeys: ReadonlySet<string>;
  readonly onAcceptAll: Accepting['acceptAll'];
  readonly now: number;
  readonly isOffline: boolean;
  readonly chosenKey: string | null;
  readonly onChoose: (key: string) => void;
  readonly onAccept: (order: PartnerOrder) => void;
  /** Details of the chosen order, shown below its row; null when a separate pane shows them. */
  readonly details: ReactNode;
}

const Totals = ({ orders }: { readonly orders: readonly PartnerOrder[] }) => {
  const t = useTexts();
  const { accepted, refundedCount, amount } = dayTotals(orders);
  return (
    <Small $tone="quiet">
      {t(refundedCount === 0 ? 'DayTotalsNoRefund' : 'DayTotals', {
        accepted,
        refunded: refundedCount,
        amount: formatPrice(amount),
      })}
    </Small>
  );
};

interface AcceptAllProps {
  readonly waitingOrders: readonly PartnerOrder[];
  readonly onAcceptAll: Accepting['acceptAll'];
}

/**
 * Button that accepts all waiting orders. It asks for confirmation, because acceptance can't be undone. An order that
 * arrives while the question is open isn't accepted.
 */
const AcceptAll = ({ waitingOrders, onAcceptAll }: AcceptAllProps) => {
  const t = useTexts();
  const [askedKeys, setAskedKeys] = useState<ReadonlySet<string> | null>(null);
  const answer = (id: string | null): void => {
    setAskedKeys(null);
    if (id === 'accept') onAcceptAll(waitingOrders.filter(({ key }) => askedKeys?.has(key)));
  };
  return (
    <>
      {waitingOrders.length > 1 && (
        <Button variant="tint" onClick={() => setAskedKeys(new Set(waitingOrders.map(({ key }) => key)))}>
          {t('AcceptAll', { count: waitingOrders.length })}
        </Button>
      )}
      {askedKeys !== null && (
        <AlertDialog
          title={t('AcceptAllTitle', { count: askedKeys.size })}
          actions={[
            { id: 'cancel', label: t('Cancel'), tone: 'safe' },
            { id: 'accept', label: t('AcceptAll', { count: askedKeys.size }), tone: 'primary' },
          ]}
          onChoose={answer}
        >
          {t('AcceptAllText')}
        </AlertDialog>
      )}
    </>
  );
};

const Orders = (props: OrderQueueProps) => {
  const {
    ref,
    collection,
    orders: items,
    arrangement,
    sendingKeys,
    onAcceptAll,
    now,
    isOffline,
    chosenKey,
    onChoose,
    onAccept,
    details,
  } = props;
  const t = useTexts();
  const { status, error, retry } = collection;
  const byKey = new Map(items.map((order) => [order.key, order]));
  const waitingOrders = items.filter((order) => isNew(order) && !sendingKeys.has(order.key));

  const rowOf = (key: string): ReactNode => {
    const order = byKey.get(key);
    if (order === undefined) return null;
    const isChosen = key === chosenKey;
    return (
      <OrderRow
        key={key}
        order={order}
        now={now}
        isChosen={isChosen}
        isSending={sendingKeys.has(key)}
        isOffline={isOffline}
        onChoose={onChoose}
        onAccept={onAccept}
      >
        {isChosen ? details : undefined}
      </OrderRow>
    );
  };
  const content = (): ReactNode => {
    if (status === 'loading') return <RowSkeletons />;
    if (status === 'failed' || status === 'gone')
      return <ErrorState title={t('OrdersFailedTitle')} text={consoleErrorText(error)} onRetry={retry} />;
    if (items.length === 0) return <EmptyState art="bento-box" title={t('EmptyTitle')} text={t('EmptyText')} />;
    return (
      <>
        <Head>
          <Title>{t('New')}</Title>
          {waitingOrders.length > 0 && (
            <Count value={waitingOrders.length} label={t('NewCount', { count: waitingOrders.length })} />
          )}
          {!isOffline && <AcceptAll waitingOrders={waitingOrders} onAcceptAll={onAcceptAll} />}
        </Head>
        {arrangement.waiting.length === 0 ? (
          <Nothing $tone="quiet">{t('NothingNew')}</Nothing>
        ) : (
          <ul aria-label={t('New')} data-long={arrangement.waiting.length > LONG_LIST_ROWS || undefined}>
            {arrangement.waiting.map(rowOf)}
          </ul>
        )}
        {arrangement.answered.length > 0 && (
          <>
            <Head>
              <Title>{t('Today')}</Title>
              <Totals orders={items} />
            </Head>
            <ul aria-label={t('Today')} data-long={arrangement.answered.length > LONG_LIST_ROWS || undefined}>
              {arrangement.answered.map(rowOf)}
            </ul>
          </>
        )}
      </>
    );
  };
  return <Queue ref={ref}>{content()}</Queue>;
};

/** Today's orders: first those that wait for an answer, then the answered ones. */
export const OrderQueue = memo(Orders);

const Queue = styled.div`
  min-width: 0;
  padding-bottom: 32px;
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 10px;
  min-height: 64px;
  padding: 8px 20px;
  border-bottom: 1px solid ${tokens.color.line};
`;

const Title = styled.h2`
  ${textStyles.h3}
  flex: 1;
`;

const Nothing = styled(Small)`
  padding: 14px 20px 20px;
`;
