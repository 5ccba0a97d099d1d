import { useShell } from '@mahlzeit/shared-ui/platform';
import { artOfTag, Chip, ChipBar } from '@mahlzeit/shared-ui/ui/restaurant';
import { ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { useFilterActions, useFilters } from './filter-state';
import { cuisineTags, tagsInBar, useTagsQuery } from './tags';

const SearchedWords = () => {
  const t = useTexts();
  const { texts } = useFilters();
  const { removeText } = useFilterActions();
  if (texts.length === 0) return null;
  return (
    <WordList role="group" aria-label={t('SearchedWords')}>
      {texts.map((text) => (
        <Chip key={text} icon={X} aria-label={t('RemoveSearchedWord', { text })} onClick={() => removeText(text)}>
          <Word>{text}</Word>
        </Chip>
      ))}
    </WordList>
  );
};

/** Px between the edge of the bar and the first chip. */
const GUTTER_PX = 16;

/**
 * Scrolls the bar until the selected chip is fully visible, together with a part of the previous chip. Does nothing if
 * the selected chip is visible already.
 */
const scrollChipIntoView = (bar: Element, chip: Element): void => {
  const [barBox, chipBox] = [bar.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (chipBox.left >= barBox.left + GUTTER_PX && chipBox.right <= barBox.right - GUTTER_PX) return;
  const previousChip = chip.previousElementSibling ?? chip;
  bar.scrollLeft += previousChip.getBoundingClientRect().left - barBox.left - GUTTER_PX;
};

/**
 * Bar of chips: all, lunch specials, cuisines. One chip at a time filters the list. The search words are in a row
 * below.
 */
export const TagBar = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const { tag: chosenTag, showLunchList } = useFilters();
  const { showAll, toggleLunchList, toggleTag } = useFilterActions();
  // The chips for all and for lunch specials work without tags, so a failure of the request shows no message.
  const { data: tags = [] } = useTagsQuery();
  const barTags = useMemo(() => tagsInBar(cuisineTags(tags), chosenTag), [tags, chosenTag]);
  const bar = useRef<HTMLDivElement>(null);
  const barTagCount = barTags.length;
  useEffect(() => {
    const chip = bar.current?.querySelector('[aria-pressed="true"]') ?? null;
    if (bar.current !== null && chip !== null) scrollChipIntoView(bar.current, chip);
  }, [chosenTag?.key, showLunchList, barTagCount]);
  return (
    <>
      <ChipBar ref={bar} label={t('TagBar')}>
        <Chip art="fork-and-knife-with-plate" isPressed={chosenTag === null && !showLunchList} onClick={showAll}>
          {t('AllPlaces')}
        </Chip>
        <Chip art="pot-of-food" isPressed={showLunchList} onClick={toggleLunchList}>
          {t('LunchSpecials')}
        </Chip>
        {barTags.map((tag) => (
          <Chip
            key={tag.key}
            art={artOfTag(tag.name)}
            isPressed={tag.key === chosenTag?.key}
            onClick={() => toggleTag(tag)}
          >
            {tag.name}
          </Chip>
        ))}
        <Chip icon={ChevronRight} aria-haspopup="dialog" onClick={() => navigation.open('tagselection')}>
          {t('MoreTags')}
        </Chip>
      </ChipBar>
      <SearchedWords />
    </>
  );
};

// The area of the search words grows up to a height of 100 px, then it scrolls (S1§9).
const WordList = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  max-height: 100px;
  padding: 2px 16px 10px;
  overflow-y: auto;
`;

const Word = styled.span`
  max-width: 60vw;
  overflow: hidden;
  text-overflow: ellipsis;
`;
