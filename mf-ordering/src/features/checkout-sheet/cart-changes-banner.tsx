import { useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { sentencesOfCartChanges, updateCart } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { useTexts } from './order-texts';

/**
 * Banner with changes of the menu that affect the cart. It is shown until the diner confirms that they have seen the
 * changes.
 */
export const CartChangesBanner = ({ cart, place }: { readonly cart: Cart; readonly place: CartPlace }) => {
  const t = useTexts();
  const shell = useShell();
  if (cart.changes.length === 0) return null;
  const confirmButton = (
    <Button
      size="small"
      variant="second"
      onClick={() => updateCart(shell, place, (currentCart) => ({ ...currentCart, changes: [] }))}
    >
      {t('ChangesSeen')}
    </Button>
  );
  return (
    <Banner
      tone="warn"
      icon={TriangleAlert}
      title={t('CartChangeTitle')}
      action={<ConfirmChangesArea>{confirmButton}</ConfirmChangesArea>}
    >
      <Stack $gap={6}>
        {sentencesOfCartChanges(cart.changes).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Stack>
    </Banner>
  );
};

const ConfirmChangesArea = styled.div`
  margin-top: 8px;
`;
