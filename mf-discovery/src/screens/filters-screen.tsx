import type { Restaurant } from '@mahlzeit/contract';
import type { Filters } from '@mahlzeit/contract/rules';
import { defineScreen, useNow, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Section, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Chip } from '@mahlzeit/shared-ui/ui/restaurant';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../discovery-texts';
import {
  applyFilters,
  TEXT_KEY_BY_DIET,
  dietFilters,
  filterGroups,
  applicableFiltersOf,
  noFilters,
  priceCategories,
  useFilterActions,
  useFilters,
  walkMinuteOptions,
} from '../features/filters';
import type { ListFilters } from '../features/filters';
import { selectIsPlaceAssumed, usePlace } from '../features/location';
import { useAllNearbyPlaces } from '../features/nearby';

interface FilterChipsProps<Value> {
  readonly title: string;
  readonly values: readonly Value[];
  readonly chosenValues: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChange: (chosenValues: readonly Value[]) => void;
  /** Explanation that is shown below the chips. */
  readonly hint?: string;
}

const toggleValue = <Value,>(chosenValues: readonly Value[], value: Value): readonly Value[] =>
  chosenValues.includes(value) ? chosenValues.filter((chosenValue) => chosenValue !== value) : [...chosenValues, value];

/** Group of chips that the user can switch on and off one by one. */
const FilterChips = <Value extends string | number>({
  title,
  values,
  chosenValues,
  nameOf,
  onChange,
  hint,
}: FilterChipsProps<Value>) => (
  <Section title={title}>
    <ChipRow>
      {values.map((value) => (
        <Chip
          key={value}
          isPressed={chosenValues.includes(value)}
          onClick={() => onChange(toggleValue(chosenValues, value))}
        >
          {nameOf(value)}
        </Chip>
      ))}
    </ChipRow>
    {hint !== undefined && <ChipsHint $tone="quiet">{hint}</ChipsHint>}
  </Section>
);

const ChipsHint = styled(Small)`
  margin-top: 8px;
`;

const ChipRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 8px;
  margin-top: 8px;
  > button {
    max-width: 100%;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;

interface MatchCountProps {
  readonly restaurants: readonly Restaurant[] | null;
  readonly filters: ListFilters;
}

/** Number of restaurants that pass the filters. Screen readers announce it after each change. */
const MatchCount = ({ restaurants, filters }: MatchCountProps) => {
  const t = useTexts();
  const now = useNow();
  if (restaurants === null) return <Small role="status">{t('FilterCounting')}</Small>;
  const matchCount = applyFilters(restaurants, { ...filters, ...noFilters }, now).length;
  const remainingCount = applyFilters(restaurants, filters, now).length;
  return (
    <Small role="status">
      {remainingCount === 0 ? t('FilterMatchesNone') : t('FilterMatches', { count: remainingCount, all: matchCount })}
    </Small>
  );
};

interface FilterSheetProps {
  /** All restaurants nearby; null until they are loaded. */
  readonly restaurants: readonly Restaurant[] | null;
  readonly onClose: () => void;
}

interface FilterDraftProps {
  readonly draft: Filters;
  readonly onDraft: (draft: Filters) => void;
}

/** Filters that the device stores for the next visit: diets, and the walking time for users whose location is known. */
const LastingFilterChips = ({
  draft,
  onDraft,
  isAssumed: isPlaceAssumed,
}: FilterDraftProps & { readonly isAssumed: boolean }) => {
  const t = useTexts();
  const { diets, maxWalkMinutes } = draft;
  return (
    <>
      {!isPlaceAssumed && (
        <FilterChips
          title={t('FilterWalk')}
          values={walkMinuteOptions}
          chosenValues={maxWalkMinutes === null ? [] : [maxWalkMinutes]}
          nameOf={(minutes) => t('FilterWalkMost', { minutes })}
          // Only one walking time can be chosen, because a longer walk includes a shorter one.
          onChange={(chosenValues) =>
            onDraft({ ...draft, maxWalkMinutes: chosenValues.find((minutes) => minutes !== maxWalkMinutes) ?? null })
          }
        />
      )}
      <FilterChips
        title={t('FilterDiet')}
        values={dietFilters}
        chosenValues={diets}
        nameOf={(diet) => t(TEXT_KEY_BY_DIET[diet])}
        onChange={(chosenValues) => onDraft({ ...draft, diets: chosenValues })}
        hint={t('FilterDietHint', { walk: isPlaceAssumed ? 'none' : 'offered' })}
      />
    </>
  );
};

/**
 * Sheet with filters by walking time, diets, prices and properties. Changes take effect when the user applies them; a
 * reset takes effect at once.
 */
export const FilterSheet = ({ restaurants, onClose }: FilterSheetProps) => {
  const t = useTexts();
  const filters = useFilters();
  const isPlaceAssumed = useSelector(selectIsPlaceAssumed);
  const { apply, reset } = useFilterActions();
  const [draft, setDraft] = useState<Filters>({
    texts: filters.texts,
    prices: filters.prices,
    properties: filters.properties,
    diets: filters.diets,
    maxWalkMinutes: filters.maxWalkMinutes,
  });
  const applyDraft = (): void => {
    apply(draft);
    onClose();
  };
  const resetAllFilters = (): void => {
    reset();
    setDraft(noFilters);
  };
  const sheetFooter = (
    <Stack $gap={10}>
      <MatchCount restaurants={restaurants} filters={applicableFiltersOf({ ...filters, ...draft }, isPlaceAssumed)} />
      <FooterButtons>
        <Button variant="second" onClick={resetAllFilters}>
          {t('ResetFilter')}
        </Button>
        <Button onClick={applyDraft}>{t('ApplyFilter')}</Button>
      </FooterButtons>
    </Stack>
  );
  return (
    <Sheet title={t('Filter')} onClose={onClose} dock={sheetFooter}>
      <Stack $gap={24}>
        {filters.texts.length > 0 && (
          <FilterChips
            title={t('SearchedWords')}
            values={filters.texts}
            chosenValues={draft.texts}
            nameOf={(text) => text}
            onChange={(searchTexts) => setDraft({ ...draft, texts: searchTexts })}
          />
        )}
        <LastingFilterChips draft={draft} onDraft={setDraft} isAssumed={isPlaceAssumed} />
        <FilterChips
          title={t('FilterPrice')}
          values={priceCategories}
          chosenValues={draft.prices}
          nameOf={(price) => t(`Price_${price}`)}
          onChange={(chosenPrices) => setDraft({ ...draft, prices: chosenPrices })}
        />
        {filterGroups.map(({ title, properties }) => (
          <FilterChips
            key={title}
            title={t(title)}
            values={properties}
            chosenValues={draft.properties}
            nameOf={(restaurantProperty) => t(`Filter_${restaurantProperty}`)}
            onChange={(chosenValues) => setDraft({ ...draft, properties: chosenValues })}
          />
        ))}
      </Stack>
    </Sheet>
  );
};

const FooterButtons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(11.5rem, 100%), 1fr));
  gap: 10px;
`;

const FiltersScreen = () => {
  const { navigation } = useShell();
  const restaurants = useAllNearbyPlaces(usePlace()?.coordinate ?? null);
  return <FilterSheet restaurants={restaurants} onClose={() => navigation.close()} />;
};

export default defineScreen(FiltersScreen);
