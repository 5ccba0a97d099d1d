import type { Offer } from '@mahlzeit/contract';
import { Body, Section, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import styled from 'styled-components';
import { has, text, useTexts } from '../../discovery-texts';

/** One declared substance: its code on the menu, where it has one, and its name. */
interface Declared {
  readonly code: string | null;
  readonly name: string;
}

/** The codes of the fourteen allergens, as German menus use them, get their name; written names stay as they are. */
export const allergenLabel = (allergen: string): Declared => {
  const key = `Allergen_${allergen}`;
  return has(key) ? { code: allergen, name: text(key) } : { code: null, name: allergen };
};

/** Short form for the button: „A, C, G“ or the words themselves. */
export const declaredInShort = (allergens: readonly string[]): string => allergens.join(', ');

const DIETS = { vegan: 'DietVegan', vegetarian: 'DietVegetarian', halal: 'DietHalal', kosher: 'DietKosher' } as const;

/** „Vegan“, „Vegetarisch, Halal“; undefined where the menu vouches for nothing. Vegan says vegetarian, too. */
export const dietLabel = ({ diets }: Pick<Offer, 'diets'>): string | undefined => {
  const shown = diets.filter((diet) => diet !== 'vegetarian' || !diets.includes('vegan'));
  return shown.length === 0 ? undefined : shown.map((diet) => text(DIETS[diet])).join(', ');
};

const DeclaredList = ({ items }: { readonly items: readonly Declared[] }) => (
  <List>
    {items.map(({ code, name }) => (
      <li key={name}>
        {code !== null && <Code>{code}</Code>}
        <Body as="span">{name}</Body>
      </li>
    ))}
  </List>
);

interface DeclarationSheetProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** The allergens and additives of one dish in full. */
export const DeclarationSheet = ({ offer, onClose }: DeclarationSheetProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('DeclarationTitle')} subtitle={offer.name} onClose={onClose}>
      <Stack $gap={20}>
        {offer.allergens.length > 0 && (
          <Section title={t('Allergens')}>
            <DeclaredList items={offer.allergens.map(allergenLabel)} />
          </Section>
        )}
        {offer.additives.length > 0 && (
          <Section title={t('Additives')}>
            <DeclaredList items={offer.additives.map((name) => ({ code: null, name }))} />
          </Section>
        )}
        <Small $tone="quiet">{t('DeclarationSource')}</Small>
      </Stack>
    </Sheet>
  );
};

const List = styled.ul`
  display: grid;
  gap: 6px;
  margin-top: 6px;
  li { display: flex; gap: 12px; align-items: baseline; }
`;

const Code = styled.span`
  flex: none;
  min-width: 1.75rem;
  padding: 1px 6px;
  border-radius: ${tokens.radius.tag};
  background: ${tokens.color.sunken};
  font-weight: 600;
  text-align: center;
`;
