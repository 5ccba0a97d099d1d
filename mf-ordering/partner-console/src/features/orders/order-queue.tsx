import type { PartnerOrder } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  CountBadge,
  EmptyState,
  ErrorState,
  RowSkeletons,
  Small,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { memo, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { MIN_LONG_LIST_ROWS, OrderRow } from './order-row';
import { isWaiting, orderDayTotalsOf } from './queue-rules';
import type { QueueArrangement } from './queue-rules';
import type { OrderAccepter } from './use-accepting';

interface OrderQueueProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Loading status of the orders, with the error and the retry after a failure. */
  readonly ordersView: Pick<CollectionView<PartnerOrder>, 'status' | 'error' | 'retry'>;
  readonly orders: readonly PartnerOrder[];
  readonly arrangement: QueueArrangement;
  readonly sendingKeys: ReadonlySet<string>;
  readonly onAcceptAll: OrderAccepter['acceptAll'];
  readonly now: number;
  readonly isOffline: boolean;
  readonly chosenKey: string | null;
  readonly onChoose: (key: string) => void;
  readonly onAccept: (order: PartnerOrder) => void;
  /** Details of the chosen order, shown below its row; null when a separate pane shows them. */
  readonly details: ReactNode;
}

const DayTotalsLine = ({ orders }: { readonly orders: readonly PartnerOrder[] }) => {
  const t = useTexts();
  const { accepted, refundedCount, amount } = orderDayTotalsOf(orders);
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
  readonly onAcceptAll: OrderAccepter['acceptAll'];
}

/**
 * Button that accepts all waiting orders. It asks for confirmation, because acceptance can't be undone. An order that
 * arrives while the question is open isn't accepted.
 */
const AcceptAllButton = ({ waitingOrders, onAcceptAll }: AcceptAllProps) => {
  const t = useTexts();
  const [keysToConfirm, setKeysToConfirm] = useState<ReadonlySet<string> | null>(null);
  const onConfirmationAnswer = (id: string | null): void => {
    setKeysToConfirm(null);
    if (id === 'accept') onAcceptAll(waitingOrders.filter(({ key }) => keysToConfirm?.has(key)));
  };
  return (
    <>
      {waitingOrders.length > 1 && (
        <Button variant="tint" onClick={() => setKeysToConfirm(new Set(waitingOrders.map(({ key }) => key)))}>
          {t('AcceptAll', { count: waitingOrders.length })}
        </Button>
      )}
      {keysToConfirm !== null && (
        <AlertDialog
          title={t('AcceptAllTitle', { count: keysToConfirm.size })}
          actions={[
            { id: 'cancel', label: t('Cancel'), tone: 'safe' },
            { id: 'accept', label: t('AcceptAll', { count: keysToConfirm.size }), tone: 'primary' },
          ]}
          onChoose={onConfirmationAnswer}
        >
          {t('AcceptAllText')}
        </AlertDialog>
      )}
    </>
  );
};

const OrderQueueContent = (props: OrderQueueProps) => {
  const {
    ref,
    ordersView,
    orders: queuedOrders,
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
  const { status, error, retry } = ordersView;
  const orderByKey = new Map(queuedOrders.map((order) => [order.key, order]));
  const waitingOrders = queuedOrders.filter((order) => isWaiting(order, now) && !sendingKeys.has(order.key));

  const renderOrderRow = (key: string): ReactNode => {
    const order = orderByKey.get(key);
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
  const renderQueue = (): ReactNode => {
    if (status === 'loading') return <RowSkeletons />;
    if (status === 'failed' || status === 'gone')
      return <ErrorState title={t('OrdersFailedTitle')} text={consoleErrorText(error)} onRetry={retry} />;
    if (queuedOrders.length === 0) return <EmptyState art="bento-box" title={t('EmptyTitle')} text={t('EmptyText')} />;
    return (
      <>
        <QueueHeader>
          <QueueTitle>{t('New')}</QueueTitle>
          {waitingOrders.length > 0 && (
            <CountBadge value={waitingOrders.length} label={t('NewCount', { count: waitingOrders.length })} />
          )}
          {!isOffline && <AcceptAllButton waitingOrders={waitingOrders} onAcceptAll={onAcceptAll} />}
        </QueueHeader>
        {arrangement.waiting.length === 0 ? (
          <NoOrdersNotice $tone="quiet">{t('NothingNew')}</NoOrdersNotice>
        ) : (
          <ul aria-label={t('New')} data-long={arrangement.waiting.length > MIN_LONG_LIST_ROWS || undefined}>
            {arrangement.waiting.map(renderOrderRow)}
          </ul>
        )}
        {arrangement.answered.length > 0 && (
          <>
            <QueueHeader>
              <QueueTitle>{t('Today')}</QueueTitle>
              <DayTotalsLine orders={queuedOrders} />
            </QueueHeader>
            <ul aria-label={t('Today')} data-long={arrangement.answered.length > MIN_LONG_LIST_ROWS || undefined}>
              {arrangement.answered.map(renderOrderRow)}
            </ul>
          </>
        )}
      </>
    );
  };
  return <QueueFrame ref={ref}>{renderQueue()}</QueueFrame>;
};

/** Today's orders: first those that wait for the restaurant's answer, then the answered ones. */
export const OrderQueue = memo(OrderQueueContent);

const QueueFrame = styled.div`
  min-width: 0;
  padding-bottom: 32px;
`;

const QueueHeader = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 10px;
  min-height: 64px;
  padding: 8px 20px;
  border-bottom: 1px solid ${tokens.color.line};
`;

const QueueTitle = styled.h2`
  ${textStyles.h3}
  flex: 1;
`;

const NoOrdersNotice = styled(Small)`
  padding: 14px 20px 20px;
`;
