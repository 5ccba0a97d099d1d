import type { Offer } from '@mahlzeit/contract';
import { drinksMealTypeName } from '@mahlzeit/contract/rules';

/** Fields of a dish that determine whether it contains alcohol. */
export type AlcoholFacts = Pick<Offer, 'name' | 'description' | 'additives' | 'allergens' | 'vatType' | 'baseName'>;

// Matches a declaration of alcohol. It must not match „ohne Alkohol“, „alkoholfrei“, „antialkoholisch“, „0,0 %
// Alkohol“.
const DECLARED_ALCOHOL_PATTERN =
  /(?<!ohne |keinen |kein |frei von |anti|un|nicht[ -]?|\b0(?:[.,]0+)? ?%\s?)alkohol(?!frei|los)/iu;

/** Percentage of alcohol above which a drink counts as alcoholic by law. */
const MIN_ALCOHOL_PERCENT = 0.5;
const STRENGTH_PATTERN = /(\d{1,2}(?:[.,]\d+)?) ?%\s?vol/giu;

// Matches products without alcohol, even if their names contain the name of an alcoholic drink.
const ALCOHOL_FREE_PATTERN =
  /alkoholfrei|alcohol[ -]?free|(?:ohne|keinen|kein|frei von) alkohol|(?:anti|un|nicht[ -]?)alkohol|non[ -]?alcoholic|\b0[.,]0\b|\bvirgin\b|\bginger (?:ale|beer)\b|\broot beer\b|malzbier|malztrunk/iu;

const ALCOHOLIC_DRINKS = new Set([
  'alt',
  'ale',
  'bock',
  'dunkles',
  'export',
  'helles',
  'ipa',
  'kölsch',
  'lager',
  'märzen',
  'pils',
  'pilsner',
  'pilsener',
  'porter',
  'russ',
  'stout',
  'zwickl',
  'chardonnay',
  'chianti',
  'cava',
  'crémant',
  'cuvée',
  'dornfelder',
  'lambrusco',
  'lugana',
  'merlot',
  'pinot',
  'primitivo',
  'retsina',
  'riesling',
  'rioja',
  'rosé',
  'sauvignon',
  'secco',
  'sherry',
  'silvaner',
  'veltliner',
  'zweigelt',
  'absinth',
  'amaretto',
  'americano',
  'aperol',
  'averna',
  'baileys',
  'bellini',
  'bowle',
  'brandy',
  'caipirinha',
  'calvados',
  'campari',
  'cider',
  'cidre',
  'cognac',
  'daiquiri',
  'gin',
  'grappa',
  'hugo',
  'korn',
  'limoncello',
  'margarita',
  'martini',
  'met',
  'mojito',
  'negroni',
  'obstler',
  'ouzo',
  'portwein',
  'raki',
  'ramazzotti',
  'rum',
  'sake',
  'sambuca',
  'sangria',
  'soju',
  'spritz',
  'tequila',
  'vermouth',
  'wermut',
  'wodka',
  'vodka',
]);

// Parts of words that name alcoholic drinks: Hauswein, Weinschorle, Weißbier, Hefeweizen, Alsterwasser, Kirschlikör;
// never Schwein, Weintrauben, Weizengras.
const ALCOHOLIC_WORD_PATTERN =
  /(?<!sch)wein(?!trau|essig|bl[aä]tt|berg|stein)|bier(?!hefe)|weizen(?!gras|kleie|milch)|radler|^alster|pils|sekt$|^sekt|prosecco|champagner|burgunder|whisk|schnaps|likör|(?:obst|himbeer|kirsch|wein)(?:brand|geist|wasser)$|federwei[sß]|colada/u;

const namesAlcoholPercent = (text: string): boolean =>
  [...text.matchAll(STRENGTH_PATTERN)].some(
    ([, percentText = '0']) => Number(percentText.replace(',', '.')) > MIN_ALCOHOL_PERCENT,
  );

const lowerCaseWordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}]+/u);

const hasAlcoholicName = ({ name, description, vatType, baseName }: AlcoholFacts): boolean => {
  if (vatType !== 'DRINK' && baseName !== drinksMealTypeName) return false;
  const nameAndDescription = `${name} ${description}`;
  return (
    !ALCOHOL_FREE_PATTERN.test(nameAndDescription) &&
    lowerCaseWordsOf(nameAndDescription).some((word) => ALCOHOLIC_DRINKS.has(word) || ALCOHOLIC_WORD_PATTERN.test(word))
  );
};

/**
 * Returns whether a dish or a drink contains alcohol. Its declaration decides; for a drink also its name. In case of
 * doubt it counts as alcoholic.
 */
export const isAlcoholic = (dish: AlcoholFacts): boolean => {
  const { name, description, additives, allergens } = dish;
  return (
    [...additives, ...allergens, name, description].some(
      (declaredText) => DECLARED_ALCOHOL_PATTERN.test(declaredText) || namesAlcoholPercent(declaredText),
    ) || hasAlcoholicName(dish)
  );
};
